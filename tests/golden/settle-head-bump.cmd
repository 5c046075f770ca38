deal='{"riichi":["S"],"from":"W","winners":[{"seat":"S","hand":"123456m23p55789s","win":"4p","flags":["riichi"]},{"seat":"N","hand":"234m2388p567678s","win":"4p"}]}'
kazoe settle -r tests/cases/head-bump.yaml "$deal"
kazoe settle -r tests/cases/head-bump.yaml --json "$deal" | sed 's/"digest":"[^"]*"/"digest":"..."/g'
