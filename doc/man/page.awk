# page.awk - print a manual page: awk -v name=kazoe-score -v section=1 -v version=0.1.0 \
#   -v date=2026-11-28 -f page.awk SOURCE HELP
#
# For a command, HELP is what kazoe help COMMAND prints, and becomes the name, synopsis, description,
# options, exit status and examples. SOURCE, in mdoc(7), adds to them after these comments:
#   .\" INTRODUCTION   before the description
#   .\" DESCRIPTION    after the description (also without this comment)
#   .\" --option       after the sentence on that option
#   .\" SECTIONS       after the options
#   .\" EXAMPLES       after the examples
#   .\" SEE ALSO       in SEE ALSO, after kazoe(1)
# Any other page is SOURCE alone, in which .\" COMMANDS stands for the list of kazoe help.

function literal(line) {
    gsub(/\\/, "\\e", line)
    gsub(/'/, "\\(aq", line)
    gsub(/-/, "\\-", line)
    gsub(/\^/, "\\(ha", line)
    gsub(/~/, "\\(ti", line)
    return line ~ /^\./ ? "\\&" line : line
}

# Options in a sentence keep their hyphens. A sentence begins a line.
function prose(line, out) {
    gsub(/\\/, "\\e", line)
    if (line ~ /^['.]/) line = "\\&" line
    sub(/^-/, "\\-", line)
    gsub(/ --/, " \\-\\-", line)
    gsub(/ -/, " \\-", line)
    gsub(/\\--/, "\\-\\-", line)
    out = ""
    while (match(line, /[^.]\. [^ ]/)) {
        out = out substr(line, 1, RSTART + 1) "\n"
        line = substr(line, RSTART + 3)
    }
    return out line
}

function sentence(text) { return capital(text) (text ~ /\.$/ ? "" : ".") }

function capital(text) { return toupper(substr(text, 1, 1)) substr(text, 2) }

# Words of a synopsis: -r RULESET, --to NOTATION, HAND, ...
function synopsis_words(text, n, words, i, out) {
    n = split(text, words, " ")
    out = ""
    for (i = 1; i <= n; i++)
        out = out (i > 1 ? " " : "") (words[i] == "..." ? "No ..." : \
            words[i] ~ /^-/ ? "Fl " substr(words[i], 2) : "Ar " words[i])
    return out
}

function put_synopsis(usage, command, inside) {
    command = usage
    sub(/ .*/, "", command)
    sub(/^[a-z]* /, "", usage)
    print ".Sh SYNOPSIS\n.Nm kazoe\n.Cm " command
    while (usage != "") {
        if (match(usage, /^\[[^]]*\]/)) {
            inside = substr(usage, 2, RLENGTH - 2)
            print ".Op " synopsis_words(inside)
        } else {
            match(usage, /^[^[]+/)
            inside = substr(usage, 1, RLENGTH)
            print "." synopsis_words(inside)
        }
        usage = substr(usage, RLENGTH + 1)
        sub(/^ */, "", usage)
    }
}

# Paragraphs, and indented lines as they are.
function put_text(lines, n, i, table) {
    table = 0
    for (i = 1; i <= n; i++) {
        if (table && lines[i] !~ /^  /) {
            print ".Ed"
            table = 0
            if (lines[i] != "") print ".Pp"
        }
        if (lines[i] == "") {
            if (i < n && lines[i + 1] !~ /^  /) print ".Pp"
        } else if (lines[i] ~ /^  /) {
            if (!table) print ".Bd -literal -offset indent"
            table = 1
            print literal(substr(lines[i], 3))
        } else
            print prose(lines[i])
    }
    if (table) print ".Ed"
}

function put_option(i, key, head, value, n, pieces) {
    key = option[i]
    value = argument[i]
    head = letter[i] != "" ? "Fl " letter[i] " , " : ""
    head = head "Fl -" substr(key, 3)
    n = split(value, pieces, "=")
    if (n) head = head " Ns = Ns Ar " pieces[1]
    if (n == 2) head = head " Ns = Ns Ar " pieces[2]
    print ".It " head
    print prose(sentence(says[i]))
    printf "%s", part[key]
    used[key] = 1
}

# "0 done, 1 no, 2 bad; the highest." as a list.
function put_status(text, more, cut) {
    print ".Sh EXIT STATUS\n.Bl -tag -width Ds -compact"
    more = ""
    if (match(text, /; /)) {
        more = capital(substr(text, RSTART + 2))
        text = substr(text, 1, RSTART - 1) "."
    }
    sub(/\.$/, "", text)
    while (text != "") {
        print ".It " substr(text, 1, 1)
        text = substr(text, 3)
        cut = match(text, /, [0-9] /) ? RSTART : length(text) + 1
        print prose(sentence(substr(text, 1, cut - 1)))
        text = substr(text, cut + 2)
    }
    print ".El"
    if (more != "") print prose(more)
}

function put_commands(i) {
    for (i = 1; i <= n_help; i++) {
        if (help[i] ~ /^Options:/) break
        if (help[i] ~ /:$/) {
            if (listed) print ".El"
            listed = 1
            print ".Ss " substr(help[i], 1, length(help[i]) - 1)
            print ".Bl -tag -width Ds"
        } else if (help[i] ~ /^  [a-z]/) {
            sub(/^  /, "", help[i])
            print ".It Xr kazoe\\-" substr(help[i], 1, index(help[i], " ") - 1) " 1"
            sub(/^[a-z]* */, "", help[i])
            print prose(help[i])
        }
    }
    print ".El"
}

function put_command(i, key) {
    print ".Sh NAME\n.Nm " name
    i = help[2]
    sub(/\.$/, "", i)
    print ".Nd " prose(tolower(substr(i, 1, 1)) substr(i, 2))
    put_synopsis(substr(help[1], length("Usage: kazoe ") + 1))
    print ".Sh DESCRIPTION"
    printf "%s", part["INTRODUCTION"]
    put_text(described, n_described)
    printf "%s", part["DESCRIPTION"]
    print ".Sh OPTIONS"
    print ".Xr kazoe 1\ndescribes the options that many commands share.\n.Bl -tag -width Ds"
    for (i = 1; i <= n_options; i++) put_option(i)
    print ".El"
    printf "%s", part["SECTIONS"]
    if (status != "") put_status(status)
    if (n_shown || part["EXAMPLES"] != "") {
        print ".Sh EXAMPLES"
        put_text(shown, n_shown)
        printf "%s", part["EXAMPLES"]
    }
    print ".Sh SEE ALSO\n.Xr kazoe 1" (part["SEE ALSO"] != "" ? " ," : "")
    printf "%s", part["SEE ALSO"]
    for (key in part)
        if (key ~ /^--/ && !used[key]) {
            print name ": there is no option " key > "/dev/stderr"
            failed = 1
        }
}

# The help of a command: what stands in which of its parts.
function read_help(i, line, place) {
    for (i = 3; i <= n_help; i++) {
        line = help[i]
        if (line == "Options:") place = "options"
        else if (line ~ /^The manual page /) place = ""
        else if (line ~ /^Exit status: /) { place = "status"; status = substr(line, 14) }
        else if (line == "Examples:") place = "examples"
        else if (place == "options" && line == "") place = "text"
        else if (place == "options" && line ~ /^(  -.,|     ) --/) {
            n_options++
            letter[n_options] = line ~ /^  -/ ? substr(line, 4, 1) : ""
            line = substr(line, 7)
            match(line, /^[^ ]*/)
            option[n_options] = substr(line, 1, RLENGTH)
            sub(/^[^ ]* */, "", line)
            says[n_options] = line
            if (match(option[n_options], /=/)) {
                argument[n_options] = substr(option[n_options], RSTART + 1)
                option[n_options] = substr(option[n_options], 1, RSTART - 1)
            }
        } else if (place == "options") {
            sub(/^ */, " ", line)
            says[n_options] = says[n_options] line
        } else if (place == "status" && line != "") status = status " " line
        else if (place == "examples" && line != "") shown[++n_shown] = line
        else if (place == "text") described[++n_described] = line
    }
    while (n_described && described[n_described] == "") n_described--
}

BEGIN {
    split("January February March April May June July August September October November December",
          months, " ")
    split(date, day, "-")
    of = "DESCRIPTION"
    first = ARGV[1]
}

FILENAME != first { help[++n_help] = $0; next }

/^\.\\" / && $2 != "COMMANDS" {
    of = substr($0, 5)
    if (of !~ /^(INTRODUCTION|DESCRIPTION|SECTIONS|EXAMPLES|SEE ALSO|--.*)$/) {
        print first ": " of " is none of the parts of a page" > "/dev/stderr"
        failed = 1
    }
    next
}

{ part[of] = part[of] $0 "\n" }

END {
    print ".\\\" Written by doc/man/pages.sh: change " first " or the help of the command instead."
    print ".Dd " months[day[2] + 0] " " day[3] + 0 ", " day[1]
    print ".ds doc-volume-operating-system Kazoe " version
    print ".Dt " toupper(name) " " section " \"Kazoe " version "\""
    print ".Os Kazoe " version
    if (help[1] ~ /^Usage: kazoe [a-z]/) {
        read_help()
        put_command()
    } else {
        n = split(part["DESCRIPTION"], lines, "\n")
        for (i = 1; i < n; i++)
            if (lines[i] == ".\\\" COMMANDS") put_commands(); else print lines[i]
    }
    exit failed
}
