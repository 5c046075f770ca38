kazoe check --json tests/data/slips.yaml
