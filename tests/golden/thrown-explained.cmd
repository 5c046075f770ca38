# Each tile thrown that a yaku counts is named.
kazoe score -r guangdong --json --explain "123m456p789p78s11z +9s ron from=W thrown=11j" | grep -o '{"id":"ghost_thrown"[^}]*}'
