kazoe help test
