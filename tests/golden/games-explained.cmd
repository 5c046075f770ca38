# What counts in games with flowers, tiles laid aside and yaku counted for each tile: the tiles of the hand.
kazoe score -r taiwan-16 --explain '2223455556777799p +4f tsumo round=S seat=W flowers=1234f1234g honba=2 deposits=1'
kazoe score -r singapore --explain '{"hand":"567m678p2s333z","melds":["(4444z)"],"win":"2s","by":"tsumo","round":"W","seat":"W","flags":["after_kong"],"flowers":"3g13k"}'
kazoe score -r hefei --explain '2334456666778m +5m round=S seat=S tsumo flowers=4'
kazoe score -r kansai-sanma --explain '{"hand":"123p456p789s11z22z","win":"2z","by":"tsumo","round":"E","seat":"E","kita":2}'
kazoe score -r korean --explain --json '1235677778m345p +6m round=S seat=W tsumo flowers=4'
