KAZOE_PATH=rules kazoe score -r ema-2016 --explain '(1111z) (2222z) (3333z) (4444z) 5z +5z from=W honba=1'
