kazoe help list
