KAZOE_PATH=rules kazoe score -r ema-2016 123456m23p55789s +1p seat=S round=E from=W riichi ippatsu
