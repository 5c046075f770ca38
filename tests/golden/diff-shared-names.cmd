# A circumstance has the name of a yaku, a shape that of a class: a use of one is not a use of the other.
cd "$SCRATCH" || exit
printf '%s\n' 'kazoe: 1' 'ruleset: plain' 'extends: ema-2016' >plain.yaml
printf '%s\n' 'kazoe: 1' 'ruleset: word' 'extends: ema-2016' 'circumstances.tanyao: {implies: riichi}' >word.yaml
kazoe diff word.yaml plain.yaml
printf '%s\n' 'kazoe: 1' 'ruleset: shape' 'extends: ema-2016' \
    'shapes.simple: {pairs: 7, pairs_differ: no}' 'yaku.foo: {value: 1, when: {tiles: {simple: all}}}' >shape.yaml
kazoe compare -r plain.yaml -r shape.yaml '2222m3344p557788s' seat=S from=W | tail -n 1
