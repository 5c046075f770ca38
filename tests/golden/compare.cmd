KAZOE_PATH=rules kazoe compare -r ema-2016 -r ema-2016 --set kiriage_mangan=yes 123456m23p55789s +1p riichi dora=4s seat=S from=W
