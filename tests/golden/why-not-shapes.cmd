# One of several shapes of any tiles: what each asks for; and what a hand says where it says so.
cat >"$SCRATCH/either.yaml" <<'END'
kazoe: 1
ruleset: either
extends: taiwan-16
yaku:
  either: {value: 3, when: {shape: [eight_flowers, four_kongs]}}
END
cd "$SCRATCH" || exit
kazoe score -r ./either.yaml --why-not either '123m456m789m123p456p9s +1s from=W'
kazoe score -r ./either.yaml --why-not either '123m456m789m123p456p9s +1s tsumo four_kongs'
kazoe score --json -r ema-2016 --why-not riichi '123456m23p55789s +1p riichi' | grep -o '"conditions.*'
