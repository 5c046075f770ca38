# A tile whose win is worth more than can be counted has an error in the place of its value, in one way of winning or in
# both.
KAZOE_PATH=rules
export KAZOE_PATH
kazoe waits -r tests/cases/doubling.yaml '111m222p333s4445z seat=E flowers=1'
kazoe waits -r tests/cases/doubling.yaml --json '111m222p333s4445z seat=E flowers=1'
kazoe waits -r tests/cases/doubling.yaml '111m222p333s4445z seat=E flowers=2'
kazoe discards -r tests/cases/doubling.yaml '111m222p333s44455z seat=E flowers=1'
