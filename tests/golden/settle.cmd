KAZOE_PATH=rules kazoe settle -r ema-2016 <<'END'
{"round":"E","honba":1,"deposits":1,"riichi":["S","N","E"],"from":"W","dora":["3p"],"ura":["8s"],"winners":[{"seat":"S","hand":"123456m23p55789s","win":"4p","flags":["riichi"]},{"seat":"N","hand":"234m2388p567678s","win":"4p","flags":["riichi","ippatsu"]}]}
{"round":"S","deposits":1,"riichi":["E"],"draw":"exhaustive","tenpai":["E","W"]}

{"round":"E","honba":1,"winners":[{"seat":"S","hand":"24m99s","melds":["[555z]","[666z]","[777z]"],"win":"3m","pao":{"daisangen":"N"}}]}
{"from":"E","riichi":["W"],"winners":[{"seat":"W","hand":"123m23p11999s","melds":["[234m]"],"win":"4p"}]}
{"from":"E","winners":[{"seat":"W","hand":"123m23p11999s","melds":["[234m]"],"win":"4p"}]}
END
