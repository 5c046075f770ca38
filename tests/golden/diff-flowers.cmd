# A hand keeps only the flowers that show the difference.
printf 'kazoe: 1\nruleset: twice\nextends: hong-kong\nyaku.seat_flower.value: 2\n' >"$SCRATCH/twice.yaml"
cd "$SCRATCH" && kazoe diff hong-kong twice.yaml
