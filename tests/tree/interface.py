"""Print what programs and rule files of others rely on, a line each, sorted.

    interface.py SOURCE BUILD

A line is a call of a shared library; of a public header a prototype, the type of a function, a constant
with its number, or the member of a struct with its place; a key or a word of a schema with the path to it;
a key of a record of a hand or a deal; the code of an error; a command, an option or a column. make
interface writes them into doc/interface.txt.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

BRANCHES = ["oneOf", "anyOf", "allOf"]


def calls(build):
    for library in sorted((build / ".libs").glob("libkazoe*.so")):
        listed = subprocess.run(["nm", "-D", "--defined-only", str(library)], check=True, stdout=subprocess.PIPE, text=True)
        for line in listed.stdout.splitlines():
            name = line.split()[-1]
            if name.startswith("kz_"):
                yield f"call {library.stem} {name}"


def declarations(header):
    """Prototypes without the names of parameters, constants, and members, whose place in the struct counts."""
    text = re.sub(r"/\*.*?\*/", "", header.read_text(encoding="utf-8"), flags=re.S)
    for name, value in re.findall(r"^#define (KZ_(?!VERSION)\w+) +(\S.*)$", text, flags=re.M):
        if name != "KZ_API":
            yield f"constant {name} {value.strip()}"
    for prototype in re.findall(r"^KZ_API ([^;]*);", text, flags=re.M):
        yield "prototype " + re.sub(r" ?\b\w+(\[\w*\])?(?=[,)])", r"\1", " ".join(prototype.split()).replace("(void)", "()"))
    for function in re.findall(r"^typedef (\w[^;{]*\([^;]*\));", text, flags=re.M):
        yield "function " + " ".join(function.split())
    for names in re.findall(r"typedef enum \w+ \{([^}]*)\}", text):
        number = 0
        for name in filter(None, map(str.strip, names.split(","))):
            yield f"constant {name.split(' ')[0]} {number}"
            number += 1
    for members, struct in re.findall(r"typedef struct \w+ \{([^}]*)\} (\w+);", text):
        for number, member in enumerate(filter(None, (" ".join(m.split()) for m in members.split(";")))):
            yield f"member {struct} {number} {member}"


def rows(file, pattern, kind):
    for name in re.findall(pattern, file.read_text(encoding="utf-8"), flags=re.M):
        yield f"{kind} {name}"


def keys(schema, path):
    """Keys and words of a schema and of the schemas in it; definitions begin paths of their own."""
    for name, inner in schema.get("definitions", {}).items():
        yield from keys(inner, f"{path.split('#')[0]}#{name}")
    for word in schema.get("enum", []) + ([schema["const"]] if "const" in schema else []):
        yield f"{path} = {word}"
    for name, inner in schema.get("properties", {}).items():
        yield f"{path}.{name}"
        yield from keys(inner, f"{path}.{name}")
    for inner in [*schema.get("patternProperties", {}).values(), schema.get("additionalProperties"), schema.get("items")]:
        if isinstance(inner, dict):
            yield from keys(inner, f"{path}.*")
    for branch in BRANCHES:
        for inner in schema.get(branch, []):
            yield from keys(inner, path)


def main():
    source, build = map(Path, sys.argv[1:])
    lines = {
        *calls(build),
        *rows(source / "src/hand/keys.def", r"^KZI_HAND_KEY\([A-Z_]*, ([a-z_]*),", "record"),
        *rows(source / "src/hand/problems.def", r"^KZI_PROBLEM\(\w+, (\w+)", "error"),
        *rows(source / "src/cli/commands.def", r"^COMMAND\(\w+, (\w+)", "command"),
        *rows(source / "src/cli/options.def", r'^OPTION\(\w+, [^,]+, "([\w-]+)"', "option"),
        *rows(source / "src/cli/stream/column_table.c", r'^    \{"(\w+)"', "column"),
    }
    for header in ["kazoe", "kazoe-analysis", "kazoe-logs"]:
        lines.update(declarations(source / f"src/{header}.h"))
    for file in sorted((source / "doc").glob("*.schema.json")):
        lines.update(keys(json.loads(file.read_text(encoding="utf-8")), f"schema {file.name.split('.')[0]}"))
    print(*sorted(lines), sep="\n")


main()
