# The discards of a full hand, in a stream as JSON and as text. Red fives that count
# are discards of their own; hands one tile short, one too long, or won are refused.
kazoe discards -r tenhou --json -f - <<'END'
123406m23p557899s riichi
{"id":"h1","hand":"123456m2p5557779s","melds":[],"seen":"22p","discards":"","flags":["last_tile"]}
{"hand":"1230556m23p55s","melds":["[777z]"],"dora":["4p"]}
19m19p19s1234567z1m
123456m23p55789s
123456m23p5578999s
123456m23p55789s +1p
123456m23p557899s tsumo
123456m23p557899s chankan
123456m23p557899s ippatsu
123456m23p589s [777z] riichi
123456m23p557899s seen=1111p4p discards=44p
123456m23p557899s seen=11111p
11112222m33334p5s
{"hand":"123456m23p557899s","win":"1p"}
END
kazoe discards -r tenhou <<'END'
123406m23p557899s
123456m123p55789s

123406m2378p5589s
147m258p369s12345z
END
kazoe discards -r taiwan-16 123456m123456p23557s
kazoe discards -r mcr 147m258p369s12344z
kazoe discards -r hong-kong 1133m2244p5566s77z
kazoe discards -r tenhou-sanma 1199m123p456p55s4z7s aside=44z
kazoe discards -r tenhou --turns 2 123406m3457p5589s riichi
kazoe discards -r tenhou --turns 2 123456m3407p559s1z
kazoe discards -r mcr --turns 2 '123456789m45p [555z]' seen=123456789p
kazoe discards -r tenhou --turns 3 --json '123m45p3s [555z] [666z]4s1z' seen=123456789m
kazoe discards -r taiwan-16 --turns 1 123456m123456p23557s four_kongs
kazoe discards -r tenhou --turns 9 --limit 1 123406m2378p559s1z
kazoe discards -r tests/cases/range.yaml --turns 3 '123m456p79s2224z1s5z honba=9999'
kazoe discards -r tenhou --turns 0 123m
kazoe discards -r tenhou --turns 21 123m
kazoe discards -r tenhou --turns x 123m
kazoe discards -r tenhou --limit 3 123m
kazoe discards
kazoe discards -r tenhou --explain 123m
