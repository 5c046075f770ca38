KAZOE_PATH=rules kazoe score -r tenhou --why-not pinfu '0678m234p567678s +5m riichi'
