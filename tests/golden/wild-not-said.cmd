# Rules that ask which tile was turned up, and a hand that does not say so: no place in it is wrong.
kazoe score -r ningbo '123456m23p55789s +1p'
kazoe score --json -r ningbo '123456m23p55789s +1p'
