#!/bin/sh
# embed.sh HEADER NAME=FILE...: print C that defines each text file as the constant NAME, which HEADER
# declares.  Blanks at the beginning of a line and lines that are empty or a comment are left out.
set -eu
printf '#include "%s"\n' "$1"
shift
for file; do
    printf '\nconst char %s[] =\n' "${file%%=*}"
    awk '
        { sub(/^ +/, "") }
        /^\/\*/ { comment = 1 }
        !comment && NF { gsub(/[\\"]/, "\\\\&"); print "    \"" $0 "\\n\"" }
        /\*\/$/ { comment = 0 }
        END { print "    ;" }' "${file#*=}"
done
