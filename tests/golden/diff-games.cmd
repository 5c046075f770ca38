# What games differ in besides their yaku: kongs, fines, chips, ways of paying. The addresses alone.
for other in hefei taiwan-16 bmja kansai-sanma; do
    echo "sichuan and $other"
    kazoe diff sichuan $other | grep '^[a-z]\|^  [a-z_]*\.[a-z]' | grep -v '^ *yaku\|^sichuan'
done
kazoe diff ari-ari riichi-chips | grep '^[a-z]\|^  [a-z_]*\.[a-z]' | grep -v '^ari-ari'
