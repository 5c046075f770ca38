# Which yaku and limits the chips are for, and counters that count for every winner.
kazoe score -r riichi-chips --json --explain '123406m23p55789s +1p riichi ippatsu ura=4s from=W' | grep -o '"chip_items.*'
kazoe score -r riichi-chips --json --explain '19m19p19s1234567z +1m from=W' | grep -o '"chip_items.*'
kazoe score -r ema-2016 --json --explain '19m19p19s1234567z +1m from=W' | grep -o '"covered.*'
cat >"$SCRATCH/streak.yaml" <<'END'
kazoe: 1
ruleset: streak
extends: ema-2016
yaku: {streak: {value: 1, bonus: yes, each: {counter: yes}}}
payments: {several_winners: {counters: first_winner}}
END
kazoe settle --explain -r "$SCRATCH/streak.yaml" '{"round":"E","honba":2,"riichi":["S","N"],"from":"W","winners":[{"seat":"S","hand":"123456m23p55789s","win":"4p","flags":["riichi"]},{"seat":"N","hand":"234m2388p567678s","win":"4p","flags":["riichi"]}]}' |
    grep 'won on\|streak: '
