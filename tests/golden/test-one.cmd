KAZOE_PATH=rules kazoe test -n 'this one' tests/data/failing.cases.yaml
