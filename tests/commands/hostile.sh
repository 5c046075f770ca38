# shellcheck shell=sh
# Rule files that ask for as much as the limits allow, or for more: a shell function each, which
# writes the file to standard output. Tests source this; `limits.tap make NAME [N]` prints one.

# --- parts of files ---------------------------------------------------------------------------

begin() {
    printf 'kazoe: 1\nruleset: test\nextends: %s\n' "${parent-$SRCDIR/rules/base/classic.yaml}"
    echo 'total: {unit: points}'
    echo 'payments: {self_draw: {any_wins: {others: {times: 1}}}, discard: {any_wins: {discarder: {times: 1}}}}'
}
shape() {
    echo 'shapes: {standard: {sets: 4, pairs: 1}}'
}
yaku() {
    echo 'yaku: {y: {value: 1, when: {by: discard}}}'
}
plain() {
    begin && shape && yaku
}

# repeat COUNT FORMAT: FORMAT once for each number from 1, which it may contain up to four times.
repeat() {
    awk -v n="$1" -v format="$2" 'BEGIN { for (i = 1; i <= n; i++) printf format, i, i, i, i }'
}

# fill BYTES: copy standard input, and add a comment to make it BYTES long.
fill() {
    cat >before
    cat before
    awk -v n=$(($1 - $(wc -c <before) - 1)) 'BEGIN { printf "#"; while (--n > 0) printf "x"; print "" }'
}

# --- one function for each limit: rules that have N of it ---------------------------------------

