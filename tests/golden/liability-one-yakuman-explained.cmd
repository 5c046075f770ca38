kazoe score -r tests/cases/liability.yaml --explain '11z22z [555z] [666z] [777z] +1z tsumo seat=S round=E honba=1 pao=daisangen:W' | sed -n '1,/^Other/p' | sed '/^Rules/,$d'
