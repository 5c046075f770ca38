# A total above the greatest that counts shows how many count.
kazoe score -r ari-ari '123456m23p55789s +1p riichi dora=4s4s4s ura=8s3m2m1m ippatsu tsumo seat=E round=E'
kazoe score -r ari-ari '123456m23p55789s +1p riichi dora=4s4s4s ura=8s3m2m ippatsu tsumo seat=E round=E' | grep total
kazoe score -r ema-2025 '123456m23p55789s +1p riichi dora=4s4s4s ura=8s3m2m1m ippatsu tsumo seat=E round=E' | grep total
