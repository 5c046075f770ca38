# A tile without copies to draw, because indicators show it or the player sees it, is listed with
# none left, and scored; also where it is the first tile, and for three players.
KAZOE_PATH=$SRCDIR/rules
export KAZOE_PATH
kazoe waits -r tenhou 888m23466678s66z riichi dora=6s
kazoe waits -r tenhou 888m23466678s66z riichi seen=6s
kazoe waits -r tenhou 888m23466678s66z riichi dora=5s ura=6s --explain
kazoe waits -r tenhou 888m23466678s66z riichi dora=6s --json
kazoe waits -r mahjong-soul-sanma 111222p99s33344z aside=44z
kazoe waits -r tenhou 888m23466678s66z dora=66s
kazoe discards -r tenhou 888m23466678s566z riichi dora=6s
kazoe discards -r tenhou 123456789m1112p5z dora=2p2p2p seen=3333p
