KAZOE_PATH=rules kazoe score -r ema-2016 --why-not tanyao '234m456p678p22s68s +9s from=W'
