KAZOE_PATH=rules kazoe score -r ema-2016 123m456p789s23p9s8s +1p tsumo
