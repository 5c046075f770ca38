KAZOE_PATH=rules kazoe score -r tenhou --explain '(2222p)(4444p)(6666p)789p8p +8p seat=E riichi from=S dora=1p1p1p1p ura=3p3p3p3p' | sed -n '/^Payment/,/^Other/p'
