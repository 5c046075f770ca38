KAZOE_PATH=rules kazoe score -r mcr '234m567m345p678p2s +2s last_copy from=E'
KAZOE_PATH=rules kazoe score -r mcr '222s [123s] 678p678m1s +1s last_copy from=E'
KAZOE_PATH=rules kazoe score -r mcr --why-not dead_tile '234m567m345p678p2s +2s from=E'
