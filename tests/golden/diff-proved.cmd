kazoe diff ema-2016 toudai
