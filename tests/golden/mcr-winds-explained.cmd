KAZOE_PATH=rules kazoe score -r mcr --explain '[111z][222z][333z] 999m 5p +5p ron seat=W round=S from=N'
