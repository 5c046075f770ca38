# Payments for a total and fu, or for a limit, under the rules of every family; and bad values.
KAZOE_PATH=$SRCDIR/rules
export KAZOE_PATH
pay() { printf '== %s\n' "$*"; kazoe value -r "$@"; }
pay ema-2016 3 fan 40 fu tsumo seat=E honba=2
pay ema-2016 2fan, 25fu round=S deposits=1
pay tenhou --language=ja 2 x 役満 from=E
pay tenhou-sanma 4 fan 30 fu tsumo
pay kansai-sanma 5 fan seat=E from=S honba=1
pay arushiaru mangan from=W
pay riichi-chips haneman tsumo
pay mcr 24 points from=W
pay mcr 7 points tsumo
pay hong-kong 3 faan from=E
pay hong-kong --set robbed_kong=3 13 faan robbing_kong from=E
pay zung-jung 1 point
pay zung-jung 40 points from=E no_one_responsible
pay sichuan 2 fan tsumo out=W
pay hefei 10 points from=N
pay korean 5 points from=W
pay classical 3 doubles 34 fu seat=E
pay bmja 4 doubles 28 fu from=E
pay singapore 3 tai tsumo
pay singapore 3 tai tsumo pays_for_all
pay singapore 3 tai pays_for_all from=N
pay taiwan-16 4 tai from=E
pay filipino 7 units tsumo
kazoe value -r tenhou --json -f - <<'END'
3 fan 30 fu
{"id":"v1","total":4,"fu":40,"by":"tsumo","seat":"E","honba":1}
{"limit":"yakuman","multiplier":2,"from":"W","fu":null,"_note":"read from a sheet"}
0 fan 30 fu

3 han 30 fu
3 fan
3 fan 31 fu
3 fan fu
3
fan
30 fu
tsumo
mangan 3 fan
mangan 30 fu
2 mangan
mangan haneman
3 fan 3 fan
3 fan 30 fu tsumo from=E
3 fan 30 fu seat=E from=E
3 fan 30 fu tsumo ron
3 fan 30 fu riichi
3 fan 30 fu haitei
3 fan 30 fu sat=E
3 fan 30 fu pao=daisangen:N
3 fan 30 fu seat=Q
3 fan 30 fu 99999999999 honba
満願
1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25
a b c d e f g h i j k l m n o p q r s t u v w x y
3 fan xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
1000000 fan
3,fan,30,fu
Tsumo 3 FAN 30 Fu
3 x mangan
3 5 fan
3 fan 30 fu out=
3 fan 30 fu out=X
3 fan 30 fu out=N
{"total":"4"}
{"total":4,"total":3}
{"total":-1}
{"toatl":4}
{"hand":"123m"}
{"limit":1}
{"limit":"yakumen"}
{"total":4,"fu":30,"multiplier":2}
{"limit":"mangan","by":"won"}
[3]
{"total"
END
kazoe value -r mcr 24 points 20 fu
kazoe value -r hong-kong 3 faan
kazoe value -r tenhou-sanma 3 fan 30 fu from=N
kazoe value -r mcr 24 points --why-not x
kazoe value -r ema-2016 3 han 30 fu | sed -n 2p
kazoe value -r hong-kong 3 fan from=E | sed -n 2p
kazoe value -r mcr 24 han
printf '# a sheet\n24 points\n\nlimit\n' | kazoe value -r mcr
# Values that no hand in the point table has: one fan and 20 fu, seven pairs by self-draw with two fan.
kazoe value -r ema-2016 1 fan 20 fu tsumo
kazoe value -r ema-2016 2 fan 25 fu tsumo
kazoe value -r ema-2016 2 fan 25 fu
