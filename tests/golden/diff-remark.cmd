# The changes of an option are recognized even if it also sets a remark, which means nothing.
cat >"$SCRATCH/base.yaml" <<'END'
kazoe: 1
ruleset: base
extends: ema-2016
options:
  dear_pinfu:
    says: Is pinfu worth two fan?
    default: no
    values: {no: {}, yes: {yaku.pinfu.value: {closed: 2}, yaku.pinfu.note: Since last winter.}}
END
cat >"$SCRATCH/dear.yaml" <<'END'
kazoe: 1
ruleset: dear
extends: base.yaml
yaku.pinfu.value: {closed: 2}
END
cd "$SCRATCH" && kazoe diff base.yaml dear.yaml
