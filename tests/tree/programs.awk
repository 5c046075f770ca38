# Print "FILE:LINE: HOW PROGRAM" for each program that shell scripts call. HOW is "called", or
# "asked" if a script asks whether the program exists (command -v NAME, need NAME).
#
# A tokenizer of the shell language, without its expansions: a program is a plain word where a
# command is expected. It does not see names in variables or here-documents. FUNCTIONS names
# functions defined elsewhere.

BEGIN {
    split(". : [ [[ alias bg break builtin cd command complete compgen compopt continue declare " \
        "echo eval exec exit export false fg getopts hash jobs kill let local mapfile printf pwd " \
        "read readonly return set shift shopt source test times trap true type ulimit umask " \
        "unalias unset wait " FUNCTIONS, words, " ")
    for (i in words) builtin[words[i]] = 1
    split("if then elif else while until do ! { time", words, " ")
    for (i in words) leads[words[i]] = 1 # a command follows
    split("} fi done esac for in select", words, " ")
    for (i in words) closes[words[i]] = 1
    split("command env exec nice nohup setarch sudo timeout xargs", words, " ")
    for (i in words) runs[words[i]] = 1 # another program or a builtin, but not a function
}

FNR == 1 { scan() }
{ take($0) }
END { scan() }

# The shell commands of a line: all of a script; the recipes of a makefile; what a page shows after
# "$ "; what a Python script passes to subprocess.
function take(s) {
    if (FILENAME ~ /[.]py$/) {
        if (match(s, /subprocess[.][A-Za-z]+\(\["[^"]+"/)) {
            s = substr(s, RSTART, RLENGTH)
            gsub(/^.*\["|"$/, "", s)
        } else
            s = ""
    } else if (FILENAME ~ /Makefile/) {
        if (s !~ /^\t/) s = ""
        gsub(/\$\([A-Za-z_]+\)/, "$v", s)
        gsub(/\$\$/, "$", s)
        sub(/^\t@?/, "", s)
    } else if (FILENAME ~ /[.](md|[1-8])$/) {
        if (s !~ /^(\\&)?[$] / && !goes_on) s = ""
        sub(/^((\\&)?[$]|>) /, "", s)
        gsub(/<<[^ ]+/, "", s)
        gsub(/\\\(aq/, "'", s)
        goes_on = s ~ /\\$/
    }
    text = text s "\n"
}

function scan(    i, name) {
    if (text != "") {
        end = length(text)
        at = line = 1
        calls = docs = 0
        for (name in defined) delete defined[name]
        commands("")
        for (i = 1; i <= calls; i++)
            if (!(called[i] in builtin) && (forced[i] || !(called[i] in defined)))
                print file ":" place[i] ": " how[i], called[i]
    }
    text = ""
    file = FILENAME
}

function note(word, what, force) {
    if (word !~ /^[a-z][A-Za-z0-9_.+-]*$/) return
    calls++
    called[calls] = word
    how[calls] = what
    forced[calls] = force
    place[calls] = line
}

function next_is(s) { return substr(text, at, length(s)) == s }

function pass(    c) {
    c = substr(text, at++, 1)
    if (c == "\n") line++
    return c
}

function pass_until(s) {
    while (at <= end && !next_is(s)) pass()
    at += length(s)
    if (s == "\n") line++
}

# After an opening ": skip to the closing one.
function quoted(    c) {
    while (at <= end && (c = pass()) != "\"") {
        if (c == "\\") pass()
        else if (c == "$") dollar()
        else if (c == "`") commands("`")
    }
}

# After $: skip an expansion, if it is one in brackets.
function dollar(    c) {
    if (next_is("((")) pass_until("))")
    else if (next_is("(")) { at++; commands(")") }
    else if (next_is("{")) {
        at++
        while (at <= end && (c = pass()) != "}") {
            if (c == "\\") pass()
            else if (c == "'") pass_until("'")
            else if (c == "\"") quoted()
            else if (c == "$") dollar()
        }
    }
}

# Read the word that begins here; anything quoted or expanded in it leaves one character.
function read_word(close_by,    c, word) {
    word = ""
    while (at <= end) {
        c = substr(text, at, 1)
        if (c == close_by || c ~ /[ \t\n;&|()<>]/) {
            if (c != "(" || word !~ /=$/) break
            pass_until(")") # an array
            continue
        }
        pass()
        if (c == "\\") { word = word c; pass() }
        else if (c == "'") { word = word c; pass_until("'") }
        else if (c == "\"") { word = word c; quoted() }
        else if (c == "$") { word = word c; dollar() }
        else if (c == "`") { word = word c; commands("`") }
        else word = word c
    }
    return word
}

# After "in" or ";;" of a case: skip to the commands of the next pattern, or to esac.
function pattern(    c) {
    for (;;) {
        if (next_is("#")) pass_until("\n")
        else if (substr(text, at, 1) ~ /[ \t\n]/) pass()
        else break
    }
    if (substr(text, at, 5) ~ /^esac[^a-z]/) return
    while (at <= end && (c = pass()) != ")") {
        if (c == "\\") pass()
        else if (c == "'") pass_until("'")
        else if (c == "\"") quoted()
        else if (c == "$") dollar()
    }
}

function redirection(    target, raw) {
    target = substr(text, at)
    match(target, /^[<>]+[-&|]?/)
    raw = substr(target, 1, RLENGTH)
    at += RLENGTH
    if (next_is("(")) { at++; commands(")"); return }
    while (substr(text, at, 1) ~ /[ \t]/) at++
    target = substr(text, at)
    read_word("")
    if (raw ~ /^<<-?$/) {
        match(target, /^[^ \t\n;&|()<>]+/)
        raw = substr(target, 1, RLENGTH)
        gsub(/['"\\]/, "", raw)
        until[++docs] = raw
    }
}

function here_documents(    i, from) {
    for (i = 1; i <= docs; i++)
        while (at <= end) {
            from = at
            pass_until("\n")
            if (substr(text, from, at - from - 1) ~ "^\t*" until[i] "$") break
        }
    docs = 0
}

# Read commands up to close_by: ), `, or the quote that ends the text of another shell.
function commands(close_by,    c, word, ready, command, before, leader, cases) {
    ready = 1 # true if the next word is a command
    command = before = leader = ""
    while (at <= end) {
        c = substr(text, at, 1)
        if (c == close_by) { at++; return }
        if (c ~ /[ \t]/) at++
        else if (next_is("\\\n")) { pass(); pass() }
        else if (c == "#") { while (at <= end && !next_is("\n")) at++ }
        else if (c ~ /[\n;&|]/) {
            if (next_is(";;")) { at += 2; pattern() }
            else if (pass() == "\n") here_documents()
            ready = 1
            command = leader = ""
        }
        else if (next_is("((")) { pass_until("))"); ready = 0 }
        else if (c == "(") { at++; commands(")"); ready = 0 }
        else if (c == ")") at++
        else if (c ~ /[<>]/) redirection()
        else if (c ~ /['"]/ && (command ~ /^(eval|trap)$/ ||
            (command ~ /^(sh|bash|script)$/ && before ~ /^-[a-z]*c$/))) {
            at++
            commands(c)
            before = c
        } else {
            word = read_word(close_by)
            if (word ~ /^[0-9]+$/ && substr(text, at, 1) ~ /[<>]/) continue
            if (word == "[[" && ready) { pass_until("]]"); ready = 0; continue }
            if (next_is("()")) { defined[word] = 1; at += 2; continue }
            if (ready && word in leads && leader == "") continue
            if (ready && word in closes) { ready = 0; continue }
            if (ready && word == "case") { cases = 1; ready = 0; continue }
            if (cases && word == "in") { cases = 0; pattern(); ready = 1; continue }
            if (before ~ /^-exec(dir)?$/) { ready = 1; leader = "find" }
            if ((command == "command" && before ~ /^-[vV]$/) || command == "need") {
                note(word, "asked", 1)
                ready = 0
            } else if (ready && word !~ /^[A-Za-z_][A-Za-z0-9_]*[+]?=/ &&
                !(leader != "" && word ~ /^(-|[0-9.]+$|[A-Z]+$)/)) {
                note(word, "called", leader != "")
                command = word
                ready = word in runs
                if (ready) leader = word
            }
            before = word
        }
    }
}
