KAZOE_PATH=rules kazoe score -r ema-2016 '[555z] [666z] 777z 23m 99p +4m seat=S from=N'
