# The yaku with each tile that completes a hand, and the near ones if it would not win.
KAZOE_PATH=$SRCDIR/rules
export KAZOE_PATH
kazoe waits -r tenhou --explain '123m67p55s [789s] [789m]'
kazoe waits -r tenhou --explain '123406m34p55789s' riichi discards=9s seat=E
kazoe waits -r mcr --explain 123m456p567s234s5p
kazoe waits -r riichi-chips --explain '123406m34p55789s' riichi
kazoe waits -r hong-kong --explain '123m67p55s [789s] [789m]'
kazoe waits -r mcr --explain '456123s34s33s [345m]' # more are near than are told
kazoe waits -r tenhou --json --explain '123m67p55s [789s] [789m]'
kazoe waits -r tenhou --explain 147m258p369s1234z
kazoe waits -r tenhou 123406m34p55789s haitei
kazoe waits -r tenhou 123406m34p55789s zimo
kazoe waits -r tenhou '{"hnd_":1}'
kazoe waits -r tenhou '  '
kazoe waits -r tenhou --color=always 123406m34p55789s
