kazoe --help
