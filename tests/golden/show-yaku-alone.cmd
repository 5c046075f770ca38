KAZOE_PATH=rules kazoe show ema-2016 renhou
