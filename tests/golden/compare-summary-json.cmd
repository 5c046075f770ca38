KAZOE_PATH=rules kazoe compare -r ema-2016 -r tenhou -r mcr --summary --json <<'END'
123m67p777z11z[789s] +8p seat=E from=S
{"id":"second","hand":"123456m23p55789s","win":"1p","flags":["riichi"],"dora":["4s"],"seat":"S","from":"W"}

no hand
123456m23p55789s +1p ippatsu
11122233344z55z +4z tsumo seat=E
11122233344z55z +4z tsumo seat=E
222m333p[444s]55m88s +8s
END
