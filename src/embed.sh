#!/bin/sh
# embed.sh FILE...: print C that defines each text file as a constant, kzi_asset_page for page.css. Lines that are
# empty or a comment are left out; so are blanks at the beginning of a line, except in JSON.
set -eu
for file; do
    name=${file##*/}
    name=kzi_asset_${name%.*}
    printf 'extern const char %s[];\nconst char %s[] =\n' "$name" "$name"
    awk '
        FILENAME !~ /[.]json$/ { sub(/^ +/, "") }
        /^\/\*/ { comment = 1 }
        !comment && NF { gsub(/[\\"]/, "\\\\&"); print "    \"" $0 "\\n\"" }
        /\*\/$/ { comment = 0 }
        END { print "    ;" }' "$file"
done
