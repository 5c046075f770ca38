# Problems that users ran into: -r of show, options by the words of players, a game where winners leave, who
# pays the counters of a fed hand, and a draw at which nothing is settled.
KAZOE_PATH=$SRCDIR/rules
export KAZOE_PATH
cd "$SCRATCH" || exit 99
kazoe show -r ema-2025 tanyao
kazoe show -r ema-2025 tanyao pinfu
for option in kuitan kiriage 切り上げ 喰いタン red open_tanyo uma; do
    kazoe score -r tenhou --set $option=no 123456m23p55789s +1p
done
cat >leave.yaml <<'END'
kazoe: 1
ruleset: leave
extends: mahjong-soul
title: Leave
payments: {winners_leave: yes}
END
kazoe check leave.yaml
echo 'remove: [game]' >>leave.yaml
kazoe check leave.yaml && echo checked
fed='123m9s[555z][666z][777z] +9s seat=S honba=6 pao=daisangen:N'
kazoe score -r tenhou "$fed from=W"
kazoe score -r ema-2025 "$fed from=W"
kazoe score -r tenhou --language ja "$fed from=W"
kazoe score -r tenhou "$fed tsumo"
kazoe settle -r classical <<'END'
{"draw":"exhaustive","others":[{"seat":"E","hand":"123456789m1112p"},{"seat":"S","hand":"123456789m1112s"},{"seat":"W","hand":"4455778899p333s"},{"seat":"N","hand":"222z333z444z3456p"}]}
{"draw":"exhaustive"}
END
kazoe score -r bmja '1199m11p99sEEPPF +F seat=N round=E from=W flowers=1f4f'
kazoe score -r bmja --json '1199m11p99sEEPPF +F seat=N round=E from=W flowers=1f4f'
kazoe score -r tenhou --set open_tanyao=no '345m67s55p [234p] [678p] +8s ron'
