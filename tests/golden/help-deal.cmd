kazoe help deal
