KAZOE_PATH=rules kazoe score -r ema-2016 --why-not tanyao '234m159p678p22z68s +9s from=W'
