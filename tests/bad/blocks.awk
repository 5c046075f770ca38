# Split files of blocks (see bad.tap): write the rules of each block to FOLDER/NAME.yaml and the output
# that it expects to FOLDER/NAME.err, and print "NAME FILE NUMBER". With found=yes print the file
# anew instead, with FOLDER/NAME.out as what a block expects.
#
#     awk -f blocks.awk -v folder=FOLDER [-v found=yes] FILE...

function end_block(    base, line) {
    if (name == "") return
    base = folder "/" name
    sub(/\n+$/, "\n", rules)
    sub(/\n+$/, "\n", output)
    if (found) {
        printf "%s===\n", rules
        while ((getline line <(base ".out")) > 0) print line
        close(base ".out")
    } else {
        printf "%s%s", (rules ~ /^kazoe:/ ? "" : head), rules >(base ".yaml")
        printf "%s", output >(base ".err")
        close(base ".yaml")
        close(base ".err")
        print name, file, number
    }
}

FNR == 1 {
    end_block()
    file = FILENAME
    gsub(/.*\/|[.].*/, "", file)
    name = head = ""
    number = 0
}
/^--- ./ {
    end_block()
    if (found) print (number ? "\n" : "") $0
    number++
    name = substr($0, 5)
    gsub(/ /, "_", name)
    if (name in place) {
        print FILENAME ":" FNR ": " place[name] " has a block of this name" >"/dev/stderr"
        exit failed = 1
    }
    place[name] = FILENAME ":" FNR
    rules = output = ""
    outputs = 0
    next
}
name == "" {
    if (NF && !/^#/) head = head $0 "\n"
    if (found) print
    next
}
$0 == "===" { outputs = 1; next }
outputs { output = output $0 "\n"; next }
{ rules = rules $0 "\n" }
END {
    if (!failed) end_block()
    exit failed
}
