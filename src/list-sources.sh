#!/bin/sh
# Write the lists of files to build: src/sources.mk (the C of each folder, the files that are embedded, the
# manual pages) and tests/units.mk (the test scripts; one program for each tests/unit/NAME.c, two for each target
# in tests/fuzz). ./autogen.sh runs this; with --check, for tests/tree/sources.test, only report lists that are
# out of date.
set -eu
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/.."
check=no
case ${1-} in
'') ;;
--check) check=yes ;;
*) echo "usage: $0 [--check]" >&2; exit 2 ;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# variable NAME FILE...: print an assignment with one file a line, without patterns that match nothing.
variable() {
    printf '%s =' "$1"
    shift
    for file; do
        test -f "$file" || continue
        case $file in
        # Makefile.am itself names what is written during the build, and what writes it. Unit tests
        # are programs, each with its own variables.
        src/analysis/assets.c | src/words/english.def | src/report/layouts.def | src/tile/gen_splits.c | src/tile/splits_classic.c | src/tile/classic_tables.c | tests/unit/*.tap) continue ;;
        esac
        printf ' \\\n\t%s' "$file"
    done
    printf '\n'
}

# folder NAME: print its files and those of its subfolders, sorted.
folder() {
    find "src/$1" -type f \( -name '*.c' -o -name '*.h' -o -name '*.def' \) | sort
}

sources() {
    echo "# Written by src/list-sources.sh, which ./autogen.sh runs."
    for floor in base tile hand rules words compile score report analysis logs cli; do
        # None of our names has a blank.
        # shellcheck disable=SC2046
        variable "KZ_$(echo "$floor" | tr '[:lower:]' '[:upper:]')" $(folder "$floor")
    done
    variable KZ_API src/api*.c src/api.h
    variable KZ_ASSETS src/analysis/*/*.css src/analysis/*/*.svg src/analysis/*/*.json
    variable KZ_PAGES doc/man/*.[1-8]
    variable KZ_EXAMPLES doc/examples/*.c
}

units() {
    echo "# Written by src/list-sources.sh, which ./autogen.sh runs."
    variable KZ_TEST_FILES tests/*/*.tap tests/*/*.test
    variable KZ_TEST_SHARED tests/*/*.h
    echo "KZ_UNITS ="
    # The dollars below are for make.
    # shellcheck disable=SC2016
    for file in tests/unit/*.c; do
        test -f "$file" || continue
        program=${file%.c}.tap
        name=$(echo "$program" | tr /. __)
        printf '\nKZ_UNITS += %s\n' "$program"
        printf '%s_SOURCES = %s\n' "$name" "$file"
        printf '%s_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)\n' "$name"
        printf '%s_LDADD = $(KZ_ALL) $(CHECK_LIBS)\n' "$name"
    done
}

# Two programs for each target: one reads its bytes from files, the other is run by libFuzzer.
targets() {
    printf '\nKZ_REPLAYS =\nKZ_FUZZERS =\n'
    for file in tests/fuzz/*.c; do
        name=$(basename "$file" .c)
        case $name in
        '*' | target | replay | words) continue ;;
        esac
        # The dollars below are for make.
        # shellcheck disable=SC2016
        printf '\nKZ_REPLAYS += tests/fuzz/replay-%s\n' "$name"
        # shellcheck disable=SC2016
        printf 'tests_fuzz_replay_%s_SOURCES = %s tests/fuzz/replay.c $(KZ_FUZZ_SHARED)\n' "$name" "$file"
        printf 'tests_fuzz_replay_%s_LDADD = $(KZ_ALL)\n' "$name"
        printf 'KZ_FUZZERS += tests/fuzz/fuzz-%s\n' "$name"
        # shellcheck disable=SC2016
        printf 'tests_fuzz_fuzz_%s_SOURCES = %s $(KZ_FUZZ_SHARED)\n' "$name" "$file"
        printf 'tests_fuzz_fuzz_%s_LDADD = $(KZ_ALL)\n' "$name"
        # shellcheck disable=SC2016
        printf 'tests_fuzz_fuzz_%s_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer\n' "$name"
    done
}

# update FILE: write it only if it changed, so that make does not start over.
update() {
    if cmp -s "$1" "$scratch/new"; then
        return 0
    elif test $check = yes; then
        echo "$1 is out of date: run ./autogen.sh"
        diff -u --label committed --label found "$1" "$scratch/new" || status=1
    else
        cat "$scratch/new" >"$1"
    fi
}

status=0
sources >"$scratch/new"
update src/sources.mk
{ units && targets; } >"$scratch/new"
update tests/units.mk
exit $status
