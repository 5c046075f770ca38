# Makes a ruleset of many yaku: awk -f made_up.awk -v count=500 >made_up.yaml
# base: the file that it extends.
# Numbers are drawn by Park and Miller's generator, so that every awk makes the same file.
function below(bound) {
    state = (state * 16807) % 2147483647
    return state % bound
}
function pick(words, list) {
    return list[1 + below(split(words, list, " "))]
}
function number(offset) {
    return offset ? "n+" offset : "n"
}
# So many sets: of given numbers and suits, of one suit, or of three.
function sets(noun, count, way, i, text) {
    way = below(3)
    for (i = 1; i <= count; i++) {
        text = text (i > 1 ? ", " : "") noun " "
        if (way == 0)
            text = text (1 + below(7)) " " pick("m p s a b")
        else
            text = text number(below(noun == "chow" ? 5 : 6)) " " (way == 1 ? "a" : substr("abc", i, 1))
    }
    return text
}
function tiles(count, i, at, numbers) {
    for (i = 0; i < count; i++)
        at[1 + below(9)]++
    for (i = 1; i <= 9; i++)
        for (; at[i] > 0; at[i]--)
            numbers = numbers i
    return numbers
}
function condition(kind) {
    kind = below(20)
    if (kind < 8)
        return "has: [" sets("chow", 2 + below(2)) "]"
    if (kind < 12)
        return "has: [" sets("pung", 2 + below(2)) "]"
    if (kind < 15)
        return "has: [" sets("chow", 1 + below(2)) ", " sets("pung", 1) (below(2) ? ", " sets("pair", 1) : "") "]"
    if (kind < 16)
        return "contains: " tiles(3 + below(3)) pick("m p s")
    if (kind < 17)
        return "contains: " tiles(3) "a" tiles(2) "b"
    if (kind < 19)
        return "tiles: {" pick("2m 5p 8s green simple terminal honor dragon wind 3s 7m") ": " (1 + below(6)) "+}"
    return "sets: {" pick("pung set") " of " pick("simple terminal honor") ": " (1 + below(3)) "+}"
}
BEGIN {
    state = 20261123
    print "# " count " yaku that nobody plays, made by made_up.awk."
    print "kazoe: 1"
    print "ruleset: made-up"
    print "title: Tenhou and many more yaku"
    print "extends: " (base ? base : "../../rules/tenhou.yaml")
    print "yaku:"
    while (made < count) {
        asked = condition()
        if (seen[asked]++ < 2)
            printf "  made_up_%d: {value: 1, when: {%s}}\n", ++made, asked
    }
}
