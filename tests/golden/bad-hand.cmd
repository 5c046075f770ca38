KAZOE_PATH=rules kazoe score -r ema-2016 123456m23p5578S +1p
