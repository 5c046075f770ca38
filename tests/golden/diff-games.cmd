# Differences of games other than yaku: kongs, fines, chips, ways of paying. Only the addresses.
for other in hefei taiwan-16 bmja kansai-sanma; do
    echo "sichuan and $other"
    kazoe diff sichuan $other | grep '^[a-z]\|^  [a-z_]*\.[a-z]' | grep -v '^ *yaku\|^sichuan'
done
kazoe diff ari-ari riichi-chips | grep '^[a-z]\|^  [a-z_]*\.[a-z]' | grep -v '^ari-ari'
