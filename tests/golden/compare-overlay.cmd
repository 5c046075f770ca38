KAZOE_PATH=rules kazoe compare -r tenhou -r tenhou -O local-yaku '222333m44m678p99s +4m from=W'
