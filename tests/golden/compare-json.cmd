KAZOE_PATH=rules kazoe compare --json -r ema-2016 -r mcr '123456m23p55789s +1p ippatsu'
