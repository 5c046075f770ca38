KAZOE_PATH=rules kazoe score -r ema-2016 --why-not chiitoitsu '112233m445566p7s +7s from=E'
