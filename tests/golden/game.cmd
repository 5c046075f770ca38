# A whole game: scores after each deal, places in the end; deals that are refused; a game that goes on.
KAZOE_PATH=$SRCDIR/rules
export KAZOE_PATH
cat >"$SCRATCH/deals" <<'END'
# a comment
{"id":"one","round":"E","honba":0,"deposits":0,"riichi":["S"],"from":"W","dora":["4p"],"winners":[{"seat":"S","hand":"234m23467855p67s","win":"8s","flags":["riichi"]}]}
{"draw":"exhaustive","tenpai":["E","W"],"riichi":["W"]}
{"honba":0,"draw":"exhaustive","tenpai":["E"]}
{"deposits":0,"draw":"exhaustive","tenpai":["E"]}
{"round":"S","draw":"exhaustive","tenpai":["E"]}
{"chombo":["N"]}
{"chombo":["N"],"riichi":["N"]}
{"from":"W","winners":[{"seat":"S","hand":"123456m23p55789s","win":"9p"}]}
{"draw":"four_winds"}
{"draw":"exhaustive"}
{"draw":"exhaustive","honba":null}
{"draw":"exhaustive"}
{"draw":"exhaustive"}
{"draw":"exhaustive"}
{"draw":"exhaustive"}
{"draw":"exhaustive","tenpai":["S"],"riichi":["S"]}
{"draw":"exhaustive"}
END
kazoe game -r tenhou -f "$SCRATCH/deals"
echo "status $?"
kazoe game -r m-league --json -f "$SCRATCH/deals"
echo "status $?"
kazoe game -r tenhou-sanma '{"draw":"exhaustive","tenpai":["N"]}'
echo "status $?"
kazoe game -r tenhou-sanma '{"draw":"exhaustive","tenpai":["E"]}'
echo "status $?"
kazoe game -r tenhou -O ./tests/data/short-game.yaml --json '{"draw":"exhaustive"}'
echo "status $?"
kazoe game -r toudai '{"draw":"exhaustive"}'
echo "status $?"
kazoe game -r tenhou -j 2
echo "status $?"
# What a foul costs at the end is a column, so that each row adds up.
printf '%s\n' 'E tsumo 3 fan 40 fu' 'chombo S' 'chombo S' 'W ron N 5 fan' | kazoe game -r ema-2016
echo "status $?"
# The last dealer is first: a draw by rule is played again, and one that the dealer is ready at ends the game.
{
    echo '{"from":"S","winners":[{"seat":"N","limit":"haneman"}]}'
    for _ in 2 3 4 5 6 7; do echo '{"draw":"exhaustive"}'; done
    echo '{"draw":"nine_orphans"}'
    echo '{"draw":"exhaustive","tenpai":["E"]}'
} >"$SCRATCH/last"
kazoe game -r tenhou -f "$SCRATCH/last"
echo "status $?"
