# The tiles laid aside are those that their yaku counts.
kazoe score -r tenhou-sanma --explain --json '123456p23p55789s +1p riichi aside=44z' | grep -o '{"id":"kita"[^}]*}'
