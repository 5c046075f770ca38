deal='{"honba":1,"deposits":2,"riichi":["N"],"from":"E","winners":[{"seat":"N","hand":"234m2388p567678s","win":"4p","flags":["riichi"]},{"seat":"W","hand":"345567m56p22567s","win":"4p"},{"seat":"S","hand":"123456m23p55789s","win":"4p"}]}'
kazoe settle -r tests/cases/liability-whole-hand.yaml "$deal"
kazoe settle -r tests/cases/liability-whole-hand.yaml --json "$deal" | sed 's/"digest":"[^"]*"/"digest":"..."/g'
kazoe settle -r tests/cases/liability-whole-hand.yaml '{"deposits":1,"draw":"exhaustive","tenpai":["E"],"nagashi":["S"]}'
