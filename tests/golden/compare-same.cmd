KAZOE_PATH=rules kazoe compare -r ema-2016 -r ema-2025 '222333444m 678p 9s +9s'
