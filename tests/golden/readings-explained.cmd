KAZOE_PATH=rules kazoe score -r ema-2016 --explain 111222333m4p789s +4p seat=S from=E riichi
