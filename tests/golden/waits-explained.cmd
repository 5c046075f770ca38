KAZOE_PATH=rules kazoe score -r ema-2016 --explain 56789m22p345678s +7m seat=S from=E riichi
