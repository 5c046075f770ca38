KAZOE_PATH=rules kazoe score -r ema-2016 22345m567p678s34s +5s tsumo riichi ippatsu dora=1m ura=7p seat=W
