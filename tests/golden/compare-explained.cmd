KAZOE_PATH=rules kazoe compare -r ema-2016 -r tenhou --set open_tanyao=no --explain '234m567p22s 67s [345p] +8s from=W'
