# Arrays of seen tiles: next to a hand in another notation, after escapes, empty, and with too many.
export KAZOE_PATH="$SRCDIR/rules"
waits() { printf '%s\n' "$1" | kazoe waits -r ema-2016 -f -; }
waits '{"notation":"tiles-34","hand":[0,1,2,3,4,5,6,7,8,27,27,28,28],"discards":[27]}'
waits '{"notation":"tiles-34","hand":[],"discards":[]}'
waits '{"id":"\u00e9","hand":"12345678\u0039m1122z","seen":[],"discards":["1z"]}'
waits '{"hand":"123m456m7\u00389m1122z","seen":["1z"],"discards":[]}'
waits '{"id":"é","hand":"123m456m789m1122z","discards":["1z","1z","1z"],"seen":[]}'
waits '{"id":"é","hand":"123m456m789m1122z","discards":[],"seen":["2z","5p","9z"]}'
kazoe settle -r ema-2016 'draw riichi=S'
