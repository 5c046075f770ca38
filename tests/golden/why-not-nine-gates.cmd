KAZOE_PATH=rules kazoe score -r tenhou --why-not chuuren_9 '1112345677999m +8m from=W'
