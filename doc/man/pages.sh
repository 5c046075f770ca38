#!/bin/sh
# Write what follows from the help of the commands: the manual pages, doc/man/kazoe-*.[1-8], and
# the list of commands and options in completion/kazoe. Run it after a change of help, of a .mdoc
# file or of the version: doc/man/pages.sh [KAZOE]. With --check, for tests/tree/man.test, only report
# what is out of date.
set -eu
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/../.."
check=no
if test "${1-}" = --check; then
    check=yes
    shift
fi
kazoe=${1-./kazoe}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

# update FILE: replace it by what was written.
update() {
    if cmp -s "$1" "$scratch/new"; then
        return 0
    elif test $check = yes; then
        echo "$1 is out of date: run doc/man/pages.sh"
        diff -u --label committed --label wanted "$1" "$scratch/new" | head -n 40 || :
        status=1
    else
        cat "$scratch/new" >"$1"
        echo "wrote $1"
    fi
}

# page NAME SECTION SOURCE: from its source, and the help on standard input.
page() {
    awk -v name="$1" -v section="$2" -v version="$version" -v date="$date" -f doc/man/page.awk \
        "doc/man/$3.mdoc" - >"$scratch/new"
    update "doc/man/$1.$2"
    echo "doc/man/$1.$2" >>"$scratch/written"
}

version=$("$kazoe" --version)
version=${version#kazoe }
date=$(sed -n 's/^## \[[0-9.]*\] - //p' CHANGELOG.md | head -n 1)
"$kazoe" --help >"$scratch/help"
commands=$(sed -n '/^Options:/q; s/^  \([a-z]*\) .*/\1/p' "$scratch/help")

page kazoe 1 kazoe <"$scratch/help"
for command in $commands; do
    "$kazoe" help "$command" >"$scratch/of_$command"
    page "kazoe-$command" 1 "$command" <"$scratch/of_$command"
done
for subject in hands json; do
    page "kazoe-$subject" 5 "$subject" </dev/null
done
for file in doc/man/*; do
    case $file in
    *.mdoc | */pages.sh | */page.awk) continue ;;
    esac
    grep -qxF "$file" "$scratch/written" || {
        echo "$file: no command has that name"
        status=1
    }
done

# For each command its options, with = and the name of their value, then the words after them.
{
    sed '/^# >>>/q' completion/kazoe
    echo '_kazoe_help() {'
    echo '    case ${1-} in'
    printf "    '') echo %s ;;\n" "$(echo $commands)"
    for command in $commands; do
        printf '    %s) echo \\\n' "$command"
        awk '/^Usage:/ { words = $0; sub(/.*OPTIONS\]/, "", words); gsub(/[][.]/, "", words) }
             /^Options:/ { inside = 1 }
             /^$/ { inside = 0 }
             inside && match($0, /^  (-.,|   ) --[a-z-]+(=[A-Z=]+)?/) {
                 letter = substr($0, 3, 2)
                 name = substr($0, 7, RLENGTH - 6)
                 value = ""
                 if (match(name, /=.*/)) value = substr(name, RSTART)
                 sub(/=.*/, "", name)
                 if (name == "--overlay") value = "=OVERLAY"
                 if (letter ~ /-/) printf "%s ", letter value
                 printf "%s ", name value
             }
             END { print words }' "$scratch/of_$command" |
            fold -s -w 90 | sed 's/ *$//; s/^ */        /; $!s/$/ \\/; $s/$/ ;;/'
    done
    echo '    esac'
    echo '}'
    sed -n '/^# <<</,$p' completion/kazoe
} >"$scratch/new"
update completion/kazoe
exit $status
