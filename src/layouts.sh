#!/bin/sh
# layouts.sh FILE: print src/report/layouts.txt as rows of C. Each layout is LAYOUT(name, step) with the number of
# its first step, followed by its steps, STEP(kind, mark, words, to). layout.c explains the kinds.
set -eu
awk '
function fail(why) {
    print FILENAME ":" line[name] ": " name ": " why >"/dev/stderr"
    failed = 1
    exit 1
}

function step(of, sign, says, where) {
    kind[steps] = of; mark[steps] = sign; words[steps] = says; to[steps] = where
    return steps++
}

# End the part that step number `began` begins, and store the end in it.
function end(began) {
    to[began] = step("END", " ", "", 0)
}

# Return the rest of the layout.
function rest() {
    return substr(text, at)
}

# Compile the text between { and }. A key with dots names a member of a member.
function member(sign, key, how, what,   dot, began) {
    dot = index(substr(key, 2), ".")
    if (dot) {
        began = step("INTO", " ", substr(key, 1, dot), 0)
        member(sign, substr(key, dot + 2), how, what)
        end(began)
    } else if (how == "" || how == ":" || how == "?")
        step(how == "?" ? "COUNT" : "MEMBER", sign, key, what == "" ? "KZI_SENTENCES" : "KZI_SAYS_" what)
    else if (how in lists)
        step(lists[how], sign, key, "KZI_LAYOUT_" (what == "" ? "itself" : what))
    else
        fail("there is no {" key how what "}")
}

function field(   inner, sign, close_at) {
    close_at = index(rest(), "}")
    if (!close_at)
        fail("a { is not closed")
    inner = substr(text, at + 1, close_at - 2)
    at += close_at
    sign = " "
    if (inner ~ /^[!~]/) {
        sign = substr(inner, 1, 1)
        inner = substr(inner, 2)
    }
    if (inner ~ /^@/) {
        inner = substr(inner, 2)
        gsub(/[.\/]/, "_", inner)
        step("SAYS", sign, "", "KZI_SAYS_" inner)
        return
    }
    match(inner, /^[A-Za-z0-9_.]*/)
    member(sign, substr(inner, 1, RLENGTH), substr(inner, RLENGTH + 1, 1), substr(inner, RLENGTH + 2))
}

# Compile a heading or a line of a list, up to the end of its line.
function marked_line(c,   began) {
    match(rest(), /^(#+ *|[*] )/)
    began = c == "#" ? step("HEADING", index(rest(), "##") == 1 ? "3" : "2", "", 0) : step("ITEM", " ", "", 0)
    at += RLENGTH
    part("]\n")
    end(began)
    at += substr(text, at, 1) == "\n"
}

# Compile a part, up to one of the characters in `ends`.
function part(ends,   c, began, new) {
    for (new = 1; at <= length(text) && !index(ends, c = substr(text, at, 1));) {
        if (new && index("#*", c) && !index(ends, "\n")) {
            marked_line(c)
            continue
        }
        new = c == "\n"
        if (c == "{") {
            field()
        } else if (c == "[") {
            at++
            began = step("OPTIONAL", " ", "", 0)
            part(ends)
            if (substr(text, at++, 1) != "]")
                fail("a [ is not closed")
            end(began)
        } else if (c == "\n" || c == "\t") {
            step(c == "\n" ? "LINE" : "GAP", " ", "", 0)
            at++
        } else {
            if (!match(substr(text, at + 1), /[][{|\n\t]/))
                RSTART = length(text)
            step("WORDS", " ", substr(text, at, RSTART), 0)
            at += RSTART
        }
    }
}

function cell(   c) {
    c = substr(text, at, 1)
    if (match(rest(), /^[{][a-z0-9_.]+[*][a-z0-9_]+[}]/)) {
        c = substr(text, at + 1, RLENGTH - 2)
        at += RLENGTH
        step("TIMES", " ", substr(c, 1, index(c, "*") - 1), "KZI_LAYOUT_" substr(c, index(c, "*") + 1))
        return
    }
    at += c == ">" || c == "<"
    step("CELL", c == ">" || c == "<" ? c : " ", "", 0)
    part("]|\n")
}

# Compile the rows of a table; store in each where the next begins.
function rows(   row, key) {
    for (;;) {
        row = step("ROW", " ", key, 0)
        while (substr(text, at, 1) != "\n") {
            cell()
            if (substr(text, at, 1) != "|")
                break
            at++
            if (at > length(text) || substr(text, at, 1) == "\n") {
                cell()
                break
            }
        }
        if (substr(text, at++, 1) != "\n" || at > length(text))
            break
        to[row] = steps
        key = ""
        if (match(rest(), /^[+][a-z0-9_.]+ /)) {
            key = substr(text, at + 1, RLENGTH - 2)
            at += RLENGTH
        }
    }
    at--
}

BEGIN {
    steps = 0
    lists["/"] = "EACH"; lists[","] = "JOINED"; lists[" "] = "SPACED"; lists["%"] = "FLOW"; lists["#"] = "TABLE"
}
/^#/ || /^$/ { next }
/^[a-z0-9_]+:$/ {
    name = substr($0, 1, length($0) - 1)
    names[++count] = name
    line[name] = FNR
    next
}
!/^    / || !count { name = $0; line[name] = FNR; fail("neither NAME: nor a line of a layout") }
{ texts[name] = texts[name] substr($0, 5) }
END {
    if (failed)
        exit 1
    for (i = 1; i <= count; i++)
        for (text = texts[names[i]]; match(text, /[{][a-z0-9_.]*[#*][a-z0-9_]+[}]/); text = substr(text, RSTART + RLENGTH)) {
            field_text = substr(text, RSTART, RLENGTH - 1)
            sub(/.*[#*]/, "", field_text)
            is_table[field_text] = 1
        }
    for (i = 1; i <= count; i++) {
        name = names[i]
        text = texts[name]
        gsub(/\\n/, "\n", text)
        gsub(/\\t/, "\t", text)
        at = 1
        first[i] = steps
        if (name in is_table)
            rows()
        else
            part("]")
        if (at <= length(text))
            fail("a ] closes nothing")
        step("END", " ", "", 0)
    }
    for (i = 1; i <= count; i++) {
        print "LAYOUT(" names[i] ", " first[i] ")"
        for (at = first[i]; at < (i < count ? first[i + 1] : steps); at++) {
            gsub(/["\\]/, "\\\\&", words[at])
            print "STEP(" kind[at] ", \047" mark[at] "\047, \"" words[at] "\", " to[at] ")"
        }
    }
}' "$1"
