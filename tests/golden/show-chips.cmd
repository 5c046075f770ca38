# Chips for closed hands only, fewer for open ones, and the same for both.
for yaku in red_five pungs quick; do kazoe show tests/cases/chips.yaml $yaku; done
