KAZOE_PATH=rules kazoe compare -r mcr -r ema-2016 -r tenhou '123456m23p55789s +1p ippatsu'
