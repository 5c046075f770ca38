kazoe diff ema-2016 tenhou --language=ja
