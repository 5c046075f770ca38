#!/bin/sh
# Tests that take too long for make check, as separate steps in long/ of the build folder. Run by make
# check-long; `make check-long LONG='valgrind tidy'` runs some of them. A step that cannot run here says
# why, and does not count as a failure.
# In "a && b || c", c runs if either fails.
# shellcheck disable=SC2015
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
steps="signatures tarball sanitizers allocations threads memory valgrind coverage properties notations logs shanten mutants tidy cppcheck analyzer"
# shellcheck disable=SC2086
test $# -gt 0 || set -- $steps
mkdir -p long && cd long || exit 2
here=$PWD
failed=
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

say() { printf '%s: %s\n' "$step" "$*"; }
skip() { say "skipped: $*"; }
need() {
    for tool; do
        # Some steps have the name of the program that they call.
        (unset -f "$tool" && command -v "$tool" >/dev/null) || { skip "$tool is not installed"; return 1; }
    done
}

# build NAME WORD...: configure in a folder of that name, and build the targets in $wanted, one after
# the other.
build() {
    name=$1
    shift
    mkdir -p "$here/$name" && cd "$here/$name" || return 1
    "$top/configure" -q "$@" >configure.log 2>&1 || { say "$name: configure failed: $PWD/configure.log"; return 1; }
    for target in ${wanted-all}; do
        make -j "$jobs" "$target" >make.log 2>&1 || { say "$name: make failed: $PWD/make.log"; return 1; }
    done
}

rules() { find "$top/rules" -maxdepth 1 -name '*.yaml' ! -name '*.cases.yaml' | sort; }

# --- one signature ------------------------------------------------------------------------------

