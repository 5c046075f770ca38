KAZOE_PATH=rules kazoe score -r ema-2016 --json --explain '123m456p78s11z [999s] +9s dora=8s'
