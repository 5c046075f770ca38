KAZOE_PATH=rules kazoe score -r ema-2016 --why-not haitei '234m678p22s67s(1111z) +8s tsumo last_tile after_kong'
