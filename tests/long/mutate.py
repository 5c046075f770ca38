#!/usr/bin/env python3
"""Change the C that scores, one place at a time, and print which changes no test notices.

    mutate.py SOURCES BUILD [--topics] [--count N] [--seed N] [--jobs N] [--only FILE:LINE | --again FILE]

BUILD was configured with --disable-shared and -O1, and its unit tests are built. A sample is drawn
of all places where a file of the scoring folders can be changed (an operator, a constant, a
condition, a jump). For each, only that file is compiled (for a header the files that include it),
the tests are linked with it, and they run until one fails, fast ones first. A change does not count
if the compiler refuses it or makes the same object, or if it is in equivalent.txt, which lists
changes without effect on any hand, each with its reason. Fail if less than 85 % of the others are
killed.

With --topics the files are those of TOPICS, in any folder: payments and sums, where an error costs
money. The tests are those that concern the file, and 95 % of the changes must be killed.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
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
KILLED_OF_TOPICS = 95.0

# From compile/ only what makes tables or evaluates hands; the rest describes, proves or checks rules.
FILES = ["score/*.c", "hand/**/*.c", "compile/program/*.c", "compile/selection/*.c"] + [
    f"compile/{name}.c" for name in ("price", "ruleset", "yaku", "condition/evaluation", "condition/pattern")]

# Payments, the merging of rule files, and the sums of many hands.
PAYING = ["**/deal.c", "**/payment.c", "**/price.c"]
MERGING_RULES = ["**/merge.c"]
SUMMING = ["**/cmd_compare.c", "**/summary*.c"]
TOPICS = PAYING + MERGING_RULES + SUMMING

# The replacement of each sign. Sizes of character buffers are not changed, because a longer buffer changes
# no text, and writers ask for its size. Blanks are part of a sign that has other meanings without.
SIGNS = {"==": ["!="], "!=": ["=="], " < ": [" <= ", " > "], " <= ": [" < "], " > ": [" >= ", " < "],
         " >= ": [" > "], "&&": ["||"], "||": ["&&"], " + ": [" - "], " - ": [" + "], " * ": [" + "],
         " & ": [" | "], " | ": [" & "], "&=": ["|="], "|=": ["&="], "+=": ["-="], "-=": ["+="],
         "<<": [">>"], ">>": ["<<"], "++": ["--"], "--": ["++"]}
TOKEN = re.compile(r"""
    (?P<pass>//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])+'|^[ ]*\#(?:[^\n]*\\\n)*[^\n]*
      |\b(?:assert|KZI_ASSUME)\((?:[^()]|\([^()]*\)|\((?:[^()]|\([^()]*\))*\))*\)|(?:\b(?:struct|static|const|enum)\b[^;{}()=]*[;{])|\bchar[ ]\w+\[\d+\])
    |(?P<sign>==|!=|[ ]<=?[ ]|[ ]>=?[ ]|&&|\|\||[ ][-+*&|][ ]|[&|+-]=|<<|>>|\+\+|--)
    |(?P<not>!(?=[\w(])|~(?=[\w(]))
    |(?P<number>\b\d+\b(?![.\w']))
    |(?P<word>\b(?:true|false)\b)
    |(?P<jump>\b(?:break|continue);)
    |(?P<if>\b(?:if|while)[ ]\()
    """, re.X | re.S | re.M)


def closing(text, at):
    """Return where the parenthesis that opens before `at` closes."""
    depth = 1
    for sign in re.compile(r"""'(?:\\.|[^'\\])+'|"(?:\\.|[^"\\])*"|[()]""").finditer(text, at):
        depth += {"(": 1, ")": -1}.get(sign.group(), 0)
        if not depth:
            return sign.start()
    raise ValueError("a parenthesis is not closed")


def places(path):
    """Return all changes of a file: (line, from, to, begin, end)."""
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


# Names of programs, and of scripts that call kazoe, with the seconds of processor time that each may
# take. The ones that find most in a short time come first.
UNITS = {"parse": 10, "json": 10, "api": 10, "why_not": 10, "properties": 10, "readings": 20, "deal": 60,
         "score": 60}
SCRIPTS = {"deals": 30, "notation": 30, "language": 60, "hands": 60, "golden": 60, "limits": 60}
LAST = {"combine": 100, "oracle": 200}
CASES = 20

# The tests for the files of a topic, in order; with --topics no others run. MORE has the seconds of
# tests that the tables above do not have.
TESTS_OF = [
    (PAYING, ["cases", "overlays", "deals.tap", "bad.tap", "golden.tap", "compare.tap", "unit/api", "unit/score",
              "unit/report", "unit/deal"]),
    (MERGING_RULES, ["cases", "overlays", "bad.tap", "overlays.tap", "golden.tap", "usage.tap", "unit/api", "unit/yaml",
                     "unit/changed", "unit/sheets", "unit/differ", "unit/budget", "limits.tap"]),
    (SUMMING, ["unit/summary", "memory", "memory of a page", "compare.tap", "usage.tap", "golden.tap", "unit/compare",
               "language.tap"])]
MORE = {"summary": 10, "compare": 10, "usage": 30, "bad": 30, "overlays": 60, "report": 10, "yaml": 10, "changed": 60,
        "sheets": 20, "differ": 60, "budget": 20}


def equivalents():
    """Return the changes listed in equivalent.txt."""
    path = os.path.join(os.path.dirname(os.path.realpath(__file__)), "equivalent.txt")
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and line[0] != "#"]
    return {tuple(row[:3]) for row in rows}


def is_of(name, patterns):
    """Return True if the base name of a file matches one of these."""
    return any(fnmatch.fnmatch(os.path.basename(name), os.path.basename(pattern)) for pattern in patterns)


class Bench:
    """A build, and the commands that compile, link and run each change."""

    def __init__(self, sources, build, topics):
        self.sources, self.build, self.equivalents, self.topics = sources, build, equivalents(), topics
        objects = [path for path in glob.glob(f"{build}/src/**/*.o", recursive=True)
                   if "gen_splits" not in path and "/.libs/" not in path]
        self.command = [path for path in objects if path.startswith(f"{build}/src/cli/")]
        self.objects = [path for path in objects if path not in self.command]
        self.libraries = subprocess.run(["pkg-config", "--libs", "yaml-0.1", "check"],
                                        capture_output=True, text=True, check=True).stdout.split()
        self.environment = dict(os.environ, SRCDIR=sources, KAZOE_PATH=f"{sources}/rules", BUILDDIR=build,
                                XDG_CONFIG_HOME="/nonexistent", LC_ALL="C", CC="cc", KZ_LDFLAGS="",
                                CK_FORK="no", KAZOE_HANDS="2000", KAZOE_ALLOCATIONS="60")
        cases = sorted(path for folder in ("rules", "rules/overlays", "tests/cases")
                       for path in glob.glob(f"{sources}/{folder}/*.cases.yaml"))
        overlays = [path for path in cases if "/overlays/" in path]
        plain = [path for path in cases if path not in overlays]
        self.tests = [("cases", "kazoe", ["test", *plain], CASES), ("overlays", "kazoe", ["test", *overlays], CASES)]
        self.tests += [(f"unit/{name}", f"unit/{name}.tap", None, seconds) for name, seconds in UNITS.items()]
        self.tests += [(f"{name}.tap", "kazoe", [name], seconds) for name, seconds in SCRIPTS.items()]
        self.tests += [(f"unit/{name}", f"unit/{name}.tap", None, seconds) for name, seconds in LAST.items()]
        summing = ["replay", "--as", "m-league", "--summary", f"{sources}/tests/data/game.mjlog"]
        failing = [("memory", "failing_kazoe", summing, 60),
                   ("memory of a page", "failing_kazoe", [*summing, "--html", "-"], 60)]
        self.tests_by_name = {test[0]: test for test in self.tests + failing}
        seconds = {**UNITS, **SCRIPTS, **LAST, **MORE}
        for _, names in TESTS_OF:
            for name in names:
                bare = re.sub(r"^unit/|\.tap$", "", name)
                unit = name.startswith("unit/")
                self.tests_by_name.setdefault(name, (name, f"{name}.tap" if unit else "kazoe", None if unit else [bare],
                                                     seconds.get(bare)))

    def tests_of(self, name):
        """Return the tests for a change of this file. Unit tests do not contain the command."""
        tests = self.tests
        if self.topics:
            names = next(names for patterns, names in TESTS_OF if is_of(name, patterns))
            tests = [self.tests_by_name[test] for test in names]
        return [test for test in tests if not test[0].startswith("unit/") or not name.startswith("cli/")]

    def object_of(self, source):
        """Return the build's object of a source file."""
        folder, stem = os.path.split(source[:-2])
        found = [path for path in self.objects + self.command if os.path.dirname(path) == f"{self.build}/src/{folder}"
                 and re.fullmatch(rf"(\w+-)?{stem}\.o", os.path.basename(path))]
        return found[0]

    def compiled_with(self, name):
        """Return the files to compile for a change of this one."""
        if name.endswith(".c"):
            return [name]
        found = []
        for path in sorted(glob.glob(f"{self.sources}/src/score/*.c")):
            with open(path, encoding="utf-8") as file:
                if f'#include "{name}"' in file.read():
                    found.append(os.path.relpath(path, f"{self.sources}/src"))
        return found

    def compile(self, text, name, folder):
        """Return the objects, None if they do not compile."""
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
        """Link the program with the compiled change in place of the file's own object."""
        made = os.path.join(folder, program.replace("/", "_"))
        if os.path.exists(made):
            return made
        own = [self.object_of(source) for source in self.compiled_with(name)]
        objects = [os.path.join(folder, f"changed{number}.o") for number in range(len(own))]
        objects += [path for path in self.objects if path not in own]
        flags = []
        if "kazoe" in program:
            objects += [path for path in self.command if path not in own]
        if program == "failing_kazoe":
            objects.append(f"{self.build}/tests/commands/failing_kazoe.o")
            flags = ["-Wl,--wrap=main"]
        elif program != "kazoe":
            name = os.path.basename(program)[:-4]
            objects.append(f"{self.build}/tests/unit/{name}_tap-{name}.o")
        subprocess.run(["cc", "-pthread", "-o", made, *flags, *objects, *self.libraries], check=True)
        if not os.path.exists(f"{folder}/rules"):
            os.symlink(f"{self.sources}/rules", f"{folder}/rules")  # next to the command, as in the build
        return made

    def fails(self, test, name, folder):
        """Return the name of the test if it fails, or None."""
        called, program, words, seconds = test
        made = self.link(program, name, folder)
        command = [made, *(words or [])]
        if called.endswith(".tap"):
            scripts = glob.glob(f"{self.sources}/tests/*/{words[0]}.tap")
            command = ["sh", next(path for path in scripts if "/unit/" not in path)]

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
        for test in self.tests_of(name):
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
        """Check that all tests pass without a change."""
        names = ["score/score.c"]
        if self.topics:
            names = [next(files(self.sources, patterns))[0] for patterns, _ in TESTS_OF]
        for name in names:
            with tempfile.TemporaryDirectory(prefix="mutant") as folder, \
                    open(f"{self.sources}/src/{name}", encoding="utf-8") as file:
                self.compile(file.read(), name, folder)
                found = self.try_tests(name, folder)
                if found:
                    sys.exit(f"mutate.py: {found} fails without a change")


def survivors(path):
    """Return the changes that survived an earlier run, by text, because line numbers may differ now."""
    said = re.compile(r"([^:]+):\d+: (.*): survived: (.*)")
    with open(path, encoding="utf-8") as file:
        rows = [said.fullmatch(line.rstrip("\n")) for line in file]
    return {row.groups() for row in rows if row}


def files(sources, patterns):
    """Yield the name below src and the path of each file that matches."""
    for pattern in patterns:
        for path in sorted(glob.glob(f"{sources}/src/{pattern}", recursive=True)):
            yield os.path.relpath(path, f"{sources}/src"), path


def check_names(sources):
    """Fail if a pattern or the name of a test matches no file."""
    wanted = [f"src/{pattern}" for pattern in FILES + TOPICS]
    wanted += [f"tests/unit/{name}.c" for name in (*UNITS, *LAST)] + [f"tests/*/{name}.tap" for name in SCRIPTS]
    for name in (name for _, names in TESTS_OF for name in names):
        if name.startswith("unit/"):
            wanted.append(f"tests/{name}.c")
        elif name.endswith(".tap"):
            wanted.append(f"tests/*/{name}")
    for pattern in wanted:
        if not glob.glob(f"{sources}/{pattern}", recursive=True):
            sys.exit(f"mutate.py: there is no file {pattern}")


def draw(sources, args):
    """Draw a sample of all changes."""
    found = []
    again = survivors(args.again) if args.again else None
    for name, path in files(sources, TOPICS if args.topics else FILES):
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
    parser.add_argument("--topics", action="store_true", help="changes of the files of TOPICS")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="all changes whose FILE:LINE begins so, without drawing")
    parser.add_argument("--again", help="the changes that survived according to the output of an earlier run, without drawing")
    args = parser.parse_args()
    check_names(os.path.realpath(args.sources))
    bench = Bench(os.path.realpath(args.sources), os.path.realpath(args.build), args.topics)
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
    sys.exit(0 if share >= (KILLED_OF_TOPICS if args.topics else KILLED) else 1)


main()
