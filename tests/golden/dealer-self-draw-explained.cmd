KAZOE_PATH=rules kazoe score -r ema-2016 --explain 234m567p33s67s234p +8s seat=E tsumo riichi dora=2s ura=6m
