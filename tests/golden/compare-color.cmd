KAZOE_PATH=rules kazoe compare --color=always -r ema-2016 -r ema-2025 '123m67p777z11z [789s] +8p seat=E'
