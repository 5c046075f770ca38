# A riichi that was not ready, nagashi that is not paid or has no place, a foul with and without a cost.
export KAZOE_PATH="$SRCDIR/rules"
kazoe settle -r ema-2016 'draw tenpai=E riichi=S'
kazoe settle -r ema-2016 --json 'draw tenpai=E riichi=S'
kazoe settle -r ema-2016 'draw nagashi=W tenpai=E'
kazoe settle -r tenhou --json 'draw nagashi=W tenpai=E riichi=S'
kazoe settle -r tenhou '{"draw":"nine_orphans","nagashi":["E"]}'
kazoe settle -r ema-2016 'chombo S'
kazoe settle -r mcr 'chombo S'
kazoe score -r mcr '123456m23p55789s +1p discards=1p'
kazoe score -r tenhou '123456m23p55789s +1p discards=4p riichi from=W'
# A winner whose hand is not complete, after one whose hand wins.
KAZOE_PATH=rules kazoe settle -r mahjong-soul <<'END'
{"from":"W","riichi":["N"],"winners":[{"seat":"S","hand":"123456m238p5599s","win":"1p"},{"seat":"N","hand":"123456m23p55789s","win":"1p","flags":["riichi"]}]}
END
# One whose foul the deal names already.
KAZOE_PATH=rules kazoe settle -r mahjong-soul <<'END'
{"from":"W","winners":[{"seat":"S","hand":"123456m238p5599s","win":"1p"}],"chombo":["S"]}
END
