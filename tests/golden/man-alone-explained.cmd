KAZOE_PATH=rules kazoe score -r ema-2016 --explain 123456m23p55789s +1p first_turn from=W
