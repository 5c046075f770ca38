# Rulesets that read a hand differently, with long names; and more differences than there are bars.
cp -r rules/base "$SCRATCH"
cat >"$SCRATCH/a.yaml" <<'END'
kazoe: 1
ruleset: a-ruleset-with-a-long-name
extends: base/classic.yaml
tiles: {marks: {flower: {number: flowers}}}
shapes:
  standard: {sets: 4, pairs: 1}
  seven_pairs: {pairs: 7, pairs_differ: yes}
total: {unit: points}
yaku:
  pairs: {value: 5, when: {shape: seven_pairs}}
  twins: {name: {en: "Two times two of the same chows, one after the other and side by side, as in the book", ja: "二つの同じ順子を二組、並べて持つ役、本にある通りに長い名前"}, value: 4, when: {has_twice: [chow n a, chow n a]}}
  chows: {value: 1, when: {sets: {chow: all}}}
  pungs: {value: 1, when: {sets: {pung: 3+}}}
  flowers: {value: 1, bonus: yes, each: {mark: flower}}
  any: {value: 1, when: {tiles: {simple: some}}}
hand_value: total
payments:
  self_draw: {any_wins: {others: {times: 1}}}
  discard: {any_wins: {discarder: {times: 1}}}
END
cd "$SCRATCH" || exit
printf 'kazoe: 1\nruleset: b\nextends: a.yaml\nyaku: {pairs: {value: 3}, flowers: {value: 3}, chows: {value: 2}}\n' >b.yaml
printf 'kazoe: 1\nruleset: c\nextends: a.yaml\nremove: [yaku.any, yaku.chows]\nyaku: {pungs: {value: 3}, flowers: {value: 2}}\n' >c.yaml
three='-r a.yaml -r b.yaml -r c.yaml'
for hand in '112233m445566p7s +7s' '111222333m444p5s +5s' '123m456p789s123m5s +5s' '123m456p789s12m55z +4z' '[111m] 222m' \
    '112233m445566p7s +7s flowers=2'; do
    kazoe compare $three $hand
    kazoe compare $three --language=ja --explain $hand
    kazoe compare $three --json $hand
done
# Different shapes in the same number: readings are not shared.
printf 'kazoe: 1\nruleset: d\nextends: a.yaml\nshapes: {seven_pairs: {pairs: 7, pairs_differ: no}}\n' >d.yaml
kazoe compare -r a.yaml -r d.yaml 1111222299p55m7s +7s
kazoe compare -r d.yaml -r a.yaml 1111222299p55m7s +7s
for n in $(seq 1 90); do
    echo "112233m445566p7s +7s flowers=$n"
    echo "111222333m444p5s +5s flowers=$((n * 2))"
done >hands
printf '%s\n' '   123m456p789s12m55z +4z   ' "" "123m456p789s123m5s +5s id=x" >>hands
kazoe compare -r a.yaml -r b.yaml --summary -f hands
kazoe compare -r a.yaml -r c.yaml --summary -f hands
kazoe compare -r a.yaml -r b.yaml -r c.yaml --summary --json -f hands >all
kazoe compare -r a.yaml -r b.yaml -r c.yaml --summary --json -j 3 -f hands | cmp - all
cut -c 1-2000 all