# sign WORD...: the signature of 100,000 hands under every ruleset, and of the hands themselves.
sign() {
    mkdir -p drawn
    # None of our names has a blank.
    # shellcheck disable=SC2046
    "$@" tests/bench/bench --draw drawn $(rules) && "$@" tests/bench/bench --signature drawn $(rules) >signatures &&
        cat signatures drawn/* | cksum
}
# hold WHAT SIGNATURE: compare it with the first one.
hold() {
    first=${first-$2}
    say "$1: $2"
    test "$2" = "$first" || wrong="$wrong $1"
}
# For another machine: use libyaml from that machine's Debian package, unpacked here. Everything is linked
# statically, so that the program needs no library of that machine and finds none by accident.
foreign() {
    machine=$1 debian=$2 triple=$3
    shift 3
    command -v "$machine-linux-gnu-gcc" >/dev/null || { skip "$machine-linux-gnu-gcc is not installed"; return 0; }
    mkdir -p "$here/yaml-$debian" && cd "$here/yaml-$debian" || return 1
    test -f "usr/lib/$triple/libyaml.a" || {
        apt-get download "libyaml-dev:$debian" >/dev/null 2>&1 && dpkg-deb -x libyaml-dev_*.deb . ||
            { skip "no libyaml-dev:$debian (dpkg --add-architecture $debian)"; return 0; }
    }
    yaml=$PWD/usr
    wanted=
    build "$machine" --host="$machine-linux-gnu" --disable-shared YAML_CFLAGS="-I$yaml/include" YAML_LIBS=-lyaml \
        --disable-unit-tests --without-logs LDFLAGS="-L$yaml/lib/$triple" &&
        make -j "$jobs" tests/bench/bench LIBS="$yaml/lib/$triple/libyaml.a" LDFLAGS="-all-static -L$yaml/lib/$triple" >make.log 2>&1 ||
        { say "$machine: make failed: $PWD/make.log"; return 1; }
    hold "$machine" "$(sign "${@:-env}")"
}
signatures() {
    wrong=
    wanted='all tests/bench/bench'
    for cc in gcc clang; do
        command -v $cc >/dev/null || { skip "$cc is not installed"; continue; }
        strict=--disable-werror # every commit shows the warnings of gcc, but not those of clang
        test $cc = gcc || strict=--enable-werror
        for level in -O0 -O3; do
            build "$cc$level" CC=$cc CFLAGS="$level" $strict || return 1
            hold "$cc $level" "$(sign env)"
        done
    done
    for locale in C.UTF-8 tr_TR.UTF-8 ja_JP.UTF-8 ar_EG.UTF-8; do
        hold "LC_ALL=$locale" "$(sign env LC_ALL=$locale)"
    done
    hold TZ=Pacific/Kiritimati "$(sign env TZ=Pacific/Kiritimati)"
    repeat_cases >hands
    for n in 1 2 5 16; do
        got=$(KAZOE_PATH=$top/rules ./kazoe score -r tenhou --json -j $n -f hands | cksum)
        first_of_jobs=${first_of_jobs-$got}
        say "-j $n: $got"
        test "$got" = "$first_of_jobs" || wrong="$wrong -j$n"
    done
    foreign i686 i386 i386-linux-gnu
    if need qemu-s390x-static; then
        foreign s390x s390x s390x-linux-gnu qemu-s390x-static
    fi
    test -z "$wrong" || { say "another signature:$wrong"; return 1; }
}
# The hands of the case files, many times.
repeat_cases() {
    sed -n 's/^ *hand: *"\(.*\)"$/\1/p' "$top"/rules/*.cases.yaml >once
    for _ in 1 2 3 4 5 6 7 8; do cat once; done
}

# --- one tarball --------------------------------------------------------------------------------

commit_time() {
    command -v git >/dev/null && git -C "$top" log -1 --format=%ct 2>/dev/null && return
    say "there is no commit for the time" >&2
    echo 1700000000
}
tarball() {
    need xz || return 0
    SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH-$(commit_time)}
    export SOURCE_DATE_EPOCH
    wanted=
    for n in 1 2; do
        build "dist$n" || return 1
        (umask 02$n && make distcheck >distcheck.log 2>&1) || { say "make distcheck failed: $PWD/distcheck.log"; return 1; }
        set -- "$@" "$(sha256sum <"$(ls ./*.tar.xz)" | cut -c 1-64)"
        say "$n: $(ls ./*.tar.xz) $(eval echo "\$$n")"
        sleep 2
    done
    test "$1" = "$2"
}

# --- checkers -----------------------------------------------------------------------------------

# tested NAME: run all of make check.
tested() {
    make -j "$jobs" check >check.log 2>&1
    ended=$?
    say "$1: $(grep -E '^# (TOTAL|FAIL|ERROR):' check.log | tr -s ' \n' ' ')"
    test $ended -eq 0 || { say "$1: $PWD/test-suite.log"; return 1; }
}
sanitizers() {
    wanted=all
    for cc in clang gcc; do
        command -v $cc >/dev/null || { skip "$cc is not installed"; continue; }
        build "sanitized-$cc" CC=$cc --enable-sanitizers && tested "$cc, address, undefined, leak" || return 1
    done
}
# Under a small ruleset every single allocation can be made to fail, including those of libyaml.
allocations() {
    need clang || return 0
    wanted='all tests/commands/failing_kazoe'
    build sanitized-clang CC=clang --enable-sanitizers || return 1
    small=$top/tests/fuzz/small.yaml hand=123456m23p55789s+1p
    mkdir -p rules && cp "$small" "$top/tests/fuzz/small-tiles.yaml" rules || return 1
    printf '%s\n' "check $small" "show $small" "show --yaml $small" "score -r $small --explain $hand" \
        "compare -r $small -r $small --set open_tanyao=no --explain $hand" "compare -r $small -r $small --set open_tanyao=no --summary $hand" "table $small" \
        "diff $small $small --set open_tanyao=no" "settle -r $small {\"draw\":\"exhaustive\"}" list >commands
    while read -r words; do
        # shellcheck disable=SC2086
        KAZOE_PATH=$PWD/rules tests/commands/failing_kazoe $words </dev/null >allocations.log 2>&1 ||
            { say "$words: $PWD/allocations.log"; return 1; }
        say "${words%% *}: $(cat allocations.log)"
    done <commands
}
# A million hands in eight threads. setarch -R, because the sanitizer cannot start with the randomized
# addresses of some kernels.
threads() {
    need clang || return 0
    wanted='libkazoecore.la tests/unit/threads.tap'
    build threads CC=clang CFLAGS='-O1 -g' --enable-sanitizers=thread || return 1
    KZ_LDFLAGS=sanitized SRCDIR=$top KAZOE_THREAD_HANDS=${KAZOE_THREAD_HANDS-1000000} \
        setarch -R tests/unit/threads.tap >threads.log 2>&1
    ended=$?
    say "$(grep -c '^ok' threads.log) passed"
    test $ended -eq 0 || { say "$PWD/threads.log"; return 1; }
}
# libyaml must be built with the sanitizer too, from the source of Debian.
memory() {
    need clang dpkg-source || return 0
    mkdir -p "$here/yaml-source" && cd "$here/yaml-source" || return 1
    ls ./*.dsc >/dev/null 2>&1 || apt-get source --download-only libyaml >/dev/null 2>&1 ||
        { skip 'no source of libyaml (deb-src in the sources of apt)'; return 0; }
    test -d libyaml || dpkg-source -x ./*.dsc libyaml >/dev/null 2>&1
    test -f libyaml.a || {
        for file in libyaml/src/*.c; do
            clang -g -O1 -fsanitize=memory -Ilibyaml/include -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 \
                -DYAML_VERSION_PATCH=5 -DYAML_VERSION_STRING='"0.2.5"' -c "$file" || return 1
        done
        ar rc libyaml.a ./*.o
    }
    wanted=
    build memory CC=clang CFLAGS='-O1 -g' --enable-sanitizers=memory --disable-shared || return 1
    make -j "$jobs" libkazoecore.la YAML_LIBS= >make.log 2>&1
    make -j "$jobs" kazoe tests/bench/bench LIBS="$here/yaml-source/libyaml.a" YAML_LIBS= >make.log 2>&1 || { say "make failed: $PWD/make.log"; return 1; }
    # shellcheck disable=SC2046
    mkdir -p drawn && tests/bench/bench --draw drawn --hands 20000 $(rules) || return 1
    # shellcheck disable=SC2046
    say "$(tests/bench/bench --signature drawn $(rules) | cksum)" || return 1
    for rules in $(rules); do
        ./kazoe check "$rules" && ./kazoe test "${rules%.yaml}.cases.yaml" >test.log 2>&1 || { say "$rules: $PWD/test.log"; return 1; }
    done
}
# grind COMMAND: return its exit status, 9 for findings.
grind() {
    env valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite "$@" >valgrind.log 2>&1
}
valgrind() {
    need valgrind || return 0
    wanted=all
    build valgrind --disable-shared CFLAGS='-O1 -g' || return 1
    make -j "$jobs" check TESTS= >make.log 2>&1 || { say "make failed: $PWD/make.log"; return 1; }
    bad=
    for unit in tests/unit/*.tap; do
        case $unit in
        # These score millions of hands, or have their own malloc.
        tests/unit/properties.tap | tests/unit/oracle.tap | tests/unit/combine.tap | tests/unit/memory.tap) continue ;;
        esac
        SRCDIR=$top KAZOE_HANDS=300 CK_FORK=no KAZOE_THREAD_HANDS=80 grind "$unit" || { bad="$bad $unit"; cp valgrind.log "$unit.log"; }
    done
    test -z "$bad" || { say "findings:$bad, in $PWD"; return 1; }
}
# Programs that end by a signal write no counts. The program that writes the tables of tiles runs during
# the build, and its counts are kept.
coverage() {
    need gcov python3 || return 0
    wanted=all
    build coverage --enable-coverage --disable-shared CFLAGS=-O0 CFLAGS_FOR_BUILD='-O0 --coverage' \
        CPPFLAGS=-DKZI_ALWAYS_INLINE=static || return 1
    find . -name '*.gcda' ! -name 'gen_splits-*' -exec rm -f {} +
    KAZOE_HANDS=${KAZOE_HANDS-3000} KAZOE_THREAD_HANDS=200 \
        make -k -j "$jobs" check >check.log 2>&1 || say "some tests fail: $PWD/check.log"
    python3 "$top/tests/long/coverage.py" "$top/src" . --missing >missing.txt
    python3 "$top/tests/long/coverage.py" "$top/src" . >table.txt || { tail -n 1 table.txt; say "$PWD/table.txt, missing.txt"; return 1; }
    say "$(tail -n 1 table.txt)"
}
# Try MUTANTS of all possible changes; another MUTANTS_SEED draws others.
mutants() {
    need python3 pkg-config || return 0
    wanted=all
    build mutants --disable-shared CFLAGS=-O1 || return 1
    make -j "$jobs" check TESTS= >make.log 2>&1 || { say "make failed: $PWD/make.log"; return 1; }
    python3 "$top/tests/long/mutate.py" "$top" . --jobs "$jobs" --count "${MUTANTS-400}" --seed "${MUTANTS_SEED-1}" \
        >mutants.txt 2>&1
    ended=$?
    python3 "$top/tests/long/mutate.py" "$top" . --jobs "$jobs" --topics --count "${MUTANTS-100}" \
        --seed "${MUTANTS_SEED-1}" >topics.txt 2>&1 || ended=$?
    grep -hE 'survived' mutants.txt topics.txt
    say "$(tail -n 1 mutants.txt)"
    say "topics: $(tail -n 1 topics.txt)"
    return $ended
}
# 400,000 random hands of each ruleset: their payments and fu fit them, and every yaku has scored.
properties() {
    wanted='all tests/unit/properties.tap'
    build properties --disable-shared CFLAGS=-O2 || return 1
    KAZOE_HANDS=400000 SRCDIR=$top tests/unit/properties.tap >properties.log 2>&1 ||
        { say "$PWD/properties.log"; return 1; }
}
# A million random hands of five rulesets, written in each notation that holds them, and read back.
notations() {
    wanted='all tests/unit/notations.tap'
    build notations --disable-shared CFLAGS=-O2 || return 1
    KAZOE_HANDS=${HANDS-1000000} SRCDIR=$top tests/unit/notations.tap >notations.log 2>&1
    ended=$?
    sed -n 's/^\(.*\) hands there and back$/\1/p' notations.log | while read -r figures; do say "$figures"; done
    test $ended -eq 0 || say "$PWD/notations.log"
    return $ended
}
# GAMES games for four and as many for three, as logs of each format, and as many hands in the notation gb: every
# settlement agrees, and every kind of event came.
logs() {
    wanted='all tests/logs/games'
    build logs --disable-shared CFLAGS=-O2 || return 1
    ended=0
    for players in 4 3; do
        for format in mjlog mjai tenhou6 majiang majsoul botzone; do
            rules=tenhou
            # Logs of majiang and botzone have four players.
            case $players$format in 3majiang | 3botzone) continue ;; esac
            test $players -eq 4 || rules=tenhou-sanma
            test $format != botzone || rules=mcr-2006
            rm -rf games && mkdir games
            tests/logs/games --players $players --games "${GAMES-10000}" --format $format --seed "${SEED-1}" games >events.txt || return 1
            find games -type f | sort | KAZOE_PATH=$top/rules xargs ./kazoe replay -r $rules >replay.txt || ended=1
            say "$format for $players: $(awk '/^games/ { rounds += $2; wins += $4 } END { print rounds " rounds, " wins " wins" }' replay.txt)"
            grep -v ': all agree$' replay.txt | head -n 5
            # Three players have no chow, and fewer draws; four lay nothing aside; botzone is no riichi.
            lacks='laid aside'
            test $players -eq 4 || lacks='chow|four winds|four riichi|triple'
            test $format != botzone || lacks='riichi|aside|within|first|limit|only|nine|winds|kongs|triple|several|liab|carried'
            never=$(sed -n 's/^0 //p' events.txt | grep -vE "$lacks")
            test -z "$never" || { say "never came: $never"; ended=1; }
        done
    done
    # A hand in the notation gb wins, and is worth the same as a record.
    KAZOE_PATH=$top/rules
    export KAZOE_PATH
    ./kazoe deal -r mcr-2006 -n "${GAMES-10000}" --seed "${SEED-1}" | ./kazoe convert --to gb --tiles-only >hands.gb || return 1
    ./kazoe replay hands.gb >replay.txt || ended=1
    ./kazoe replay --hands hands.gb | ./kazoe score -r mcr-2006 --json | sed 's/.*"total":\([0-9]*\).*/\1/' >got
    ./kazoe score -r mcr-2006 --notation gb --json <hands.gb | sed 's/.*"total":\([0-9]*\).*/\1/' >want
    say "gb: $(grep -c '1 round, 1 win, 0 draws: all agree$' replay.txt) wins"
    cmp got want && test "$(wc -l <got)" -eq "${GAMES-10000}" || ended=1
    return $ended
}
# The rows that the build writes, for programs that only read the source.
rows() {
    mkdir -p "$here/words" "$here/report" && sh "$top/src/catalogue.sh" "$top/src/words/en.yaml" >"$here/words/english.def" &&
        sh "$top/src/layouts.sh" "$top/src/report/layouts.txt" >"$here/report/layouts.def"
}
tidy() {
    need clang-tidy || return 0
    rows && rm -rf "$here/tidy" && mkdir "$here/tidy" && cd "$top" || return 1
    # shellcheck disable=SC2016
    find src -name '*.c' ! -name splits_classic.c ! -name assets.c | xargs -P "$jobs" -I FILE sh -c '
        clang-tidy --quiet --warnings-as-errors="*" "$1" -- -std=c11 -D_GNU_SOURCE -Isrc -I"$2" \
            -DKZ_RULES_DIR="\".\"" >"$2/tidy/$(echo "$1" | tr / -).log" 2>/dev/null' sh FILE "$here"
    ended=$?
    cat "$here"/tidy/*.log >"$here/tidy.log"
    test $ended -eq 0 || { say "$here/tidy.log"; return 1; }
}
# ctuuninitvar is off, because cppcheck does not see what a callee initializes; clang's analyzer and the
# memory sanitizer check for that. Other false findings are suppressed in their place.
cppcheck() {
    need cppcheck || return 0
    rows || return 1
    (cd "$top" && command cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
        --suppress=ctuuninitvar --error-exitcode=1 -Isrc -I"$here" -D_GNU_SOURCE -DKZ_RULES_DIR='"."' src) >cppcheck.log 2>&1 || { say "$PWD/cppcheck.log"; return 1; }
}
# Shanten and looking ahead, compared with slow searches; and with published hands, if KAZOE_SHANTEN names
# a file of them.
shanten() {
    wanted='all tests/unit/shanten.tap tests/unit/prospect.tap'
    build shanten CFLAGS=-O2 || return 1
    export SRCDIR="$top" BUILDDIR="$PWD"
    KAZOE_HANDS=20000 tests/unit/shanten.tap >shanten.tap || { say "$PWD/shanten.tap"; return 1; }
    for ruleset in tenhou mcr-2006 taiwan-16; do
        # In parts, because Check holds the time of a test in microseconds in an int.
        for part in 0 1 2 3 4 5 6 7 8 9; do
            KAZOE_RULESET=$ruleset KAZOE_FIRST=${part}00000 KAZOE_HANDS=100000 tests/unit/shanten.tap >"$ruleset.tap" ||
                { say "$PWD/$ruleset.tap"; return 1; }
        done
        say "$ruleset: a million hands"
    done
    KAZOE_TURN_HANDS=200 tests/unit/prospect.tap >prospect.tap || { say "$PWD/prospect.tap"; return 1; }
}
# The default checkers, and all others about C and portability.
analyzer() {
    need scan-build || return 0
    set --
    for checker in valist.CopyToSelf valist.Uninitialized valist.Unterminated optin.portability.UnixAPI \
        security.FloatLoopCounter security.insecureAPI.bcmp security.insecureAPI.bcopy \
        security.insecureAPI.bzero security.insecureAPI.rand; do
        set -- "$@" -enable-checker "$checker"
    done
    mkdir -p "$here/analyzer" && cd "$here/analyzer" || return 1
    scan-build -o reports "$top/configure" -q --disable-shared >configure.log 2>&1 &&
        scan-build --status-bugs -o reports "$@" make -j "$jobs" >make.log 2>&1 || { say "$PWD/make.log"; return 1; }
}

for step; do
    cd "$here" || exit 2
    begun=$(date +%s)
    if $step; then
        say "done in $(($(date +%s) - begun)) s"
    else
        failed="$failed $step"
        say FAILED
    fi
done
test -z "$failed" || { echo "failed:$failed"; exit 1; }
