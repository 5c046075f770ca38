KAZOE_PATH=rules kazoe score -r mcr --why-not half_flush '123m456m789m55z23p +4p'
