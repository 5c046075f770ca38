#!/usr/bin/env python3
"""Changes the C that scores, one place at a time, and tells which changes no test misses.

    mutate.py SOURCES BUILD [--count N] [--seed N] [--jobs N] [--only FILE:LINE | --again FILE]

BUILD was configured with --disable-shared and -O1, and its unit tests are built. Of all the places
where a file of the scoring folders could be changed (an operator, a constant, a condition, a jump)
some are drawn. Of each only that file is compiled (of a header those that join its functions), and
the tests are linked with it and run, fast ones first, to the first that fails. A change that the compiler makes nothing of (the same object)
is none, nor is one that it refuses. Changes that cannot be told from what was there stand in equivalent.txt, each
with its reason, and are not counted. Fails if less than 85 of a hundred of the others are killed.
"""
import argparse
import collections
import concurrent.futures
import glob
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile

KILLED = 85.0

# Of compile/ what becomes tables and is asked of hands; the rest says, proves or checks rules.
FILES = ["score/*.c", "score/sum.h", "score/covers.h", "hand/**/*.c", "compile/program/*.c", "compile/selection/*.c"] + [
    f"compile/{name}.c" for name in ("equality", "covers", "family", "price", "yaku", "condition/facts",
                                     "condition/group", "condition/evaluation", "condition/pattern")]

# What stands in the place of what. Blanks belong to it where the sign has other meanings.
SIGNS = {"==": ["!="], "!=": ["=="], " < ": [" <= ", " > "], " <= ": [" < "], " > ": [" >= ", " < "],
         " >= ": [" > "], "&&": ["||"], "||": ["&&"], " + ": [" - "], " - ": [" + "], " * ": [" + "],
         " & ": [" | "], " | ": [" & "], "&=": ["|="], "|=": ["&="], "+=": ["-="], "-=": ["+="],
         "<<": [">>"], ">>": ["<<"], "++": ["--"], "--": ["++"]}
TOKEN = re.compile(r"""
    (?P<pass>//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])+'|^[ ]*\#(?:[^\n]*\\\n)*[^\n]*
      |\b(?:assert|KZI_SURE)\((?:[^()]|\([^()]*\)|\((?:[^()]|\([^()]*\))*\))*\)|(?:\b(?:struct|static|const|enum)\b[^;{}()=]*[;{]))
    |(?P<sign>==|!=|[ ]<=?[ ]|[ ]>=?[ ]|&&|\|\||[ ][-+*&|][ ]|[&|+-]=|<<|>>|\+\+|--)
    |(?P<not>!(?=[\w(])|~(?=[\w(]))
    |(?P<number>\b\d+\b(?![.\w']))
    |(?P<word>\b(?:true|false)\b)
    |(?P<jump>\b(?:break|continue);)
    |(?P<if>\b(?:if|while)[ ]\()
    """, re.X | re.S | re.M)


def closing(text, at):
    """Where the parenthesis that opens before `at` closes."""
    depth = 1
    for sign in re.compile(r"""'(?:\\.|[^'\\])+'|"(?:\\.|[^"\\])*"|[()]""").finditer(text, at):
        depth += {"(": 1, ")": -1}.get(sign.group(), 0)
        if not depth:
            return sign.start()
    raise ValueError("a parenthesis is not closed")


