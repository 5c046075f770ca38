KAZOE_PATH=rules kazoe score -r ema-2016 --explain '(1111m) [2222p] [333+3s] 67s 55z +8s tsumo after_kong seat=W dora=1p1p'
