KAZOE_PATH=rules kazoe score -r tenhou --why-not kokushi_13 '19m19p19s1234566z +7z from=W'
