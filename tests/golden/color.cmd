KAZOE_PATH=rules kazoe score -r ema-2016 --color=always '234m345p67s55z (7777z) +8s from=W riichi dora=4p'
