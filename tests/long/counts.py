#!/usr/bin/env python3
"""Count the sources: files, tokens, lines and functions by folder, and how long functions are.

    counts.py [SOURCES]

Tokens are names, numbers, strings and operators: neither comments nor how lines are broken make a difference, so they
tell how much code there is. Lines are all lines of .c, .h and .def files, blanks and comments too. A function begins with a line
at the left margin that opens a brace after its parameters and ends with the next brace there, as
.clang-format writes them; its length counts both. "One caller" is the share of functions that are
named only once outside their definition and declarations.
"""
import collections
import os
import re
import statistics
import sys

PRODUCTS = [("libkazoe", ("api.c", "api.h", "api_batch.c", "api_deal.c", "api_hand.c", "api_lookup.c", "api_result.c", "api_score.c", "kazoe.h", "base", "tile", "hand", "rules", "words", "compile",
                          "score", "report")),
            ("libkazoe-analysis", ("kazoe-analysis.h", "analysis")),
            ("libkazoe-logs", ("kazoe-logs.h", "logs")), ("kazoe", ("cli",))]
GENERATED = {"analysis/assets.c", "tile/splits_classic.c", "tile/gen_splits", "words/english.def", "report/layouts.def"}
TOKEN = re.compile(r"""(?P<comment>/\*.*?\*/)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|[\w.])*
                   |->|\+\+|--|<<=|>>=|<<|>>|[<>=!]=|&&|\|\||[-+*/%&|^]=|[^\s\w]""", re.S | re.X)


def tokens(text):
    """Count the tokens of C."""
    return sum(not match["comment"] for match in TOKEN.finditer(text))


def functions(text):
    """Return (name, lines) of each function."""
    lines = text.split("\n")
    found, begin = [], None
    for number, line in enumerate(lines):
        if begin is None:
            if line[:1].isalpha() and "(" in line and not line.startswith(("#", "typedef")):
                begin = number
            else:
                continue
        if line.endswith("{") and (line[:1].isalpha() or line[:1] == " "):
            head = re.match(r"[\w\s*]*?\b(\w+)\(", "\n".join(lines[begin:number + 1]))
            if not head or " = " in line or "enum " in lines[begin][:5]:
                begin = None
                continue
            end = next((n for n in range(number + 1, len(lines)) if lines[n].startswith("}")), number)
            found.append((head.group(1), begin, end))
            begin = None
        elif line.endswith((";", "}", "\\")) or not line:
            begin = None
    return found


def read(top):
    """Return the text of each source file, by its path in src/."""
    texts = {}
    for folder, _, names in os.walk(os.path.join(top, "src")):
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), os.path.join(top, "src"))
            if name.endswith((".c", ".h", ".def")) and path not in GENERATED:
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    texts[path] = file.read()
    return texts


def row(name, texts, lengths, single):
    """Print one line of the table."""
    lines, size = sum(text.count("\n") for text in texts), sum(map(tokens, texts))
    ordered = sorted(lengths) or [0]
    share = 100 * single / len(lengths) if lengths else 0
    print(f"{name:24}{len(texts):6}{size:8}{lines:8}{len(lengths):8}{statistics.median(ordered):8.0f}"
          f"{ordered[int(0.9 * (len(ordered) - 1))]:8}{ordered[-1]:8}{share:8.0f} %")


def main():
    """Print the table."""
    texts = read(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    named = collections.Counter()
    found = {}
    for path, text in texts.items():
        found[path] = functions(text)
        bare = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', " ", text, flags=re.S)
        # A declaration is not a use; it begins at the margin and ends in a semicolon.
        bare = re.sub(r"^[a-z][\w\s*]*\b\w+\([^;{}]*\)(?:\s*__attribute__\(\(.*?\)\)\))?;", " ", bare, flags=re.M)
        named.update(re.findall(r"\b[a-z]\w+\b", bare))
    print(f"{'':24}{'files':>6}{'tokens':>8}{'lines':>8}{'funcs':>8}{'median':>8}{'90 %':>8}{'longest':>8}{'one caller':>10}")
    everything = []
    for product, floors in PRODUCTS:
        folders = collections.defaultdict(list)
        for path in sorted(texts):
            if path.split("/")[0] in floors:
                folders[os.path.dirname(path) or "."].append(path)
        rows = sorted(folders.items()) + [(product, [path for paths in folders.values() for path in paths])]
        for name, paths in rows:
            lengths = [end - begin + 1 for path in paths for _, begin, end in found[path]]
            # Once in its definition and once elsewhere.
            single = sum(named[function] == 2 for path in paths for function, _, _ in found[path])
            row(name, [texts[path] for path in paths], lengths, single)
            if name == product:
                everything += [(paths, lengths, single)]
        print()
    row("all", [texts[path] for paths, _, _ in everything for path in paths],
        [length for _, lengths, _ in everything for length in lengths], sum(single for _, _, single in everything))


main()
