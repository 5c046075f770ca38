cp -r rules/base "$SCRATCH"
cat >"$SCRATCH/odd.yaml" <<'END'
kazoe: 1
ruleset: odd
extends: base/classic.yaml
shapes:
  standard: {sets: 4, pairs: 1}
  seven_pairs: {pairs: 7, pairs_differ: yes}
  thirteen_orphans: {one_each: 19m19p19sESWNPFC, one_more: yes}
total: {unit: points}
circumstances: {midnight: {}}
yaku:
  kong: {value: 1, when: {has: [kong n a, pung n+1 a]}}
  pairs: {value: 1, when: {has: [pair n a, pair n+1 a]}}
  open: {value: 1, when: {has: [open pung n a, claimed chow n b]}}
  twice: {value: 1, when: {has_twice: [chow n a, chow n b]}}
  fixed: {value: 1, when: {has: [chow 1 m, pung 9 p]}}
  head: {value: 1, when: {pair: dragon}}
  all_pungs: {value: {open: 2}, when: {sets: {pung: all}}}
  no_sets: {value: 1, when: {sets: {set: none}, groups: {pair of simple: some}}}
  orphans: {value: 1, when: {tiles: {orphan: all}, contains: 19m19p}}
  seat: {value: 1, when: {seat: [E, W], by: self_draw}}
  either: {value: 1, when: {any_of: [{wait: edge}, {wait: [pair, pung], waits: 1}]}}
  neither: {value: 1, when: {not: {any_of: [{given: midnight}, {suits: 3}]}}}
  some_way: {value: 1, when: {not: {all_of: [{hand: closed}, {shape: standard}]}}}
  sums: {value: 1, when: {sum: {m: 20+, p: none}}}
  gates: {value: 1, when: {before_win: 1112345678999a}}
  those: {value: 1, when: {holds: [head, orphans]}}
  four: {value: 1, each: {four: yes}}
  dragons: {value: 1, each: {set: pung of dragon}, when: {by: discard}}
  last: {value: 1, when: {winning_tile: 19m19p19s}}
  nothing: {value: 1, when: {nothing_scored: yes}}
hand_value: total
payments:
  self_draw: {any_wins: {others: {times: 1}}}
  discard: {any_wins: {discarder: {times: 1}}}
END
cd "$SCRATCH" && kazoe check odd.yaml || exit
for yaku in kong pairs open twice fixed head all_pungs no_sets orphans seat either neither some_way sums gates those four \
    dragons last nothing; do
    echo "== $yaku"
    for hand in '[1111m] 234p567s22z55z+5z' '22m33p44p55s66s77z1z+1z' '19m19p19s1234567z+1z' '11112345m [789p] 33s+3s tsumo'; do
        kazoe score -r odd.yaml --why-not $yaku $hand
    done
    kazoe score -r odd.yaml --json --why-not $yaku '123m456m789m [999p] 2z+2z'
done
for hand in '111123m456p55z66z +6z' '(2222p) 111123m44z55z +5z tsumo' '22m33p44p55s66s77z1z+1z' '19m19p19s1234567z+1z'; do
    kazoe score -r odd.yaml --explain $hand
    kazoe score -r odd.yaml --explain --json $hand
done
