KAZOE_PATH=rules kazoe score -r mcr --why-not all_chows '123m456p[789p]22s67s +8s from=W'
