KAZOE_PATH=rules kazoe test tests/data/failing.cases.yaml
