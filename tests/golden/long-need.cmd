# A condition longer than an error: its words are cut off.
cd "$SCRATCH" || exit
{
    printf 'kazoe: 1\nruleset: needs\ntitle: Needs\nextends: tenhou\ncircumstances: {longing: {needs: {any_of: ['
    for n in 1 2 3 4 5 6 7 8 9; do
        for class in terminal honor simple dragon wind green; do
            printf '{tiles: {%s: %s+}, sets: {claimed pung of %s: 3}},' $class $((n + 5)) $class
        done
    done
    printf ']}}}\n'
} >needs.yaml
kazoe score -r ./needs.yaml '123m456p789s1122z +2z longing'
