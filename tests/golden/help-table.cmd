kazoe table --help
