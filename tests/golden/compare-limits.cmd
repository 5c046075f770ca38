KAZOE_PATH=rules kazoe compare -r mcr -r tenhou -r tenhou --set double_yakuman=yes 19m19p19s1234567z +2z
