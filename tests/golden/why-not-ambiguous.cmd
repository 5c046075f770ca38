cat >"$SCRATCH/twins.yaml" <<'YAML'
kazoe: 1
ruleset: twins
extends: ema-2016
yaku:
  first: {name: Twin, value: 1, when: {suits: 2}}
  second: {name: {en: Other, ja: twin}, value: 1, when: {suits: 1}}
YAML
KAZOE_PATH=rules kazoe score -r "$SCRATCH/twins.yaml" --why-not Twin '123m456p789p22s68s +7s'
