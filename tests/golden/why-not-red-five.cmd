KAZOE_PATH=rules kazoe score -r tenhou --why-not aka_dora '234m456p678p22s67s +8s from=W'
