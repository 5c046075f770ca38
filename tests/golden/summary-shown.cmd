# A summary of no hand, and one with everything: refused hands, hands that come twice, other rules.
KAZOE_PATH=rules
export KAZOE_PATH
kazoe compare -r ema-2016 -r tenhou --summary -f /dev/null
cat >"$SCRATCH/hands" <<'HANDS'
123m67p777z11z[789s] +8p seat=E from=S
no hand
11122233344z55z +4z tsumo seat=E
11122233344z55z +4z tsumo seat=E
222m333p[444s]55m88s +8s
HANDS
kazoe compare -r ema-2016 -r tenhou -r mcr --summary -f "$SCRATCH/hands"
kazoe compare -r ema-2016 -r tenhou -r mcr --summary --json -f "$SCRATCH/hands"
