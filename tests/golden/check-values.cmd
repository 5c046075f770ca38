# Every value of every option of a ruleset is tried.
cd "$SCRATCH" || exit
rules() {
    printf '%s\n' 'kazoe: 1' "ruleset: $1" "extends: $2" "$3" >"$1.yaml"
    kazoe check "$1.yaml"
    echo "$1: $?"
}
rules cut ema-2025 'options: {cut: {default: yes, values: {yes: {}, no: {remove: [yaku.pinfu]}}}}'
rules nothing ema-2025 'options: {cut: {default: yes, values: {yes: {}, no: {remove: [yaku.pinfoo]}}}}'
rules sound ema-2025 'options: {cut: {default: yes, values: {yes: {}, no: {remove: [yaku.toitoi]}}}}'
# A file may decide what an option of its parents would choose; this is not an error.
rules said ema-2025 'yaku: {tanyao: {value: {closed: 1}}}'
rules removed ema-2025 'remove: [yaku.renhou]'
values=$(i=1; while test $i -lt 80; do printf 'v%d: {minimum.total: %d}, ' $i $((i + 8)); i=$((i + 1)); done)
rules many mcr "options: {many: {default: v0, values: {v0: {}, $values}}}"
# An overlay by itself: its form; on a ruleset, also the options that it sets.
printf '%s\n' 'kazoe: 1' 'options: {kiriage_mangan: maybe, open_tanjao: no, honba_ron: 1500, renhou: mangan}' >sheet.yaml
kazoe check sheet.yaml
echo "sheet: $?"
kazoe check -r ema-2025 sheet.yaml
echo "sheet on ema-2025: $?"
printf '%s\n' 'kazoe: 1' 'options.honba_ron: many' 'options.mine: {default: no, values: {no: {}, yes: {minimum.total: 2}}}' >address.yaml
kazoe check --json address.yaml 2>/dev/null
kazoe check -r ema-2025 address.yaml
printf '%s\n' 'kazoe: 1' 'options.mine: {default: no, values: {no: {}, yes: {remove: [yaku.pinfu]}}}' >own.yaml
kazoe check own.yaml
kazoe check -r ema-2025 own.yaml
# A part that rulesets extend looks like an overlay, unless it extends another part.
kazoe check "$SRCDIR/rules/base/words.yaml"
kazoe check "$SRCDIR/rules/base/classic.yaml"
