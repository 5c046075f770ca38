# Tables of unusual rules: by total alone, with several limits, one price for all.
cp -r rules/base "$SCRATCH"
cat >"$SCRATCH/a.yaml" <<'END'
kazoe: 1
ruleset: a
title: {en: By total, ja: 合計}
extends: base/classic.yaml
shapes: {standard: {sets: 4, pairs: 1}}
total: {unit: tai}
yaku:
  any: {value: 1, when: {tiles: {simple: some}}}
  three: {value: 3, when: {suits: 1}}
  most: {value: top, when: {tiles: {honor: all}}}
  twice: {value: {closed: 2 top, open: 7}, when: {tiles: {terminal: all}}}
hand_value: total
limits:
  half: {worth: 20, from_total: 5, from_value: 8}
  top: {name: {en: The Top}, worth: 50, from_total: 10, add_up: yes}
payments:
  self_draw: {any_wins: {others: {times: 1, plus: 5}}}
  discard: {any_wins: {discarder: {times: 2, plus: 5}, others: {times: 0, plus: 5}}}
END
cat >"$SCRATCH/b.yaml" <<'END'
kazoe: 1
ruleset: b
extends: a.yaml
limits: {half: {from_value: 500}}
seats: [E, S, W]
fu:
  start: 20
  sets: {pung: {open: 2, concealed: 4}}
  pair: {dragon: 2}
  add: {drawn: {fu: 3, when: {by: self_draw}}}
  round: none
  rows: {20: {to: 38, by: 2, discard: 1}, 23: {to: 41, by: 2, self_draw: 1}}
hand_value: {doubling: {start: fu, times: total, plus: 1}}
payments:
  dealer: E
  self_draw: {dealer_wins: {others: {times: 2}}, other_wins: {dealer: {times: 2}, others: {times: 1}}, round: nearest 10, counters: {each_payer: 10}}
  discard: {dealer_wins: {discarder: {times: 6}}, other_wins: {discarder: {times: 4}}, round: down 10, counters: {discarder: 30}}
remove: [payments.self_draw.any_wins, payments.discard.any_wins]
END
cd "$SCRATCH" && kazoe check a.yaml b.yaml
for rules in a b; do
    kazoe table $rules.yaml
    kazoe table --json $rules.yaml
    kazoe table --language=ja $rules.yaml | head -n 3
    kazoe table --html - $rules.yaml | sed -n 's/.*<h1>/<h1>/p; /<caption>/p; /<li>/p'
done
kazoe table b.yaml --set x=1
