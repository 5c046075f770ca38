# The discarder pays what the hand is worth three times, less what the others pay, who pay 25 at most.
kazoe score -r zung-jung --explain "111m222p333s4445z +5z ron seat=S from=W" | sed -n '/^Payment/,/^$/p'
