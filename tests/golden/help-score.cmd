kazoe help score
