KAZOE_PATH=rules kazoe compare -r ema-2016 -r mcr '222333444m 678p 9s +9s tsumo seat=S'
