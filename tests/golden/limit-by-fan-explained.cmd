KAZOE_PATH=rules kazoe score -r ema-2016 --explain 234567m22p34678s +5s seat=S from=E riichi dora=1p ura=9s
