KAZOE_PATH=rules kazoe score -r mcr --why-not tile_hog '123m456p789s55s23m +4m'
