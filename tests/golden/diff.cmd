kazoe diff ema-2016 ema-2025
