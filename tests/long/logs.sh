#!/bin/sh
# Check a folder of logs, such as public ones: which cannot be read, which were settled otherwise, and
# how many there are in all. Options of kazoe replay (-r RULESET, -j N) may follow.
#
#     tests/long/logs.sh FOLDER [OPTIONS]
#
# Exit status 0: all agree.
set -u
test $# -ge 1 && test -d "$1" || { echo "usage: $0 FOLDER [OPTIONS]" >&2; exit 2; }
folder=$1
shift
kazoe=${KAZOE-./kazoe}
said=$(mktemp) || exit 2
trap 'rm -f "$said"' EXIT
find "$folder" -type f ! -name '.*' -print0 | sort -z | xargs -0 "$kazoe" replay --json -j 0 "$@" >"$said"
# Logs that are quoted here end with their line.
grep -E '"error":\{|"disagree":\[\{' "$said"
grep '^{"summary"' "$said" | tr '{}:,"' '     ' | awk '
    { for (i = 2; i < NF; i += 2) { if (!($i in sums)) names[++n] = $i; sums[$i] += $(i + 1) } }
    END { for (i = 1; i <= n; i++) printf("%s%s %d", (i > 1 ? ", " : ""), names[i], sums[names[i]]); print ""
          exit sums["errors"] || sums["disagree"] || !n }'
