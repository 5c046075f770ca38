KAZOE_PATH=rules kazoe score -r ema-2016 --explain 1122334455667m +7m riichi ippatsu tsumo dora=1m2m seat=S
