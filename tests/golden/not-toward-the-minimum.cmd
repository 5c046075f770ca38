# A yaku that does not count toward the minimum is a yaku, not a bonus.
cd "$SCRATCH" || exit
printf '%s\n' 'kazoe: 1' 'minimum: {total: 1, without: [pinfu, ippatsu]}' >club.yaml
hand='123456m23p55789s +1p seat=S round=E'
kazoe score -r ema-2025 -O ./club.yaml "$hand"
kazoe score -r ema-2025 -O ./club.yaml --json "$hand dora=4s" | cut -d, -f3-
kazoe score -r ema-2025 -O ./club.yaml --json '123m456p78s11z [234m] +9s dora=1m' | cut -d, -f3-
