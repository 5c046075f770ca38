kazoe check tests/data/slips.yaml
