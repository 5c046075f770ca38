KAZOE_PATH=rules kazoe score -r ema-2016 '234m567p33s67s [234p] +8s seat=E from=N honba=1'
