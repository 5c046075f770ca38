# Implications of the shape of a hand, its sets and its tiles, as check proves them: which of the yaku b every hand with
# the yaku a has.
cd "$SCRATCH" || exit
cat >club.yaml <<'RULES'
kazoe: 1
ruleset: club
extends: base/classic
shapes:
  standard: {sets: 4, pairs: 1}
  seven_pairs: {pairs: 7}
  thirteen_orphans: {one_each: 19m19p19sESWNPFC, one_more: yes}
  knitted_straight: {one_each: 147a258b369c, sets: 1, pairs: 1}
  knitted_honors: {different: 14, from: [147a258b369c, ESWNPFC]}
total: {unit: points}
payments: {self_draw: {any_wins: {others: {times: 1}}}, discard: {any_wins: {discarder: {times: 1}}}}
yaku:
  a_pungs: {value: 1, when: {sets: {pung: 4}}}
  a_chows: {value: 1, when: {sets: {chow: 4}, pair: simple}}
  a_open: {value: 1, when: {hand: open, sets: {claimed chow: 4}}}
  a_pairs: {value: 1, when: {shape: seven_pairs}}
  a_orphans: {value: 1, when: {shape: thirteen_orphans}}
  a_straight: {value: 1, when: {shape: knitted_straight}}
  a_knitted: {value: 1, when: {shape: knitted_honors}}
  a_one_suit: {value: 1, when: {suits: 1, sets: {pung of honor: some}}}
  a_simple: {value: 1, when: {tiles: {simple: all}}}
  a_triple: {value: 1, when: {has: [pung n a, pung n b, pung n c]}}
  b_pair_wait: {value: 1, when: {wait: pair}}
  b_no_edge: {value: 1, when: {not: {wait: edge}}}
  b_closed: {value: 1, when: {hand: closed}}
  b_chow: {value: 1, when: {sets: {chow: some}}}
  b_no_chow: {value: 1, when: {sets: {chow: none}}}
  b_pung_of_number: {value: 1, when: {sets: {pung of simple: some}}}
  b_three_pungs: {value: 1, when: {sets: {pung: 3+}}}
  b_three_chows: {value: 1, when: {sets: {chow: 3+}}}
  b_three_dragons: {value: 1, when: {tiles: {dragon: 0-3}}}
  b_seven_honors: {value: 1, when: {tiles: {honor: 0-7}}}
  b_five_honors: {value: 1, when: {tiles: {honor: 5+}}}
  b_honor: {value: 1, when: {tiles: {honor: some}}}
  b_no_honor: {value: 1, when: {tiles: {honor: none}}}
  b_simple: {value: 1, when: {tiles: {simple: some}}}
  b_two_suits: {value: 1, when: {suits: 0-2}}
  b_three_suits: {value: 1, when: {suits: 3}}
  b_thirteen_waits: {value: 1, when: {waits: 13}}
  b_one_wait: {value: 1, when: {waits: 1}}
  b_drawn: {value: 1, when: {by: self_draw}}
RULES
# A condition of more parts than are assumed at once.
{
    printf '  a_many: {value: 1, when: {all_of: [{tiles: {E: 0-3}}'
    for suit in m p s; do
        for number in 1 2 3 4 5 6 7 8 9; do printf ', {tiles: {%s%s: 0-3}}' $number $suit; done
    done
    echo ', {by: self_draw}]}}'
} >>club.yaml
kazoe check --notes club.yaml 2>&1 | sed -n 's/.*every hand with \(a_[a-z_]*\) has \(b_[a-z_]*\) too.*/\1 \2/p' |
    awk '$1 != last { printf "%s%s:", between, last = $1; between = "\n" } { printf " %s", $2 } END { print "" }'