file() {
    plain | fill "$1"
}
parent_file() {
    { echo 'kazoe: 1'; echo "extends: $SRCDIR/rules/base/classic.yaml"; } | fill "$1" >parent.yaml
    parent=parent.yaml plain
}
# Five files; the last has the bytes that are left.
all_files() {
    for n in 1 2 3; do
        printf 'kazoe: 1\nextends: part%d.yaml\n' $((n + 1)) | fill 1000000 >part$n.yaml
    done
    printf 'kazoe: 1\nextends: %s\n' "$SRCDIR/rules/base/classic.yaml" | fill 1000000 >part4.yaml
    parent=part1.yaml plain | fill $(($1 - 4000000 - $(cat "$SRCDIR"/rules/base/[cw]*.yaml | wc -c)))
}
game_start() {
    plain
    echo "seats: [E, S, W, N]"
    echo "game: {start: $1, ends: {after: S}}"
}
option_word() {
    plain
    word=$(repeat "$1" x)
    printf 'options: {%s: {says: "?", default: %s, values: {%s: {}, 1: {}}}}\n' "$word" "$word" "$word"
}
overlays() {
    options=
    for n in $(seq "$1"); do
        echo 'kazoe: 1' >"sheet$n.yaml"
        options="$options -O sheet$n.yaml"
    done
    plain
}
# The file itself, files that extend one another, and the base files that the last one extends.
chain() {
    for n in $(seq $(($1 - 2))); do
        printf 'kazoe: 1\nextends: link%d.yaml\n' $((n + 1)) >"link$n.yaml"
    done
    sed 's/^extends.*//' "$SRCDIR/rules/base/classic.yaml" >"link$(($1 - 1)).yaml"
    parent=link1.yaml plain
}
# The items of a list, in addition to those that the file always has.
events() {
    begin
    shape
    printf 'yaku: {y: {value: 1, when: {by: discard}, examples: {scores: ['
    repeat $(($1 - 71)) '1m,'
    echo ']}}}'
}
scalar() {
    plain
    printf 'note: '
    awk -v n="$1" 'BEGIN { while (n-- > 0) printf "x"; print "" }'
}
# The yaku and its conditions are in three mappings.
deep_in_brackets() {
    begin
    shape
    printf 'yaku: {y: {value: 1, when: '
    repeat $(($1 - 4)) '{not: '
    printf '{by: discard}'
    repeat $(($1 - 4)) '}'
    echo '}}'
}
deep_by_indenting() {
    begin
    shape
    printf 'yaku:\n y:\n  value: 1\n  when:\n'
    awk -v n=$(($1 - 4)) 'BEGIN { for (i = 3; i < n + 3; i++) printf "%*snot:\n", i, ""; printf "%*sby: discard\n", i, "" }'
}
keys() {
    plain
    echo 'title:'
    repeat "$1" '  k%d: One\n'
}
many_yaku() {
    begin
    shape
    echo 'yaku:'
    repeat "$1" '  y%d: {value: 1, when: {by: discard}}\n'
}
series() {
    begin
    shape
    echo 'yaku:'
    repeat "$1" '  y%d: {value: 1, when: {by: discard}, series: all}\n'
}
# many_series COUNT: the most yaku that are allowed, in series of COUNT.
many_series() {
    begin
    shape
    echo 'yaku:'
    awk -v n="$1" 'BEGIN {
        for (i = 0; i < 2048; i++)
            printf "  y%d: {value: %d, when: {by: discard}, series: s%d}\n", i, i % 7 + 1, i / n
    }'
}
fu_items() {
    plain
    echo 'fu:'
    echo ' start: 20'
    echo ' add:'
    repeat "$1" '  f%d: {fu: 1, when: {by: discard}}\n'
}
# As many points as there are pairs of a flower and a yaku, times 100000.
flowers() {
    begin
    shape
    echo 'tiles.marks: {flowers: {number: flowers}}'
    echo 'yaku:'
    echo '  one: {value: 1, when: {by: discard}}'
    repeat "$1" '  y%d: {value: 100000, each: {mark: flowers}, bonus: yes}\n'
}
# Four rows for each yaku, except for the last ones.
rows() {
    begin
    shape
    echo 'yaku:'
    repeat $(($1 / 4)) '  y%d: {value: 1, when: {any_of: [{seat: E}, {suits: 1}, {by: discard}, {winning_tile: honor}]}}\n'
    repeat $(($1 % 4)) '  z%d: {value: 1, when: {by: discard}}\n'
}
# Ranges of sums are questions that no table answers; each row has two.
questions() {
    begin
    shape
    echo 'yaku:'
    awk 'BEGIN {
        for (i = 0; i < 4096; i += 2) {
            if (i % 96 == 0)
                printf "%s  y%d: {value: 1, when: {any_of: [", i ? "]}}\n" : "", i / 96
            low = 1 + int(i / 200)
            high = 101 + i % 200 / 2
            printf "{sum: {m: %d-%d, p: %d-%d}},", low, high, low, high
        }
        print "]}}"
    }'
    repeat $(($1 - 4096)) '  z%d: {value: 1, when: {sum: {s: 1-5}}}\n'
}
spelled() {
    begin
    echo 'shapes: {card: {spelled: yes}}'
    echo 'yaku:'
}
# hands COUNT FORMAT: COUNT hands of four tiles, spelled in FORMAT.
hands() {
    awk -v n="$1" -v format="$2" 'BEGIN {
        for (i = 0; i < n; i++)
            printf format, i, i % 9 + 1, int(i / 9) % 9 + 1, int(i / 81) % 9 + 1, substr("ESWNPFC", i / 729 + 1, 1)
    }'
}
# Lists of 64 hands, because a hand is compared with all before it in its list.
boxes() {
    spelled
    hands "$1" '%d - "%dm %dp %ds %s"\n' |
        awk '$1 % 64 == 0 { printf "  y%d:\n    value: 1\n    when:\n      spells:\n", $1 }
            { sub(/^[0-9]+/, "       "); print }'
}
spellings() {
    spelled
    hands "$1" '  y%d: {value: 1, when: {spells: ["%dm %dp %ds %s"]}}\n'
}
# Hands that are spelled again and again, each compared with all before it.
spelled_again() {
    spelled
    printf '  y:\n    value: 1\n    when:\n      spells_shifted:\n'
    hands 4000 '%.0s        - "%dm %dp %ds %s"\n'
    repeat 100 '        - "1a 1b 1c E"\n'
}
shapes() {
    begin
    yaku
    echo 'shapes:'
    repeat "$1" '  s%d: {sets: 4, pairs: 1}\n'
}
limits() {
    plain
    echo 'limits:'
    repeat "$1" '  l%d: {worth: %d, from_total: %d}\n'
}
value_rows() {
    plain
    echo 'hand_value:'
    echo '  table:'
    repeat "$1" '    %d: %d\n'
}
circumstances() {
    plain
    echo 'circumstances:'
    repeat "$1" '  c%d: {}\n'
}
marks() {
    plain
    printf 'tiles: {marks: {'
    repeat "$1" 'm%d: {shown: dora},'
    echo '}}'
}
# Seven are those of the classic tiles.
classes() {
    plain
    printf 'tiles: {classes: {'
    repeat $(($1 - 7)) 'c%d: 1m,'
    echo '}}'
}
terms() {
    begin
    shape
    printf 'yaku: {y: {value: 1, when: {not: {has: ['
    repeat "$1" 'chow n a,'
    echo ']}}}}'
}
addresses() {
    many_yaku 300 >parent.yaml
    printf 'kazoe: 1\nruleset: test\nextends: parent.yaml\n'
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) printf "yaku.y%d.value: 2\n", i }'
}
long_address() {
    plain
    printf 'a%s: 1\n' "$(repeat 32 .a)"
}
removed() {
    many_yaku 300 >parent.yaml
    printf 'kazoe: 1\nruleset: test\nextends: parent.yaml\nremove: ['
    repeat "$1" 'yaku.y%d,'
    echo ']'
}
conditions() {
    begin
    shape
    printf 'yaku: {y: {value: 1, when: {any_of: ['
    repeat $(($1 - 1)) '{by: discard},'
    echo ']}}}'
}
# The first is read from the bottom of its ladder.
held() {
    begin
    shape
    echo 'yaku:'
    awk -v n="$1" 'BEGIN { for (i = 1; i < n; i++) printf "  y%d: {value: 1, when: {holds: y%d}}\n", i, i + 1 }'
    echo "  y$1: {value: 1, when: {by: discard}}"
}
nested() {
    begin
    shape
    echo 'yaku:'
    awk -v n="$1" 'BEGIN {
        for (i = 1; n > 10; i++) {
            printf "  y%d: {value: 1, when: {not: {not: {not: {not: {not: {not: {not: {not: {not: {holds: y%d}}}}}}}}}}}\n", i, i + 1
            n -= 10
        }
        printf "  y%d: {value: 1, when: ", i
        for (k = 1; k < n; k++) printf "{any_of: ["
        printf "{by: discard}"
        for (k = 1; k < n; k++) printf "]}"
        print "}"
    }'
}
partial() {
    begin
    shape
    echo 'yaku:'
    repeat "$1" '  y%d: {value: 1, each: {set: pung of honor}}\n'
    printf '  all: {value: 2, when: {by: discard}, covers: {'
    repeat "$1" 'y%d: 1,'
    echo '}}'
}
# Conditions that fit no table: one question of 9, 134 yaku of 970 that ask it 88 times each, next to
# another, and the last of 771 and one for each further condition.
weight() {
    begin
    shape
    echo 'yaku:'
    awk -v n=$(($1 - 134 * 970 - 771)) 'BEGIN {
        for (i = 1; i <= 134; i++) {
            printf "  y%d: {value: 1, when: {any_of: [", i
            for (k = 1; k <= 88; k++)
                printf "{contains: 123a, by: discard},"
            print "{by: discard}]}}"
        }
        printf "  last: {value: 1, when: {any_of: ["
        for (k = 1; k <= 70; k++)
            printf "{contains: 123a, by: discard},"
        while (n-- > 0)
            printf "{by: discard},"
        print "]}}"
    }'
}

