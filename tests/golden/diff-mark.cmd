# A kind of mark that only one of them has goes with the yaku that counts it.
cat >"$SCRATCH/stars.yaml" <<'END'
kazoe: 1
ruleset: stars
extends: ema-2016
tiles.marks.star: {tiles: 0m}
yaku.star: {value: 1, bonus: yes, each: {mark: star}}
END
cat >"$SCRATCH/pinfu.yaml" <<'END'
kazoe: 1
ruleset: pinfu
extends: ema-2016
yaku.pinfu.value: 2
END
cd "$SCRATCH" && kazoe diff stars.yaml pinfu.yaml
