KAZOE_PATH=rules kazoe score -r ema-2016 --explain 19m19p19s1234567z +1m from=E honba=2
