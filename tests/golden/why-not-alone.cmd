KAZOE_PATH=rules kazoe score -r ema-2016 --why-not renhou '11223344556m77z +6m first_turn from=W dora=7m'
