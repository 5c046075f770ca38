KAZOE_PATH=rules kazoe score -r ema-2016 --explain 11223344556m77z +6m first_turn from=W dora=7m
