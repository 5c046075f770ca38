KAZOE_PATH=rules kazoe score -r ema-2016 --json --explain '234m345p67s55z (7777z) +8s round=E seat=S from=W dora=4p9m riichi ippatsu'
