KAZOE_PATH=rules kazoe score -r ema-2016 1122334455667m +7m riichi ippatsu from=E
