KAZOE_PATH=rules kazoe score -r ema-2016 '{"hand":"123456m23p5578S","win":"1p"}'
