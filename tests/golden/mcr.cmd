KAZOE_PATH=rules kazoe score -r mcr '(5555s)[6666z][345p] 23m 88p +4m ron seat=W round=S from=N flowers=2'
