# If a yaku worth a limit pays, combinations are set aside like other yaku, and none is left out.
printf 'kazoe: 1\nlimits: {top: {worth: 200}}\nyaku.large_straight.value: top\n' >"$SCRATCH/sheet.yaml"
kazoe score -r mcr -O "$SCRATCH/sheet.yaml" --explain '123456789m123p5s +5s' | sed -n '/^Holds, but/,/^$/p'
