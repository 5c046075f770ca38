# Rules under which a hand can have no fu at all: 0 is not the same as none said.
cat >"$SCRATCH/no-fu.yaml" <<'END'
kazoe: 1
ruleset: no-fu
extends: ema-2016
fu.start: 0
END
for value in '3 fan 0 fu' mangan; do kazoe value --json -r "$SCRATCH/no-fu.yaml" "$value"; done
