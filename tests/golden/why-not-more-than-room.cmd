# A condition of more parts than --why-not tells apart: it tells the first groups apart, and the last is one requirement.
cd "$SCRATCH" || exit
group() {
    printf '        - all_of:\n'
    for number in 1 2 3 4 5 6 7 8 9; do
        printf '          - {tiles: {%s%s: some}}\n' $number "$1"
    done
}
{
    printf 'kazoe: 1\nruleset: club\nextends: ema-2016\nyaku:\n  odd:\n    value: 1\n    when:\n      all_of:\n'
    for suit in m p s; do
        group $suit
    done
} >club.yaml
kazoe score -r ./club.yaml --why-not odd '123456789m23p55s +1p'
