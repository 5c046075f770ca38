#!/bin/sh
# catalogue.sh FILE: print a catalogue of rules/languages as rows of C: ENGLISH(name, code, text) for each line in
# its order, then BY_CODE(name) in the order of the codes.
set -eu
rows=$(awk '
    /^[A-Za-z0-9_.\/]+: ".*"$/ {
        at = index($0, ": ")
        name = code = substr($0, 1, at - 1)
        gsub(/[.\/]/, "_", name)
        print "ENGLISH(" name ", \"" code "\", " substr($0, at + 2) ")"
        next
    }
    /^[^#]/ { print FILENAME ":" FNR ": not a line CODE: \"TEXT\"" >"/dev/stderr"; exit 1 }' "$1")
printf '%s\n' "$rows"
printf '%s\n' "$rows" | LC_ALL=C sort -t '"' -k 2,2 | sed 's/^ENGLISH(\([^,]*\),.*/BY_CODE(\1)/'
