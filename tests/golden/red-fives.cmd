# Red fives keep their mark in all output: in a meld and as the winning tile where they were written,
# otherwise in the first set with a five.
KAZOE_PATH=rules kazoe compare -r m-league -r mcr '[340m]406p46s22p222z +0s seat=S round=E from=W dora=4p5s'
KAZOE_PATH=rules kazoe settle -r m-league <<'END'
{"from":"W","winners":[{"seat":"S","hand":"46p678s111z22z","melds":["[340m]"],"win":"0p"},{"seat":"N","hand":"340s67p555s22m","melds":["[777z]"],"win":"0p"}]}
END
KAZOE_PATH=rules kazoe score -r m-league --why-not tanyao '[340m]406p46s22p222z +0s seat=S round=E from=W dora=5s'
KAZOE_PATH=rules kazoe score -r m-league --why-not pinfu '340m406p055s22p34m +2m seat=S round=E tsumo'
KAZOE_PATH=rules kazoe score -r m-league --why-not honitsu '340m406p055s22p34m +2m seat=S round=E tsumo'
KAZOE_PATH=rules kazoe score -r mcr --why-not all_simples '[055+0p]340m067s2p567m +2p seat=S round=E tsumo'
