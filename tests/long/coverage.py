#!/usr/bin/env python3
"""Print a table of what tests reached in each file of src/, or the lines and branches not reached.

    coverage.py SOURCES BUILD [--missing]

BUILD was configured with --enable-coverage and its tests have run. A line that is compiled into
several programs counts once, and is reached if one of them reached it. Branches are counted as gcov
counts them. Those inside an assert or KZI_ASSUME (base/compiler.h) and calls of abort are left out,
because a test that took one would have found a bug. Fail below the limits that are defined here.
"""
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys

LINES, BRANCHES, LINES_OF_A_FILE = 98.5, 95.0, 90.0


def gcov(data):
    """Return the files of one object with their lines, as gcov reports them."""
    done = subprocess.run(["gcov", "--json-format", "--branch-probabilities", "--stdout", data],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    found = []
    for line in done.stdout.splitlines():
        read = json.loads(line)
        base = read["current_working_directory"]
        found += [(os.path.realpath(os.path.join(base, f["file"])), f["lines"]) for f in read["files"]]
    return found


def asserted(path):
    """Return the lines of a file that belong to an assert or an assumption, and those that abort."""
    inside, lines, aborts = False, set(), set()
    with open(path, encoding="utf-8") as source:
        for number, text in enumerate(source, 1):
            inside = inside or re.match(r"\s*(assert|KZI_ASSUME)\(", text) is not None
            if inside:
                lines.add(number)
            inside = inside and not re.search(r";\s*(/\*.*)?$", text)
            if text.strip() == "abort();":
                aborts.add(number)
    return lines, aborts


class Reached:
    """How often each line and each branch of a file was executed."""

    def __init__(self, path):
        self.asserts, self.aborts = asserted(path)
        self.lines = collections.Counter()
        self.branches = collections.Counter()

    def add(self, lines):
        seen = collections.Counter()
        for line in lines:
            number, function = line["line_number"], line.get("function_name")
            if number in self.aborts:
                continue
            self.lines[number] += line["count"]
            if number in self.asserts:
                continue
            for branch in line["branches"]:
                # One line may contain several conditions, and a macro several functions.
                key = number, function, seen[number, function]
                seen[number, function] += 1
                self.branches[key] += branch["count"]


def read(sources, build):
    files = {}
    data = [os.path.join(folder, name) for folder, _, names in os.walk(build)
            for name in names if name.endswith(".gcno")]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        for found in workers.map(gcov, data):
            for path, lines in found:
                name = os.path.relpath(path, sources)
                if name.startswith("..") or not os.path.exists(path):
                    continue
                if name not in files:
                    files[name] = Reached(path)
                files[name].add(lines)
    return {name: files[name] for name in sorted(files)}


def share(counter):
    return sum(1 for n in counter.values() if n), len(counter)


def percent(reached, total):
    return 100.0 * reached / total if total else 100.0


def print_missing(sources, files):
    for name, file in files.items():
        with open(os.path.join(sources, name), encoding="utf-8") as source:
            text = source.read().split("\n")
        halves = collections.Counter(line for (line, _, _), n in file.branches.items() if not n)
        for number in sorted(set(file.lines) | set(halves)):
            if not file.lines[number]:
                print(f"{name}:{number}: line: {text[number - 1].strip()}")
            elif halves[number]:
                print(f"{name}:{number}: {halves[number]} branches: {text[number - 1].strip()}")


def print_table(files):
    wrong = []
    total = [0, 0, 0, 0]
    print(f"{'lines':>7} {'of':>6}  {'branches':>8} {'of':>6}  file")
    for name, file in files.items():
        row = [*share(file.lines), *share(file.branches)]
        total = [a + b for a, b in zip(total, row)]
        print(f"{percent(*row[:2]):6.1f}% {row[1]:6}  {percent(*row[2:]):7.1f}% {row[3]:6}  {name}")
        if percent(*row[:2]) < LINES_OF_A_FILE:
            wrong.append(f"{name}: less than {LINES_OF_A_FILE} % of the lines")
    print(f"{percent(*total[:2]):6.2f}% {total[1]:6}  {percent(*total[2:]):7.2f}% {total[3]:6}  all")
    if percent(*total[:2]) < LINES:
        wrong.append(f"less than {LINES} % of all lines")
    if percent(*total[2:]) < BRANCHES:
        wrong.append(f"less than {BRANCHES} % of all branches")
    return wrong


def main():
    words = [word for word in sys.argv[1:] if word != "--missing"]
    if len(words) != 2:
        sys.exit("usage: coverage.py SOURCES BUILD [--missing]")
    sources = os.path.realpath(words[0])
    files = read(sources, os.path.realpath(words[1]))
    if not files:
        sys.exit("coverage.py: there are no counts in that build")
    if "--missing" in sys.argv:
        print_missing(sources, files)
        return
    wrong = print_table(files)
    for line in wrong:
        print(line, file=sys.stderr)
    sys.exit(1 if wrong else 0)


main()
