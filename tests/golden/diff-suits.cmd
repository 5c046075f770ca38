# A suit that lacks numbers.
KAZOE_PATH=rules kazoe diff tenhou tenhou-sanma | grep -A 5 '^tiles\.suits'
