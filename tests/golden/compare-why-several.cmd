KAZOE_PATH=rules kazoe compare -r ema-2016 -r tenhou -r mahjong-soul '11122233344z55z +4z tsumo seat=E' | grep Why
