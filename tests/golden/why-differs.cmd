# The reason is named as the files say it: an option if it is set differently, otherwise the place.
cd "$SCRATCH" || exit
rules() {
    printf '%s\n' 'kazoe: 1' "ruleset: $1" "extends: ema-2025" "$2" >"$1.yaml"
}
rules no-open-tanyao 'yaku: {tanyao: {value: {closed: 1}}}'
rules no-renhou 'remove: [yaku.renhou]'
rules other-renhou 'yaku: {renhou: {value: {closed: 7}}}'
rules without 'options: {sets: {default: yes, values: {yes: {}, no: {remove: [yaku.toitoi]}}}}'
because() {
    kazoe compare "$@" | tail -n 1
}
open='234m345p67s88p [678m] +8s from=W seat=S round=E'
first='123m123p123s789s1z +1z first_turn from=W seat=S round=E'
pungs='22p33s [222m] [666p] [888s] +2p from=W seat=S round=E'
because -r ema-2025 -r ./no-open-tanyao.yaml "$open"
because -r ./no-open-tanyao.yaml -r ema-2025 "$open"
because -r ./no-renhou.yaml -r ema-2025 "$first"
because -r ./no-renhou.yaml -r wrc-2025 "$first"
because -r ema-2025 -r ./other-renhou.yaml "$first"
because -r ema-2025 -r ema-2025 --set renhou=baiman "$first"
because -r ./without.yaml -r ./without.yaml --set sets=no "$pungs"
because -r ./without.yaml --set sets=no -r ./without.yaml "$pungs"
for other in no-open-tanyao no-renhou other-renhou; do
    kazoe diff ema-2025 $other.yaml | head -n 5
done
kazoe diff no-renhou.yaml wrc-2025 | head -n 5
kazoe diff without.yaml without.yaml --set sets=no