# --- small files that cost much -----------------------------------------------------------------

# Conditions that copy two others double in size with every step.
doubling() {
    begin
    shape
    echo 'yaku:'
    echo '  y0: {value: 1, when: {by: discard}}'
    awk 'BEGIN {
        for (i = 1; i <= 60; i++)
            printf "  y%d: {value: 1, when: {any_of: [{holds: y%d}, {holds: y%d}]}}\n", i, i - 1, i - 1
    }'
}
ladder() {
    begin
    shape
    echo 'yaku:'
    echo '  y0: {value: 1, when: {by: discard}}'
    awk 'BEGIN { for (i = 1; i <= 1500; i++) printf "  y%d: {value: 1, when: {holds: y%d}}\n", i, i - 1 }'
}
circle() {
    begin
    shape
    echo 'yaku:'
    awk 'BEGIN {
        for (i = 0; i < 1900; i++)
            printf "  y%d: {value: 1, when: {by: discard}, covers: [y%d]}\n", i, (i + 1) % 1900
    }'
}
# The same without its last cover: a chain of this length is allowed.
long_chain() {
    circle | sed 's/, covers: .y0.//'
}
brackets() {
    plain
    printf 'note: '
    repeat 100000 '['
}
# More errors than are reported.
very_wrong() {
    begin
    shape
    echo 'yaku:'
    repeat 1000 '  y%d: {value: none}\n'
}
# Names that all share a slot of the hash table, looked up 40 times each.
one_slot() {
    begin
    shape
    echo 'yaku:'
    # FNV-1a of 64 bits, of which the lowest 10 decide; a letter changes 7 of them before the
    # multiplication. The numbers are the rests of its start and its factor.
    awk 'function hash(name, h, i) {
        h = 805
        for (i = 1; i <= length(name); i++)
            h = (h - h % 128 + combined[h % 128, substr(name, i, 1)]) * 435 % 1024
        return h
    }
    function xor_of(a, b, bit, sum) {
        for (bit = 1; a || b; bit *= 2) {
            sum += bit * (a % 2 != b % 2)
            a = int(a / 2); b = int(b / 2)
        }
        return sum + 0
    }
    BEGIN {
        for (a = 0; a < 128; a++) {
            for (b = 48; b < 58; b++) combined[a, sprintf("%c", b)] = xor_of(a, b)
            combined[a, "y"] = xor_of(a, 121)
        }
        for (k = 0; n < 400; k++) if (hash("y" k) == 77) name[n++] = "y" k
        for (i = 0; i < n; i++) {
            printf "  %s: {value: 1, when: {by: discard}, covers: [", name[i]
            for (k = 1; k <= 235; k++) printf "%s,", name[(i + k) % n]
            print "]}"
        }
    }'
}
# Alternatives that multiply, in every yaku.
products() {
    begin
    shape
    echo 'yaku:'
    repeat 600 '  y%d: {value: 1, when: {all_of: [{any_of: [{suits: 1}, {seat: E}, {winning_tile: honor}, {tiles: {simple: 5}}]}, {any_of: [{by: discard}, {tiles: {terminal: 3}}, {contains: 123a}, {has: [chow n a, chow n b]}]}, {any_of: [{tiles: {wind: 2}}, {tiles: {dragon: 2}}, {tiles: {orphan: 4}}, {sets: {chow: 1}}]}, {any_of: [{tiles: {honor: none}}, {pair: honor}]}]}}\n'
}
# Combinations that never conflict, and those that always do.
free_choice() {
    begin
    shape
    echo 'combinations: {account_once: no, non_identical: no}'
    echo 'yaku:'
    repeat 60 '  y%d: {value: 1, when: {has: [concealed chow n a, concealed chow n b]}, combination: yes}\n'
}
tight_choice() {
    free_choice | sed 's/: no/: yes/g'
}

