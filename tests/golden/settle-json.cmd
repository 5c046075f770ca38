KAZOE_PATH=rules kazoe settle --json -r ema-2016 <<'END'
{"id":"d1","round":"E","honba":1,"deposits":1,"riichi":["S","N"],"from":"W","dora":["3p"],"ura":["8s"],"winners":[{"seat":"S","hand":"123456m23p55789s","win":"4p","flags":["riichi"]},{"seat":"N","hand":"234m2388p567678s","win":"4p","flags":["riichi"]}]}
{"id":"d2","round":"E","honba":0,"deposits":0,"riichi":["E"],"draw":"exhaustive","tenpai":["E","S"],"nagashi":[]}
{"id":"d3","from":"W","winners":[{"seat":"W","hand":"123456m23p55789s","win":"4p"}]}
END
