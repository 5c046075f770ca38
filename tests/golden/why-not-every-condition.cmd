# One sentence for each kind of condition, plain and below a not.
while read -r yaku hand; do
    echo "$yaku $hand"
    kazoe score -r tests/data/every_condition.yaml --why-not "$yaku" "$hand" | sed -n '/; /{s/^/  /;p;q;}'
done <<'HANDS'
t_any_of 234m456p678s55s23m+4m ron
t_not_any 123m456p789s55s23m+4m tsumo
t_nested 123m456p789s55s23m+4m ron seat=S
iipeikou 123m456p[789s]55s23m+4m ron
t_open 123m456p789s55s23m+4m ron
menzen_tsumo 123m456p789s55s23m+4m ron
houtei 123m456p789s55s23m+4m tsumo last_tile
t_given 123m456p789s55s23m+4m riichi
t_not_given 123m456p789s55s23m+4m riichi last_tile
t_seat 123m456p789s55s23m+4m seat=W
renhou 123m456p789s55s23m+4m first_turn seat=E
t_shape 1122m3344p5566s7z+7z
t_not_shape 123m456p789s55s23m+4m
t_suits_2 123m456p789s55s23m+4m
t_no_suit 123m456p789s55s23m+4m
t_tiles_count 123m456p789s55s23m+4m
t_tiles_some 123m678p789s11s23m+4m
tanyao 123m456p789s55s23m+4m
t_tiles_five_types 123m456p789s55s23m+4m
t_tiles_literal 123m456p789s55s23m+4m
t_tiles_won 123m456p789s55s23m+4m
t_tiles_not_all 234m456p678s55s23m+4m
t_tiles_not_orphan 11199m111999p11s+1s
t_sum 123m456p789s55s23m+4m
t_not_sum 234m456p678s55s23m+4m
t_sets_open_pung 123m456p789s55s23m+4m
t_sets_claimed 123m[456p]789s55s23m+4m
t_sets_all_concealed 123m[456p]789s55s23m+4m
t_sets_claimed_kong 123m(4444p)789s55s23m+4m
t_sets_with_won 123m456p789s55s23m+4m
t_sets_of_won 123m456p789s55s23m+4m
t_sets_not_all 123m456p789s55s23m+4m
sanankou 111m222p789s55s33m+3m ron
toitoi 111m222p789s55s33m+3m
t_groups_five 123m456p789s55s23m+4m
t_groups_pairs 123m456p789s55s23m+4m
t_pair_not 123m456p789s55z23m+4m
t_pair_won 123m456p789s55z23m+4m
t_not_pair 123m456p789s55z23m+4m
t_pair_other_wind 1122m3344p5566s7z+7z
t_wait 123m456p789s55s23m+4m
pinfu 123m456p789s55s24m+3m
pinfu 123m456p789s5s234m+5s
pinfu 123m456p789s55s12m+3m
pinfu 111m456p789s55s22m+2m
t_not_wait 123m456p789s55s23m+4m
t_wait_single 19m19p19s1234567z+1z
t_wait_beside_body 147m258p39s55z123s+6s
t_wait_single 147m258p369s55z12s+3s
t_sole_wait 2345m456p789s555z+5m
t_many_waits 123m456p789s55s24m+3m
t_winning_tile 123m456p789s55s24m+3m
t_winning_not 123m456p789s55s23m+1m
t_has_step 123m789s55s234m56m+7m
t_has_straight 123m456p789m55s23p+4p
t_has_pungs 111m222m789s55s33p+3p
t_has_pung_pair 111m111p789s55s33p+3p
t_has_triple 123m123m123p55s78s+9s
t_has_terminal 123m123m123p55s78s+9s
t_has_suit 111m456m789s55s33p+3p
t_not_has 123m123p789s55s33p+3p
iipeikou 123m345p789s55s33p+3p
sanshoku_doujun 123m123p789s55s33p+3p
ryanpeikou 112233m345p789s5s+5s
t_twice 123m123p345m789s5s+5s
t_contains 123m789p789s55s23m+4m
t_not_contains 123m789m789s55s23m+4m
t_before 123m789p789s55s23m+4m
t_before 123m789p[789s]55s23m+4m
t_holds 123m789p789s55s23m+4m
t_holds_two 123m789p789s55s23m+4m
t_many 123m789p789s55s23m+4m
HANDS
