kazoe help check
