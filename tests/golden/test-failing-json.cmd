KAZOE_PATH=rules kazoe test --json tests/data/failing.cases.yaml
