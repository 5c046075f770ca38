KAZOE_PATH=rules kazoe score -r ema-2016 --why-not pinfu '123m456p789p22s67s +8s from=W'
