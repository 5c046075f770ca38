kazoe compare --help
