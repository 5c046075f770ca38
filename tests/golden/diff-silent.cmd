# Rulesets that differ only in what they say of themselves.
for id in one two; do
    printf 'kazoe: 1\nruleset: %s\nextends: ema-2016\nversion: %s\nfamily: {en: %s}\n' $id $id $id >"$SCRATCH/$id.yaml"
done
echo 'language: ja' >>"$SCRATCH/two.yaml"
cd "$SCRATCH" && kazoe diff one.yaml two.yaml
