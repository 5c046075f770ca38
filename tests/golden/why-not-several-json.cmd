KAZOE_PATH=rules kazoe score -r ema-2016 --json --why-not sanshoku-doujun '123m123p[456p]55s13s +2s from=E'
