kazoe help value
