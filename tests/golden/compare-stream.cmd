KAZOE_PATH=rules kazoe compare -r ema-2016 -r ema-2016 --set kiriage_mangan=yes --only-different <<'END'
123456m23p55789s +1p

{"id":"h3","hand":"123456m23p55789s","win":"1p","flags":["riichi"],"dora":["4s"],"seat":"S","from":"W"}
richi
123456m23p55789s +1p riichi dora=4s
END
