kazoe score -r tests/data/every_condition.yaml --why-not t_nested '123m456p789s55s23m +4m seat=S'
