# Tiles that complete a hand, or bring it closer, and hands that are refused.
KAZOE_PATH=$SRCDIR/rules
export KAZOE_PATH
kazoe waits -r tenhou --json -f - <<'END'
123406m34p55789s riichi dora=5p discards=2p9s
{"id":"h1","hand":"123456m2p555777s","melds":[],"seen":"22p","discards":"","flags":["last_tile"]}
{"hand":"123456m555s3p","melds":["[777z]"],"from":"E","seat":"E"}
147m258p369s1234z
19m19p19s1234567z
123456m23p55789s +1p
123456m23p55789s tsumo
123456m23p55789s rinshan
123456m23p557899s
123456m23p5578s
11112222m33334p
123456m23p55789s seen=1111p4p discards=4p
123456m23p55789s seen=11111p
123456m23p55789s seen=11111111111111111p
123456m23p55789s ippatsu
123456m23p55789s after_kong
123456m23p55789s seen=xx
123456m23p55789s discards=12q
123456m23p55789s discards=12m discards=3m
{"hand":"123456m23p55789s","seen":[1]}
END
kazoe waits -r tenhou <<'END'
# comments and blank lines are passed over
123456m[7777z]2p555s after_kong

123406m37p15789s
END
kazoe waits -r taiwan-16 123456m123456p2355s
kazoe waits -r tests/cases/discarder.yaml '123m456p789p11z22m seat=N out=W'
kazoe waits -r hong-kong 1133m2244p5566s7z
kazoe waits -r tenhou-sanma 1199m123p456p55s4z aside=44z
kazoe waits
kazoe waits -r tenhou --explain 123m
