# Random hands that win: the same seed makes the same hands on every machine; yaku and bad usage.
KAZOE_PATH=$SRCDIR/rules
export KAZOE_PATH
kazoe deal -r tenhou -n 3 --seed 1
kazoe deal -r mcr --yaku pure_straight -n 2 --seed 2 --json
kazoe deal -r taiwan-16 --seed 3
kazoe deal -r tenhou --yaku 七対子 --seed 4
kazoe deal -r hong-kong -n 500 --seed 5 | kazoe score -r hong-kong --json | grep -c '"win":true'
kazoe deal -r sichuan -n 500 --seed 5 --json | kazoe score -r sichuan --json | grep -c '"win":true'
kazoe deal -r tenhou --yaku pinfo
kazoe deal -r tenhou --yaku renhou
kazoe deal -r bmja --yaku fishing_half --seed 6
kazoe deal -r tenhou -n 0
kazoe deal -r tenhou -n 3x
kazoe deal -r tenhou --seed 1e3
kazoe deal -r tenhou pinfu
kazoe deal
