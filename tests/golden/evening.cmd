# An evening: names, deals as lines, two games, refused lines, the sheet.
KAZOE_PATH=$SRCDIR/rules
export KAZOE_PATH
cat >"$SCRATCH/evening" <<'END'
# Thursday, table 2
players Anna Ben Chloe Dan

Ben ron Anna 3 fan 40 fu riichi=Ben,Chloe
Chloe tsumo mangan
Anna ron Dan 2 fan 30 fu and Ben mangan
Chloe tsumo 123456m23p55789s +1p riichi
draw tenpai=Anna,Dan
draw nine_orphans
chombo Dan
{"draw":"exhaustive","tenpai":["E"]}
E ron N 8000 points
players Dan Eve 李 Anna
Eve ron 李 1 fan 30 fu
draw tenpai=李
END
kazoe game -r tenhou -f "$SCRATCH/evening"
echo "status $?"
kazoe game -r tenhou --json -f "$SCRATCH/evening"
echo "status $?"
kazoe game -r tenhou --html - -f "$SCRATCH/evening" | sed -n '/<main>/,$p'
cat >"$SCRATCH/refused" <<'END'
players Anna Ben Chloe
players Anna Ben Chloe E
players Anna Ben Anna Dan
players Anna Ben and Dan
players Anna Ben Chloe Dan Eve
players Anna Ben Chloe #Dan
players Anna Ben Chloe {Dan
players Anna Ben Chloe Nebuchadnezzar-who-was-king-of-Babylon-twice
players Anna Ben Chloe a:b
players Anna Ben Chloe a=b
players Anna Ben,Chloe Dan
Anna tsumo mangan
players Anna Ben Chloe Dan
Bem ron Anna mangan
Ben ron Anna 3 fna 40 fu
Ben ron Anna mangan riichi=Ben,Chlo
Ben ron Anna mangan and Chloe
draw tenpai=Ben
players Eve Ben Chloe Dan
draw
{"draw":"exhaustive","tenpai":["E"],"round":"S"}
{"draw":"exhaustive","tenpai":["E"],"honba":3}
{"draw":"exhaustive","tenpai":["E"],"deposits":2}
{"draw":"exhaustive","tenpai":["E"],"honba":1,"deposits":0,"others":[{"seat":"E","hand":"123456m23p55789s"}]}
END
kazoe game -r tenhou -f "$SCRATCH/refused"
echo "status $?"
kazoe game -r tenhou --json -f "$SCRATCH/refused"
echo "status $?"
kazoe game -r tenhou --html - -f "$SCRATCH/refused" 2>&1 >"$SCRATCH/page"
grep -c 'is refused' "$SCRATCH/page"
awk 'BEGIN { for (i = 0; i < 65; i++) print "players A" i " B" i " C" i " D" i "\ndraw" }' | kazoe game -r tenhou 2>&1 | grep people
