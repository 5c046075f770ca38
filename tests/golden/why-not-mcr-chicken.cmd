KAZOE_PATH=rules kazoe score -r mcr --why-not chicken_hand '123m456p789s55s23m +4m'
