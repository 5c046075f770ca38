KAZOE_PATH=rules kazoe score -r ema-2016 --explain 1122m3344p5566s7z +7z from=N
