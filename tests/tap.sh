# shellcheck shell=sh
# Read by the *.tap scripts: counts what they report, and states the plan at the end.
# $scratch is a folder of the test's own; it goes when the test ends.

tap_count=0
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT

# tap ok|'not ok' NAME
tap() {
    tap_count=$((tap_count + 1))
    printf '%s %d - %s\n' "$1" "$tap_count" "$2"
}

# tap_same NAME EXPECTED ACTUAL: whether two files are the same; if not, where they differ.
tap_same() {
    if test -f "$2" && cmp -s "$2" "$3"; then
        tap ok "$1"
    else
        tap 'not ok' "$1"
        diff -u --label wanted --label got "$2" "$3" 2>&1 | sed 's/^/# /'
    fi
}

# tap_record NAME EXPECTED ACTUAL: tap_same; with UPDATE set, EXPECTED becomes what was got.
tap_record() {
    if test -n "${UPDATE-}" && ! cmp -s "$2" "$3"; then
        cat "$3" >"$2" && echo "# wrote $2"
    fi
    tap_same "$1" "$2" "$3"
}

# tap_path: puts kazoe on PATH, as for someone who has installed it.
tap_path() {
    mkdir "$scratch/bin" && ln -s "$KAZOE" "$scratch/bin/kazoe" || exit 99
    PATH=$scratch/bin:$PATH
    export PATH
}

# tap_small_stack COMMAND...: runs it on a stack of 64 KiB.
tap_small_stack() {
    # What does not know -s does not get further than the next lines.
    # shellcheck disable=SC3045
    (ulimit -s 64 && exec "$@")
}

# Whether that can be: sanitizers need more, and so does code that is not optimized.
tap_has_small_stack() {
    case $KZ_LDFLAGS in *sanitize* | *coverage*) return 1 ;; esac
    tap_small_stack "$KAZOE" --version >/dev/null 2>&1
}

# tap_no_terminal: why script(1) cannot run a command on a terminal here; nothing if it can.
tap_no_terminal() {
    if ! command -v script >/dev/null; then
        echo "the program script is not installed"
    elif ! tap_said=$(script -qec true /dev/null 2>&1 </dev/null); then
        echo "no terminal can be opened: ${tap_said:-script fails}"
    fi
}

# tap_done WHAT: the plan; WHAT there was none of, if nothing was reported.
tap_done() {
    if test $tap_count -eq 0; then
        echo "1..0 # SKIP no $1"
    else
        echo "1..$tap_count"
    fi
}
