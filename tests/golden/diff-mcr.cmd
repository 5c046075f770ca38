kazoe diff mcr mcr-2006
