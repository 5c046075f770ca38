KAZOE_PATH=rules kazoe score -r ema-2016 --explain 112233m778899p5s +5s from=N
