#!/bin/sh
# make fuzz: run fuzz targets one after the other, in the build folder.
#
#     run.sh 'PROGRAM...' SECONDS RUNS 'NAME...'
#
# Useful inputs that a target has found are kept in fuzz/NAME for the next run. Inputs that make it
# fail are left in fuzz/found, and belong in tests/fuzz/found/NAME of the source. Into tests/fuzz/corpus
# go those that reach something new: fuzz-NAME -set_cover_merge=1 EMPTY-FOLDER CORPUS fuzz/NAME.
set -u
programs=$1 seconds=${2:-60} runs=${3:--1} wanted=$4
mkdir -p fuzz/found || exit
status=0

# The greatest input: the size of a rule file, of a hand or deal, or of a recipe for a hand.
longest() {
    case $1 in
    rules | cases | game) echo 2048 ;;
    log) echo 12288 ;;
    pairs) echo 64 ;;
    *) echo 512 ;;
    esac
}

words() {
    case $1 in
    rules | cases) tests/fuzz/words "$1" ;;
    pairs | log) ;;
    *) tests/fuzz/words hands ;;
    esac
}

for program in $programs; do
    name=${program##*/fuzz-}
    case " ${wanted:-$name} " in
    *" $name "*) ;;
    *) continue ;;
    esac
    mkdir -p "fuzz/$name" && words "$name" >"fuzz/$name.dict" || exit
    dictionary=
    test ! -s "fuzz/$name.dict" || dictionary=fuzz/$name.dict
    set -- "fuzz/$name"
    for folder in corpus found; do
        test ! -d "$SRCDIR/tests/fuzz/$folder/$name" || set -- "$@" "$SRCDIR/tests/fuzz/$folder/$name"
    done
    ASAN_OPTIONS=malloc_context_size=1:quarantine_size_mb=16${ASAN_OPTIONS:+:$ASAN_OPTIONS} \
        "$program" ${dictionary:+-dict="$dictionary"} -max_total_time="$seconds" -runs="$runs" \
        -max_len="$(longest "$name")" -timeout=20 -print_final_stats=1 \
        -artifact_prefix="fuzz/found/$name-" "$@" >"fuzz/$name.log" 2>&1
    found=$?
    count=$(sed -n 's/^stat::number_of_executed_units: *//p' "fuzz/$name.log")
    if test $found -eq 0; then
        echo "$name: ${count:-0} executions, nothing found"
    else
        echo "$name: stopped after ${count:-no} executions: fuzz/$name.log"
        status=1
    fi
done
exit $status