def places(path):
    """All changes of a file: (line, from, to, begin, end)."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = []

    def add(begin, end, new):
        found.append((text.count("\n", 0, begin) + 1, " ".join(text[begin:end].split()), " ".join(new.split()),
                      begin, end, new))

    for match in TOKEN.finditer(text):
        begin, end, what = match.start(), match.end(), match.group()
        if match.group("sign"):
            for new in SIGNS.get(what, []):
                add(begin, end, new)
        elif match.group("not"):
            add(begin, end, "")
        elif match.group("number"):
            add(begin, end, "1" if what == "0" else str(int(what) + 1))
            if int(what) > 1:
                add(begin, end, str(int(what) - 1))
        elif match.group("word"):
            add(begin, end, "false" if what == "true" else "true")
        elif match.group("jump"):
            add(begin, end, ";")
        elif match.group("if"):
            last = closing(text, end)
            condition = text[end:last]
            if what.startswith("if"):
                add(end, last, f"!({condition})")
                add(end, last, f"1 || ({condition})")
            add(end, last, f"0 && ({condition})")
    return text, found


# What finds most in little time stands first. Names of programs, and of scripts that call kazoe; the
# seconds of processor time that each may take.
UNITS = {"parse": 10, "json": 10, "digits": 10, "api": 10, "why_not": 10, "family": 10, "readings": 20, "deal": 20,
         "score": 60, "together": 60}
SCRIPTS = {"deals": 30, "notation": 30, "language": 60, "hands": 60, "golden": 60, "limits": 60}
LAST = {"combine": 100, "one_place": 200, "oracle": 200}
CASES = 20


def equivalents():
    """What equivalent.txt holds."""
    path = os.path.join(os.path.dirname(os.path.realpath(__file__)), "equivalent.txt")
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and line[0] != "#"]
    return {tuple(row[:3]) for row in rows}


class Bench:
    """A build, and what is compiled, linked and run for each change."""

    def __init__(self, sources, build):
        self.sources, self.build, self.equivalents = sources, build, equivalents()
        self.objects = [path for path in glob.glob(f"{build}/src/**/*.o", recursive=True)
                        if "gen_splits" not in path and "/cli/" not in path and "/.libs/" not in path]
        self.libraries = subprocess.run(["pkg-config", "--libs", "yaml-0.1", "check"],
                                        capture_output=True, text=True, check=True).stdout.split()
        self.environment = dict(os.environ, SRCDIR=sources, KAZOE_PATH=f"{sources}/rules", BUILDDIR=build,
                                XDG_CONFIG_HOME="/nonexistent", LC_ALL="C", CC="cc", KZ_LDFLAGS="",
                                CK_FORK="no", KAZOE_HANDS="2000")
        cases = sorted(path for folder in ("rules", "rules/overlays", "tests/cases")
                       for path in glob.glob(f"{sources}/{folder}/*.cases.yaml"))
        overlays = [path for path in cases if "/overlays/" in path]
        plain = [path for path in cases if path not in overlays]
        self.tests = [("cases", "kazoe", ["test", *plain], CASES), ("overlays", "kazoe", ["test", *overlays], CASES)]
        self.tests += [(f"unit_{name}", f"unit_{name}.tap", None, seconds) for name, seconds in UNITS.items()]
        self.tests += [(f"{name}.tap", "kazoe", [name], seconds) for name, seconds in SCRIPTS.items()]
        self.tests += [(f"unit_{name}", f"unit_{name}.tap", None, seconds) for name, seconds in LAST.items()]

    def compiled_with(self, name):
        """The files that are compiled for a change of this one."""
        if name.endswith(".c"):
            return [name]
        found = []
        for path in sorted(glob.glob(f"{self.sources}/src/score/*.c")):
            with open(path, encoding="utf-8") as file:
                if f'#include "{name}"' in file.read():
                    found.append(os.path.relpath(path, f"{self.sources}/src"))
        return found

    def compile(self, text, name, folder):
        """The objects; None where they cannot be compiled."""
        changed, objects = os.path.join(folder, "src", name), b""
        os.makedirs(os.path.dirname(changed), exist_ok=True)
        with open(changed, "w", encoding="utf-8") as file:
            file.write(text)
        for number, source in enumerate(self.compiled_with(name)):
            path = changed if source == name else f"{self.sources}/src/{source}"
            made = os.path.join(folder, f"changed{number}.o")
            done = subprocess.run(["cc", "-std=c11", "-D_GNU_SOURCE", "-w", "-O1", "-fvisibility=hidden",
                                   f"-I{folder}/src", f"-I{self.sources}/src", "-c", path, "-o", made],
                                  stderr=subprocess.DEVNULL, check=False)
            if done.returncode:
                return None
            with open(made, "rb") as file:
                objects += file.read()
        return objects

    def link(self, program, name, folder):
        """The program, with what was compiled in the place of the file's own object."""
        made = os.path.join(folder, program)
        if os.path.exists(made):
            return made
        own = [f"{self.build}/src/{source[:-2]}.o" for source in self.compiled_with(name)]
        objects = [os.path.join(folder, f"changed{number}.o") for number in range(len(own))]
        objects += [path for path in self.objects if path not in own]
        if program == "kazoe":
            objects += glob.glob(f"{self.build}/src/cli/**/*.o", recursive=True)
        else:
            objects.append(f"{self.build}/tests/{program.replace('.', '_')}-{program[:-4]}.o")
        subprocess.run(["cc", "-pthread", "-o", made, *objects, *self.libraries], check=True)
        return made

    def fails(self, test, name, folder):
        """Which test fails, or None."""
        called, program, words, seconds = test
        made = self.link(program, name, folder)
        command = [made, *(words or [])]
        if words and len(words) == 1 and words[0] in SCRIPTS:
            command = ["sh", f"{self.sources}/tests/{words[0]}.tap"]

        def limited():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        process = subprocess.Popen(command, env=dict(self.environment, KAZOE=made), cwd=folder, preexec_fn=limited,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        try:
            said = process.communicate(timeout=20 * seconds)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return f"{called}: no end"
        bad = process.returncode or re.search(rb"^not ok", said, re.M)
        return called if bad else None

    def try_tests(self, name, folder):
        for test in self.tests:
            found = self.fails(test, name, folder)
            if found:
                return found
        return None

    def fate(self, change):
        name, text, (number, old, shown, begin, end, new) = change
        with tempfile.TemporaryDirectory(prefix="mutant") as folder:
            before = self.compile(text, name, folder)
            after = self.compile(text[:begin] + new + text[end:], name, folder)
            if after is None:
                return "refused"
            if after == before:
                return "same"
            found = self.try_tests(name, folder)
        if found:
            return f"killed by {found}"
        source = text.split("\n")[number - 1].strip()
        return "equivalent" if (name, source, f"{old} -> {shown}") in self.equivalents else f"survived: {source}"

    def check(self):
        """Without any change all tests must pass."""
        name = "score/score.c"
        with tempfile.TemporaryDirectory(prefix="mutant") as folder, \
                open(f"{self.sources}/src/{name}", encoding="utf-8") as file:
            self.compile(file.read(), name, folder)
            found = self.try_tests(name, folder)
            if found:
                sys.exit(f"mutate.py: {found} fails with nothing changed")


def survivors(path):
    """Of what an earlier run said the changes that survived, wherever their lines stand by now."""
    said = re.compile(r"([^:]+):\d+: (.*): survived: (.*)")
    with open(path, encoding="utf-8") as file:
        rows = [said.fullmatch(line.rstrip("\n")) for line in file]
    return {row.groups() for row in rows if row}


def draw(sources, args):
    """Changes, drawn from all there are."""
    found = []
    again = survivors(args.again) if args.again else None
    for pattern in FILES:
        for path in sorted(glob.glob(f"{sources}/src/{pattern}", recursive=True)):
            name = os.path.relpath(path, f"{sources}/src")
            text, changes = places(path)
            lines = text.split("\n")
            found += [(name, text, change) for change in changes
                      if f"{name}:{change[0]}".startswith(args.only) and
                      (again is None or (name, f"{change[1]} -> {change[2]}", lines[change[0] - 1].strip()) in again)]
    print(f"{len(found)} places", flush=True)
    if args.only or args.again:
        return found
    return random.Random(args.seed).sample(found, min(args.count, len(found)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sources")
    parser.add_argument("build")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="all changes of which FILE:LINE begins so, none drawn")
    parser.add_argument("--again", help="the changes that survived by what an earlier run said, none drawn")
    args = parser.parse_args()
    bench = Bench(os.path.realpath(args.sources), os.path.realpath(args.build))
    changes = draw(bench.sources, args)
    bench.check()
    fates = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as workers:
        for (name, _, change), fate in zip(changes, workers.map(bench.fate, changes)):
            fates[fate.split(" ")[0].rstrip(":")] += 1
            print(f"{name}:{change[0]}: {change[1]} -> {change[2]}: {fate}", flush=True)
    real = fates["killed"] + fates["survived"]
    share = 100.0 * fates["killed"] / real if real else 100.0
    print(f"{len(changes)} drawn: {fates['refused']} do not compile, {fates['same']} compile to the same; "
          f"{fates['equivalent']} are equivalent; of {real} killed {fates['killed']}, {share:.1f} %")
    sys.exit(0 if share >= KILLED else 1)


main()
