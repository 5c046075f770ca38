# A long rule is cut where a person reads it, and whole in JSON.
cd "$SCRATCH" || exit
cat >club.yaml <<'RULES'
kazoe: 1
ruleset: club
extends: ema-2016
yaku:
  odd:
    name: {en: Odd, ja: 奇}
    value: 1
    when: {any_of: [{tiles: {1m: some}}, {tiles: {2m: some}}, {tiles: {3m: some}}, {tiles: {4m: some}}, {tiles: {5m: some}}, {tiles: {6m: some}}, {tiles: {7m: some}}, {tiles: {8m: some}}, {tiles: {9m: some}}]}
RULES
kazoe diff ./club.yaml ema-2016
kazoe diff --json ./club.yaml ema-2016 | grep -o '"says":"[^"]*"'
