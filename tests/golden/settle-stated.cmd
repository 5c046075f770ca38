# Winners whose value is stated instead of their tiles, and losers whose points are.
KAZOE_PATH=$SRCDIR/rules
export KAZOE_PATH
pay() { printf '== %s\n' "$*"; kazoe settle -r "$@"; }
pay tenhou '{"from":"W","honba":1,"deposits":1,"riichi":["S","N"],"winners":[{"seat":"S","total":3,"fu":40}]}'
pay tenhou '{"riichi":["E"],"winners":[{"seat":"E","limit":"mangan"}]}'
pay tenhou '{"from":"W","winners":[{"seat":"S","points":8000},{"seat":"N","hand":"123456m23p55789s","win":"4p"}]}'
pay tenhou '{"from":"W","winners":[{"seat":"N","hand":"123456m23p55789s","win":"4p"},{"seat":"E","total":2,"fu":30}],"dora":["3p"]}'
pay ema-2016 '{"from":"W","winners":[{"seat":"S","limit":"yakuman","pao":{"daisangen":"N"}}]}'
pay ema-2016 '{"winners":[{"seat":"S","limit":"yakuman","pao":{"daisangen":"N"}}]}'
pay tenhou '{"from":"W","winners":[{"seat":"S","total":1,"fu":20}]}'
pay tenhou '{"from":"W","winners":[{"seat":"S","total":2,"fu":31}]}'
pay tenhou '{"from":"W","winners":[{"seat":"S","limit":"mangan","multiplier":3}]}'
pay tenhou '{"from":"W","winners":[{"seat":"S","points":8050}]}'
pay tenhou '{"from":"W","winners":[{"seat":"S","total":0,"fu":30}]}'
pay riichi-chips '{"from":"W","winners":[{"seat":"S","total":3,"fu":40,"chips":2,"flags":["ippatsu"]}]}'
pay riichi-chips '{"winners":[{"seat":"S","limit":"yakuman"}]}'
pay classical '{"from":"W","winners":[{"seat":"S","points":60}],"others":[{"seat":"E","points":24},{"seat":"W","points":8},{"seat":"N","hand":"4569m1p246678s77z"}]}'
pay hong-kong '{"from":"W","winners":[{"seat":"S","total":3}]}'
pay mcr '{"from":"W","winners":[{"seat":"S","total":24}]}'
kazoe settle -r $SRCDIR/tests/cases/head-bump.yaml '{"from":"W","riichi":["E"],"winners":[{"seat":"S","total":3,"fu":40},{"seat":"N","total":1,"fu":30}]}'
kazoe settle --json -r tenhou -f - <<'END'
{"from":"W","winners":[{"seat":"S","total":3,"fu":40},{"seat":"N","limit":"mangan","fu":null}]}
{"id":"b","from":"W","winners":[{"seat":"E","points":12000}]}
{"from":"W","winners":[{"seat":"S","points":1}]}
{"from":"W","winners":[{"seat":"S","total":0,"fu":30}]}
END
kazoe settle --json --explain -r classical '{"from":"W","winners":[{"seat":"S","total":1,"fu":30}],"others":[{"seat":"E","points":24},{"seat":"W","points":8},{"seat":"N","points":8}]}'
# Who pays whom, with those who are liable, counters, bets and chips.
for language in en ja; do
    kazoe settle --explain --language $language -r riichi-chips 'S tsumo yakuman pao=daisangen:W honba=2 riichi=N'
done
# A factor, and stakes.
pay tianjin '{"stakes":{"E":2,"S":4},"from":"E","winners":[{"seat":"S","total":8,"factor":4}]}'
pay tianjin 'S tsumo 8 fan x4 stakes=E2N3'
pay tianjin 'S tsumo 8 fan x4 x2'
pay tianjin 'S tsumo 8 fan x0'
pay tenhou 'S ron W 3 fan 40 fu x2'
pay tenhou 'S ron W 3 fan 40 fu stakes=E2'
kazoe settle --language zh-hans -r tianjin 'kongs kong=S:concealed stakes=E2'
kazoe settle --json -r tianjin 'S tsumo 8 fan x4'
# Losers whose points are, after a deal with their hands, of which nothing is left.
kazoe settle -r classical -f - <<'END'
{"from":"W","winners":[{"seat":"S","points":60}],"others":[{"seat":"E","hand":"1112m4478p22z","melds":["[666z]"]},{"seat":"W","hand":"99m158p1113379s1z"},{"seat":"N","hand":"4569m1p246678s77z"}]}
S ron W 60 points hand=E:24 hand=W:8 hand=N:8
END
