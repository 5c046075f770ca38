kazoe help show
