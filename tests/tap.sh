# shellcheck shell=sh
# Read by the *.tap scripts: count what they report, and print the plan at the end. $scratch is a
# folder of the test's own, which is removed when the test ends.

tap_count=0
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT

# tap ok|'not ok' NAME
tap() {
    tap_count=$((tap_count + 1))
    printf '%s %d - %s\n' "$1" "$tap_count" "$2"
}

# tap_same NAME EXPECTED ACTUAL: the two files are the same; if not, print the difference.
tap_same() {
    if test -f "$2" && cmp -s "$2" "$3"; then
        tap ok "$1"
    else
        tap 'not ok' "$1"
        diff -u --label wanted --label got "$2" "$3" 2>&1 | sed 's/^/# /'
    fi
}

# tap_record NAME EXPECTED ACTUAL: tap_same; with UPDATE set, copy ACTUAL to EXPECTED first.
tap_record() {
    if test -n "${UPDATE-}" && ! cmp -s "$2" "$3"; then
        cat "$3" >"$2" && echo "# wrote $2"
    fi
    tap_same "$1" "$2" "$3"
}

# tap_lasting FILE...: remove from them the text that changes without a change of output: folders with each build, digests
# with every rule, line numbers of rules with every line before them, the version with each release.
tap_lasting() {
    sed -E -i "s|$SRCDIR/||g; s|$PWD/||g"'
        s/(digest"?:? +"?|"digest":")[0-9a-f]{16}/\10123456789abcdef/g
        s/(rules\/[a-z0-9/-]+\.yaml):[0-9]+/\1:N/g
        s/(rules\/[a-z0-9/-]+\.yaml","line":)[0-9]+/\10/g
        s/((\(|\x1b\[2m)[a-z0-9-]+\.yaml):[0-9]+/\1:N/g
        s/(Made by kazoe )[0-9][0-9.]*\./\1N./' "$@"
}

# tap_path: put kazoe on PATH, as for a user who has installed it.
tap_path() {
    mkdir "$scratch/bin" && ln -s "$KAZOE" "$scratch/bin/kazoe" || exit 99
    PATH=$scratch/bin:$PATH
    export PATH
}

# tap_small_stack COMMAND...: run it on a stack of 64 KiB.
tap_small_stack() {
    # A shell that does not know -s ends here.
    # shellcheck disable=SC3045
    (ulimit -s 64 && exec "$@")
}

# Sanitizers and unoptimized code need more.
tap_has_small_stack() {
    case $KZ_LDFLAGS in *sanitize* | *coverage*) return 1 ;; esac
    tap_small_stack "$KAZOE" --version >/dev/null 2>&1
}

# tap_no_terminal: print why script(1) cannot run a command on a terminal here, or nothing if it
# can.
tap_no_terminal() {
    if ! command -v script >/dev/null; then
        echo "the program script is not installed"
    elif ! tap_said=$(script -qec true /dev/null 2>&1 </dev/null); then
        echo "no terminal can be opened: ${tap_said:-script fails}"
    fi
}

# tap_done WHAT: print the plan; without any reports, say that there were no WHAT.
tap_done() {
    if test $tap_count -eq 0; then
        echo "1..0 # SKIP no $1"
    else
        echo "1..$tap_count"
    fi
}
