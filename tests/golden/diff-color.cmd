kazoe diff --color=always ema-2016 ema-2016 --set kiriage_mangan=yes
