KAZOE_PATH=rules kazoe score -r tenhou --why-not dora '234m456p678p22s67s +8s from=W dora=1z4m'
