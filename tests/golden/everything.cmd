KAZOE_PATH=rules kazoe score -r ema-2016 '234m345p67s55z (7777z) +8s ron round=E seat=S from=W dora=4p9m ura=1z3z honba=1 deposits=2 riichi ippatsu'
