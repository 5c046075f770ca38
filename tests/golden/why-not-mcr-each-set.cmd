KAZOE_PATH=rules kazoe score -r mcr --why-not pung_of_dragons '123m456p789s55z23m +4m'
