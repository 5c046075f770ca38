KAZOE_PATH=rules kazoe score -r ema-2016 --why-not 'Pure Double Chow' '112233m[456p]78s55s +9s from=E'
