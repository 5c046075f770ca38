# A yaku of a series, as it is shown, and a difference in one.
cat >"$SCRATCH/graded.yaml" <<'END'
kazoe: 1
ruleset: graded
extends: ema-2016
yaku:
  haku: {series: dragons}
  shousangen: {series: dragons}
  daisangen: {series: dragons}
  tanyao: {series: alone}
END
cd "$SCRATCH" && kazoe show ./graded.yaml shousangen && kazoe diff ema-2016 ./graded.yaml
