KAZOE_PATH=rules kazoe score -r mcr --explain '147m258s46s369p11z +5s ron seat=W round=S from=N'
