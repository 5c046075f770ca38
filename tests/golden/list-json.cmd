KAZOE_PATH=rules kazoe list --json
