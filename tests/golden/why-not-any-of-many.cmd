kazoe score -r tests/data/every_condition.yaml --why-not t_many '123m789p789s55s23m +4m'
