KAZOE_PATH=rules kazoe compare -r tenhou -r ema-2016 '123456m23p55789s +1p ippatsu'
