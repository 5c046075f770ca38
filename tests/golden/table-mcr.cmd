KAZOE_PATH=rules kazoe table mcr
