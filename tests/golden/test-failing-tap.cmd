KAZOE_PATH=rules kazoe test --tap tests/data/failing.cases.yaml
