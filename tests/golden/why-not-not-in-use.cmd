KAZOE_PATH=rules kazoe score -r ema-2016 --why-not kokushi_13 '19m19p19s1234567z +1z from=W'