# --- files at their limits, for commands other than check ---------------------------------------

# N yaku with the same value; a file with another value differs in each of them.
worth() {
    begin
    shape
    echo 'yaku:'
    repeat "$1" "  y%d: {value: $2, when: {by: discard}}\n"
}
# As many options as there may be keys, each with some values.
many_options() {
    plain
    echo 'options:'
    repeat "$1" '  o%d: {says: "Option?", default: a, values: {a: {}, b: {yaku.y.value: %d}, c: {yaku.y.value: 2}}}\n'
}
# One option with many values.
many_values() {
    plain
    echo 'options: {o: {says: "Option?", default: v1, values: {v1: {},'
    repeat "$1" 'v%d: {yaku.y.value: %d},' | sed 's/v1: {yaku.y.value: 1},//'
    echo '}}}'
}
# Options that each change every yaku.
wide_options() {
    worth 200 1
    echo 'options:'
    awk 'BEGIN { for (i = 1; i <= 60; i++) {
        printf "  o%d:\n    says: Option\n    default: a\n    values:\n      a: {}\n      b: {", i
        for (k = 1; k <= 200; k++) printf "yaku.y%d.value: %d,", k, i + 1
        print "}"
    } }'
}
# Each yaku covers all before it.
dense_covers() {
    begin
    shape
    echo 'yaku:'
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) {
        printf "  y%d: {value: 1, when: {by: discard}, covers: [", i
        for (k = 1; k < i; k++) printf "y%d,", k
        print "]}"
    } }'
}
# A wide table of fu.
wide_fu() {
    plain
    echo 'fu:'
    echo '  start: 20'
    echo '  sets:'
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) {
        s = i % 511 + 1; tiles = ""
        for (k = 0; k < 9; k++) if (int(s / 2 ^ k) % 2) tiles = tiles (k + 1)
        printf "    %s pung of %s%s: %d\n", i % 2 ? "open" : "concealed", tiles, substr("mps", int(i / 511) % 3 + 1, 1), i % 7 * 2
    } }' | awk '!seen[$1 $4]++'
    echo '  add:'
    repeat 300 '    a%d: {fu: 2, when: {any_of: [{wait: edge}, {by: discard}]}}\n'
}
# Yaku with deep and wide conditions, so that proofs about two of them have many cases.
puzzles() {
    begin
    shape
    echo 'yaku:'
    repeat "$1" '  y%d: {value: 1, when: {any_of: [{sets: {pung of 19m: 1+, chow: some}, not: {suits: 2}}, {tiles: {honor: 2+, simple: none}, groups: {group with terminal: 2+}}, {hand: closed, sets: {pung of 2-5p: none}, waits: 1}]}}\n' | sed 's/2-5p/2345p/'
}
# Patterns in every yaku.
patterns() {
    begin
    shape
    echo 'yaku:'
    repeat "$1" '  y%d: {value: 1, each: {has: [chow n a, chow n+1 a, chow n b]}}\n'
}
# Losers who settle, and many yaku that count in their hands: each arrangement of the tiles is asked for all.
losers() {
    begin
    shape
    echo 'payments.losers: {settle: difference}'
    echo 'yaku:'
    echo '  won: {value: 1, when: {by: discard}}'
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++)
        printf "  y%d: {value: 1, each: {has: [%s, %s]}, hands: all}\n", i, i % 2 ? "chow n a" : "pung n a", i % 3 ? "chow n+1 a" : "pung n+1 a" }'
}
# The longest texts that are allowed, in everything that is shown.
long_texts() {
    begin
    text=$(awk 'BEGIN { for (i = 0; i < 65000; i++) printf "x" }')
    shape
    printf 'title: "%s"\nnote: "%s"\nyaku:\n' "$text" "$text"
    for n in 1 2 3 4 5 6; do
        printf '  y%d: {name: {en: "%s"}, note: "%s", value: 1, when: {by: discard}}\n' "$n" "$text" ""
    done
}
# Examples, each of which kazoe test scores.
many_examples() {
    begin
    shape
    printf 'yaku: {y: {value: 1, when: {by: discard}, examples: {scores: ['
    repeat "$1" '"234234m234p234s5m +5m ron",'
    echo ']}}}'
}
# Conditions that copy others as a whole.
all_hold() {
    begin
    shape
    echo 'yaku:'
    echo '  y0: {value: 1, when: {any_of: [{suits: 1}, {by: discard}]}}'
    repeat "$1" '  y%d: {value: 1, when: {holds: y0, seat: S}}\n'
}
# Covers whose reasons each take long to find.
long_covers() {
    begin
    shape
    echo 'yaku:'
    repeat "$1" '  y%d: {value: 1, when: {has: [chow n a, chow n a]}}\n'
    printf '  top: {value: 3, when: {has_twice: [chow n a, chow n a]}, covers: ['
    repeat "$1" 'y%d, '
    echo ']}'
}
# Cases that set the options of rules in N ways (of N many_options).
option_cases() {
    printf 'kazoe: 1\ncases: ./made.yaml\nlist:\n'
    repeat "$1" '  - {case: c%d, options: {o%d: b}, hand: 1m, expect: {error: tile_count}}\n'
}
