kazoe check tests/data/there-is-none.yaml
