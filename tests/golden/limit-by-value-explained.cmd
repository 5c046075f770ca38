KAZOE_PATH=rules kazoe score -r ema-2016 --explain '22m [3333m] (1111p) (7777z) 67s +8s seat=W from=N'
