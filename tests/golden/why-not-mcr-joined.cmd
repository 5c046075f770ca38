KAZOE_PATH=rules kazoe score -r mcr --why-not short_straight '[123p][789p] 123p 56p 11z +4p ron seat=W round=S from=N'
