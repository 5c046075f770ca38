# A condition of more parts than --why-not tells apart: it tells the first groups apart, and the last is one
# requirement. A last group that just fits is told apart too.
cd "$SCRATCH" || exit
group() {
    printf '        - all_of:\n'
    for number in $2; do
        printf '          - {tiles: {%s%s: some}}\n' "$number" "$1"
    done
}
all='1 2 3 4 5 6 7 8 9'
{
    printf 'kazoe: 1\nruleset: club\nextends: ema-2016\nyaku:\n'
    for yaku in odd fits; do
        printf '  %s:\n    value: 1\n    when:\n      all_of:\n' $yaku
        group m "$all"
        group p "$all"
        case $yaku in
            odd) group s "$all" ;;
            fits) group s '1 2 3 4 5 6 7' ;;
        esac
    done
} >club.yaml
kazoe score -r ./club.yaml --why-not odd '123456789m23p55s +1p'
kazoe score -r ./club.yaml --why-not fits '123456789m23p55s +1p'
