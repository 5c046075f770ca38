KAZOE_PATH=rules kazoe compare -r ema-2016 -r ema-2025 -r tenhou -r toudai -r mcr -r mcr-2006 -r m-league 123m567p678s22z 33m +3m seat=S round=S from=W riichi ippatsu
