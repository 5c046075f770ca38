kazoe diff --help
