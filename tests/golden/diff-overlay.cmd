cat >"$SCRATCH/club.yaml" <<'END'
kazoe: 1
circumstances: {midnight: {needs: {by: self_draw}}}
yaku:
  owl: {name: Night Owl, value: 2, when: {given: midnight}, covers: [menzen_tsumo]}
  chanta: {name: {en: The Outside Hand}, note: "Ours is called so."}
yaku.tanyao.value: {open: 1, closed: 1}
limits.mangan.from_value: 1920
END
cd "$SCRATCH" && kazoe diff ema-2016 ema-2016 -O club.yaml
