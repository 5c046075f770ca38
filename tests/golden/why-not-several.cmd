KAZOE_PATH=rules kazoe score -r ema-2016 --why-not 三色同順 '123m123p[456p]55s78s +9s from=E'
