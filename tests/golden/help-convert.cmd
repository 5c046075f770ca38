kazoe help convert
