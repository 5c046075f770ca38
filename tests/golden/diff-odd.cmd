# One rule after the other differs, each shown by a hand.
cp -r rules/base "$SCRATCH"
cat >"$SCRATCH/a.yaml" <<'END'
kazoe: 1
ruleset: a
title: First
extends: base/classic.yaml
tiles:
  classes:
    green: 23468sF
    guest: {all_of: [wind], none_of: [seat_wind]}
shapes:
  standard: {sets: 4, pairs: 1}
  seven_pairs: {pairs: 7, pairs_differ: yes}
total: {unit: fan}
circumstances: {midnight: {needs: {by: self_draw}}}
options:
  kiriage: {says: "Is a value rounded up?", values: {yes: {limits.mangan.from_value: 1920}, no: {}}, default: no}
yaku:
  greens: {name: {en: All Green, ja: 緑一色}, value: 2, when: {tiles: {green: all}}}
  guests: {value: 1, each: {set: pung of guest}}
  pairs: {value: 2, when: {shape: seven_pairs}}
  open: {value: {closed: 3, open: 1}, when: {suits: 1}}
  draw: {value: 1, when: {by: self_draw}}
  late: {value: 1, when: {given: midnight}, covers: [draw]}
  any: {value: 1, when: {tiles: {simple: some}}}
fu:
  start: 20
  sets:
    pung of simple: {open: 2, concealed: 4}
    pung of orphan: {open: 4, concealed: 8}
  pair: {dragon: 2}
  add:
    closed_discard: {fu: 10, when: {hand: closed, by: discard}}
  round: up 10
hand_value: {doubling: {start: fu, times: total, plus: 2}}
limits:
  mangan: {worth: 2000, from_total: 5, from_value: 2000}
payments:
  dealer: E
  self_draw: {dealer_wins: {others: {times: 2}}, other_wins: {dealer: {times: 2}, others: {times: 1}}, round: up 100}
  discard: {dealer_wins: {discarder: {times: 6}}, other_wins: {discarder: {times: 4}}, round: up 100}
END
cd "$SCRATCH" && kazoe check a.yaml || exit
while read -r line; do
    printf 'kazoe: 1\nruleset: b\nextends: a.yaml\n%s\n' "$line" >b.yaml
    echo "== $line"
    kazoe diff a.yaml b.yaml
    kazoe diff --json a.yaml b.yaml
done <<'END'
tiles: {classes: {green: 23468sFP}}
tiles: {classes: {guest: {all_of: [wind], none_of: [seat_wind, round_wind]}}}
tiles: {next: [123456789m, 123456789p]}
tiles: {copies: 3}
shapes: {seven_pairs: {pairs: 7, pairs_differ: no}}
remove: [shapes.seven_pairs, yaku.pairs]
fu: {sets: {pung of simple: {open: 2, concealed: 6}}}
fu: {sets: {kong of simple: {open: 8, concealed: 16}}}
fu: {add: {wait: {fu: 2, when: {wait: [edge, closed]}}}}
fu: {round: none}
fu: {pair: {wind: 2}}
limits: {mangan: {worth: 3000}}
limits: {haneman: {worth: 3000, from_total: 7}}
payments.discard.other_wins: {discarder: {times: 3}, others: {times: 1}}
payments.dealer: S
total: {at_most: 3}
minimum: {total: 2}
yaku: {late: {covers: {draw: no}}}
yaku: {late: {covers: [any]}}
yaku.open.value: {closed: 3}
yaku: {greens: {in_use: no}}
yaku: {greens: {alone: yes}}
yaku: {any: {bonus: yes}}
yaku.draw.when: {by: self_draw, hand: closed}
waits: {used_up_tiles: no}
circumstances: {midnight: {needs: {by: discard}}}
options: {kiriage: yes}
seats: [E, S, W]
title: Second
END
