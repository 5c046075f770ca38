KAZOE_PATH=rules kazoe score -r mcr --json --explain '[234m][234m] 234m 67m 99p +5m ron seat=W round=S from=N'
