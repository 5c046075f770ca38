KAZOE_PATH=rules kazoe score -r ema-2016 --explain '24m99s [555z] [666z] [777z] +3m ron from=E seat=S round=E honba=2 pao=daisangen:N' | sed -n '1,/^Rules/p'
KAZOE_PATH=rules kazoe score -r ema-2016 --json --explain '24m99s [555z] [666z] [777z] +3m tsumo seat=S round=E honba=2 pao=daisangen:N' | sed 's/"digest":"[^"]*"/"digest":"..."/g'
