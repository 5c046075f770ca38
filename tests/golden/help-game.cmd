kazoe help game
