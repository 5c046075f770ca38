"""Print declarations of C whose names break a rule of CONTRIBUTING that declarations alone show."""
import re
import sys

HIDDEN = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
FUNCTION = re.compile(r"^([a-z][\w \n*]*?(?:__attribute__\S+ [\w *]*?)?[ *])(\w+)\(([^(){};]*)\)(?=;| \{)", re.M)
STRUCT = re.compile(r"^[a-z ]*struct (\w+) \{", re.M)
SORT = re.compile(r"\b(?:qsort|bsearch)\((?:[^;]*[ (])(\w+)\);")
PREFIX = re.compile(r"^(?:kzi|kzpy)_")
PARTICIPLE = re.compile(r"(ed|(^|_)(dealt|done|drawn|found|given|held|kept|known|left_out|lost|made|met|said|seen|"
                        r"shown|sought|taken|told|won|written))$")

# A struct is a thing, not what is done with it; these are things.
THINGS = {"evening", "finding", "matching", "meaning", "passing", "ranking", "reading", "spelling"}


def faults(text):
    """Return (position, fault) of each declaration."""
    for found in FUNCTION.finditer(text):
        result, full, parameters = found.groups()
        name = PREFIX.sub("", full)
        nothing = result.rstrip().endswith("void")
        names = set(re.findall(r"(\w+)(?:\[[^]]*\])*(?:,|$)", parameters))
        if nothing and re.match(r"(find|count|is|has|may)(_|$)", name):
            yield found.start(), f"{full} returns nothing"
        # kzi_TYPE_verb_noun
        if nothing and full != name and re.match(r"[a-z]+_(find|count)_", name):
            yield found.start(), f"{full} returns nothing"
        if re.match(r"(is|has|may)_", name) and not re.search(r"\b(bool|int|void) $", result):
            yield found.start(), f"{full} does not answer yes or no"
        for word in names & {"into", "with", "of"} | ({"to"} & names if "from" not in names else set()):
            yield found.start(), f"{full} has a parameter {word}"
    for found in STRUCT.finditer(text):
        if PARTICIPLE.search(found[1]):
            yield found.start(), f"struct {found[1]} is a participle"
        if found[1].endswith("ing") and PREFIX.sub("", found[1]) not in THINGS:
            yield found.start(), f"struct {found[1]} is what is done, not a thing"
    for found in SORT.finditer(text):
        if not re.search(r"(^|_)compare_", found[1]):
            yield found.start(), f"{found[1]} sorts, but does not compare"


bad = False
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        source = HIDDEN.sub(lambda text: re.sub(r"[^\n]", " ", text[0]), file.read())
    for at, fault in sorted(faults(source)):
        print(f"{path}:{source.count(chr(10), 0, at) + 1}: {fault}")
        bad = True
sys.exit(bad)
