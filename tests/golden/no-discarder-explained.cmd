KAZOE_PATH=rules kazoe score -r ema-2016 --explain '55z [777z] 123m456p78s +9s honba=1'
