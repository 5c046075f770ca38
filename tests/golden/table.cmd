KAZOE_PATH=rules kazoe table ema-2016
