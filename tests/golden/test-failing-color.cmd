KAZOE_PATH=rules kazoe test --color=always tests/data/failing.cases.yaml
