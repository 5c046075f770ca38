KAZOE_PATH=rules kazoe score -r ema-2016 '123m456p33s [789s] 11z +1z tsumo seat=N honba=2 deposits=1'
