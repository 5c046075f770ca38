KAZOE_PATH=rules kazoe score -r ema-2016 <<END
123456m23p55789s +1p from=W
123456m23p55789s +1p from=W ipatsu

{"id":"h4","hand":"19m19p19s1234567z1m","by":"tsumo"}
END
