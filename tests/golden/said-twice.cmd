# A fact that two words give is shown once.
for words in 'haitei last_tile' 'last_tile haitei tsumo'; do
    kazoe score -r ema-2016 "123m456p789s23p99s +1p $words" | head -n 2
done
