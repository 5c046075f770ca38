KAZOE_PATH=rules kazoe score -r ema-2016 --why-not pinfuu '123m456p789p22s68s +7s'
