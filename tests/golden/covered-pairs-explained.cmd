# A yaku that counts each pair asks for pairs, which proofs about sets alone do not see.
cat >"$SCRATCH/pairs.yaml" <<'RULES'
kazoe: 1
ruleset: pairs
extends: ema-2016
yaku:
  honor_pairs: {value: 1, each: {set: pair of honor}}
  an_honor_pair: {value: 1, when: {groups: {pair of honor: 1+}}, covers: [honor_pairs]}
RULES
KAZOE_PATH=rules kazoe score -r "$SCRATCH/pairs.yaml" --explain 123456m789p222s7z+7z riichi |
    sed -n '/^Holds, but/,/^$/{/pairs.yaml/!p;}'
