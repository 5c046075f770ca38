printf '%s\n' '123m456p789p22s68s +7s from=W' '123m456p789p22s67s +8s from=W' '123m456p789p22s67s' '{"id":"x","hand":"123m456p789p22s67s","win":"9s"}' |
    KAZOE_PATH=rules kazoe score -r ema-2016 --json --why-not pinfu | sed 's/"conditions":.*"changes"/"changes"/'
