KAZOE_PATH=rules kazoe score -r mcr --why-not double_pung '111m222p333s55z23m +4m'
