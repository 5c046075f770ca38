# A yaku of more alternatives than tables hold is noted, unless that is intended.
cd "$SCRATCH" || exit
{
    cat <<'END'
kazoe: 1
ruleset: club
extends: ema-2016
yaku:
  any_pair_of_chows:
    value: 1
    intended: [no_case]
    when:
      any_of:
END
    for one in 1 2 3 4 5 6 7; do
        for other in 1 2 3 4 5 6 7; do
            echo "        - {has: [chow $one a, chow $other b]}"
            echo "        - {has: [chow $one a, chow $other a]}"
        done
    done
} >club.yaml
kazoe check --notes club.yaml 2>&1 | grep alternatives
echo == intended
sed 's/no_case/no_case, slow/' club.yaml >slow.yaml
kazoe check --notes slow.yaml 2>&1 | grep -cE 'alternatives|marked as intended'
kazoe score -r club.yaml 123m234p44678p78s +9s | grep pair
