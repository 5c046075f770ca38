KAZOE_PATH=rules kazoe score -r ema-2016 --json --why-not chanta '123789m11p12399s +9s from=N'
