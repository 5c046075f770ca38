# A shape of any tiles is there if its condition holds, which needs no complete hand to be known.
cat >"$SCRATCH/any.yaml" <<'END'
kazoe: 1
ruleset: any
extends: hong-kong
shapes.seven_flowers: {any_tiles: yes, when: {by: self_draw, marks: {flower: 7+}}}
yaku.seven_flowers: {name: {en: Seven Flowers}, value: 3, when: {shape: seven_flowers}}
END
cd "$SCRATCH" || exit 99
for hand in '123m555m789m8s[678p]+8s ron flowers=12f' '123789m8s[666p][777p]+1z tsumo flowers=1234g12f'; do
    KAZOE_PATH="$SRCDIR/rules" kazoe score -r ./any.yaml --why-not seven_flowers "$hand"
    KAZOE_PATH="$SRCDIR/rules" kazoe score -r ./any.yaml --json --why-not seven_flowers "$hand"
done
KAZOE_PATH="$SRCDIR/rules" kazoe score -r ./any.yaml --why-not all_triplets '222333m555z1z[111m] +4f tsumo flowers=123f1234g'
