"""Check that what pages and comments refer to exists: the targets of links in pages, with their headings, the source
files that pages and comments name, and the parameters that the comment of a function explains, as in "count: of the
list."  Usage: references.py [FOLDER]"""
import functools
import os
import re
import sys

SKIPPED = {".git", "build", ".libs", ".deps", "node_modules", ".venv", "autom4te.cache", "dist", "found"}
COPIED = {"bindings/js/doc"}  # pages of the package, by its build
OF_OTHERS = {"lib/shoupai.js"}  # a file of majiang-core
MADE = {"splits_classic.c", "english.def", "layouts.def"}  # by the build
PAGE = re.compile(r"\.md$")
CODE = re.compile(r"\.(c|h|def|jsx?|mjs)$")
SCRIPT = re.compile(r"\.(py|sh|tap|test|awk)$")
LINK = re.compile(r"\]\(([^)#\s:]*)(?:#([^)]*))?\)")
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.S)
NAME = re.compile(r"(?<![\w./*$<{-])((?:[\w.-]+/)*[\w-]+\.(?:c|h|def|py|jsx?|mjs|tap|test|awk))\b(?![\w/(*])")
FUNCTION = re.compile(r"^/\*((?:(?!\*/).)*)\*/\n(\w[^;{}#]*?\([^;{]*?\))\s*(?:;|\{(.*?)\n\})", re.S | re.M)
EXPLAINED = re.compile(r"(?:^|[.]) +([a-z]\w*(?:, [a-z]\w*)*)(?:\[\w+\])?: ")


def files(top):
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders
                      if name not in SKIPPED and os.path.normpath(os.path.join(folder, name)) not in COPIED]
        for name in names:
            yield os.path.normpath(os.path.join(folder, name))


def without_code(text):
    return re.sub(r"```.*?```", lambda block: "\n" * block[0].count("\n"), text, flags=re.S)


def said(name, text):
    """The parts of a file that readers read, each with the number of its first line."""
    if PAGE.search(name):
        yield 1, without_code(text)
    elif CODE.search(name):
        for comment in COMMENT.finditer(text):
            yield text.count("\n", 0, comment.start()) + 1, comment[0]
    elif SCRIPT.search(name):
        for number, line in enumerate(text.split("\n"), 1):
            if line.lstrip().startswith("#"):
                yield number, line


def exists(name, folder, known):
    name = re.sub(r"\b(unit/\w+)\.tap$", r"\1.c", name)  # the program that is built from it
    return (
        "NAME" in name
        or name in OF_OTHERS | MADE
        or os.path.exists(os.path.join(folder, name))
        or any(one.endswith(os.sep + name) for one in known)
    )


@functools.cache
def headings(path):
    """What links to parts of a page call them, as sites that show pages do."""
    with open(path, encoding="utf-8") as file:
        lines = re.findall(r"^#+ (.*)$", without_code(file.read()), re.M)
    plain = [re.sub(r"\]\([^)]*\)", "", line).strip().lower() for line in lines]
    return {re.sub(r"[^\w -]", "", line).replace(" ", "-") for line in plain}


def leads(folder, page, link):
    target = os.path.join(folder, link[1]) if link[1] else page
    return os.path.exists(target) and (not link[2] or not PAGE.search(target) or link[2] in headings(target))


def missing(path, known):
    folder, name = os.path.split(path)
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if "\0" in text:
        return  # a program that was built, such as a unit test
    for first, part in said(name, text):
        found = list(NAME.finditer(part)) + (list(LINK.finditer(part)) if PAGE.search(name) else [])
        for match in found:
            good = leads(folder, path, match) if match.re is LINK else exists(match[1], folder, known)
            if not good:
                there = match[0][2:-1] if match.re is LINK else match[1]
                yield f"{path}:{first + part.count(chr(10), 0, match.start())}: there is no {there}"


def unknown(path):
    """Yield the words that the comment of a function explains, but that its code does not have."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for function in FUNCTION.finditer(text):
        comment = re.sub(r"\s+(\* )?", " ", re.sub(r'"[^"]*"', "", function[1]))
        code = set(re.findall(r"\w+", function[2] + (function[3] or "")))
        for words in EXPLAINED.finditer(comment):
            for word in set(words[1].split(", ")) - code:
                yield f"{path}:{text.count(chr(10), 0, function.start()) + 1}: the function has no {word}"


def main():
    known = [os.path.join(os.sep, path) for path in files(sys.argv[1] if sys.argv[1:] else ".")]
    read = [path[1:] for path in known if not path.startswith(os.sep + "..")]
    read = [path for path in read if os.path.isfile(path)]
    wrong = sorted({line for path in read for line in missing(path, known)}
                   | {line for path in read if re.search(r"\.[ch]$", path) for line in unknown(path)})
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


sys.exit(main())
