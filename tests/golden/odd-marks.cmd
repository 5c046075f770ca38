# The needs of marks, and hands that do not meet them.
cp -r rules/base "$SCRATCH"
cat >"$SCRATCH/odd.yaml" <<'END'
kazoe: 1
ruleset: odd
extends: base/classic.yaml
tiles:
  next: [123456789m, 123456789p, 123456789s, ESWN, PFC]
  marks:
    dora: {shown: dora, needs: {hand: closed}, after_kongs: no}
    hidden: {shown: ura, needs: {given: ready}}
    red: {tiles: 0m0p, needs: {by: self_draw}}
    flower: {number: flowers, needs: {not: {given: ready}}}
shapes: {standard: {sets: 4, pairs: 1}}
circumstances: {ready: {needs: {hand: closed}}, first: {implies: ready, needs: {by: self_draw}}}
total: {unit: points}
yaku:
  any: {value: 1, when: {tiles: {simple: some}}}
  dora: {value: 1, bonus: yes, each: {mark: dora}}
  hidden: {value: 1, bonus: yes, each: {mark: hidden}}
  red: {value: 1, bonus: yes, each: {mark: red}}
  flower: {value: 1, bonus: yes, each: {mark: flower}}
  ready: {value: 1, when: {given: ready}}
hand_value: total
payments:
  self_draw: {any_wins: {others: {times: 1}}}
  discard: {any_wins: {discarder: {times: 1}}}
END
cd "$SCRATCH" && kazoe check odd.yaml || exit
while read -r hand; do
    echo "== $hand"
    kazoe score -r odd.yaml $hand
done <<'END'
12355m34456p789s +5p dora=4p1m
55m34456p789s [123m] +5p dora=4p
55m34456p789s [123m] +5p
12355m34456p789s +5p ura=4p
12355m34456p789s +5p ura=4p ready
12355m34456p789s +0p
12355m34456p789s +0p tsumo
12355m34456p789s +5p flowers=3
12355m34456p789s +5p flowers=3 ready
12355m34456p789s +5p first
12355m34456p789s +5p first tsumo ura=4p4p dora=9m3z7z
55m34456p789s (1111m) +5p dora=9m9m
55m34456p789s [123m] +5p ready
END
kazoe score -r odd.yaml --json 12355m34456p789s +5p first tsumo ura=4p4p dora=9m3z7z
