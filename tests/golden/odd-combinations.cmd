cp -r rules/base "$SCRATCH"
cat >"$SCRATCH/odd.yaml" <<'END'
kazoe: 1
ruleset: odd
title: Odd rules
extends: base/classic.yaml
shapes:
  standard: {sets: 4, pairs: 1}
  seven_pairs: {pairs: 7, pairs_differ: no}
total: {unit: points}
combinations: {account_once: yes, non_identical: yes, closed_covers: yes, choose: most_valuable}
yaku:
  dragon_pung: {name: Pung of Dragons, value: 2, combination: yes, each: {set: pung of dragon}}
  orphan_pung: {value: 1, combination: yes, each: {set: pung of orphan}}
  same_chow: {name: {en: Twin, ja: 一盃口}, value: 1, combination: yes, each: {has: [chow n a, chow n a]}}
  two_suits: {name: {en: Twin}, value: 1, combination: yes, each: {has: [chow n a, chow n b]}}
  wind_head: {value: 3, combination: yes, when: {pair: ESWN}}
  head_and_pung: {value: 4, combination: yes, when: {all_of: [{pair: honor}, {sets: {pung of dragon: 1+}}]}, covers: {dragon_pung: own, wind_head: only}}
  step_or_flush: {value: 5, combination: yes, when: {any_of: [{has: [chow n a, chow n+1 a]}, {suits: 1}]}}
  both: {value: 9, combination: yes, when: {holds: [head_and_pung, step_or_flush]}, covers: {orphan_pung: 1, same_chow: no}}
  no_pair: {value: 6, combination: yes, when: {groups: {pair: 7}, any_of: [{wait: pair}, {by: discard}]}}
  groups_of_five: {value: 2, combination: yes, when: {groups: {group with 5m5p5s: 3+}}}
  drawn: {value: 1, combination: yes, when: {by: self_draw}}
  few_waits: {value: 2, when: {waits: 1-2}}
  lonely: {value: 30, alone: yes, when: {sets: {pung: all}, hand: closed}}
  idle: {value: 1, in_use: no, when: {by: discard}}
hand_value: total
payments:
  self_draw: {any_wins: {others: {times: 1}}}
  discard: {any_wins: {discarder: {times: 1}}}
END
cd "$SCRATCH" && kazoe check odd.yaml || exit
for hand in '234m345m11z666z77z+7z' '555m55p345s345p12s+3s tsumo' '111222333m9977p+9p' '234m234m345p11z55z+5z' \
    '11z22z33z44z55z66z7z+7z' '[111m] [222m] 111p222p3s+3s' '22234m345m666z55z+5z'; do
    kazoe score -r odd.yaml --explain $hand
    kazoe score -r odd.yaml --json --explain $hand
done
for yaku in head_and_pung both lonely idle dragon_pung wind_head Twin; do
    kazoe show odd.yaml $yaku
    kazoe show --json odd.yaml $yaku
done
for yaku in dragon_pung same_chow drawn head_and_pung wind_head few_waits idle; do
    kazoe score -r odd.yaml --why-not $yaku '234m345m11z666z77z+7z'
    kazoe score -r odd.yaml --json --why-not $yaku '11z22z33z44z55z66z7z+7z'
done
