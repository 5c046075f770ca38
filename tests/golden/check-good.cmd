KAZOE_PATH=rules kazoe check --json rules/ema-2016.yaml tests/data/failing.cases.yaml
