KAZOE_PATH=rules kazoe show --json ema-2016 daisangen
