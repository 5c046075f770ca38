kazoe merge --help
