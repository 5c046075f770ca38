"""Print what programs and rule files of others rely on, a line each, sorted.

    interface.py SOURCE BUILD

A line is a call of a shared library, a key or a word of a schema with the path to it, or a key of a
record of a hand or a deal. make release writes them into doc/interface.txt.
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


def records(source):
    for line in (source / "src/hand/keys.def").read_text(encoding="utf-8").splitlines():
        found = re.match(r"KZI_HAND_KEY\([A-Z_]*, ([a-z_]*),", line)
        if found:
            yield f"record {found[1]}"


def main():
    source, build = map(Path, sys.argv[1:])
    lines = {*calls(build), *records(source)}
    for file in sorted((source / "doc").glob("*.schema.json")):
        lines.update(keys(json.loads(file.read_text(encoding="utf-8")), f"schema {file.name.split('.')[0]}"))
    print(*sorted(lines), sep="\n")


main()
