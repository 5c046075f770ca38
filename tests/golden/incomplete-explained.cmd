KAZOE_PATH=rules kazoe score -r ema-2016 --explain '123m456p78s12z [999s] +9s'
