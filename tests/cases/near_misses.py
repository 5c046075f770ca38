#!/usr/bin/env python3
"""Check that the cases of a ruleset name every yaku twice: in a hand that scores it, and in one that just misses it.

usage: near_misses.py KAZOE FILE.cases.yaml ...

A hand just misses a yaku if the case says what the hand scores, the yaku is not among it, and --why-not finds that it is
covered, that one clause of its condition fails, or that one other tile would do. What a file misses, the file that it
names in shared_with may have, and the cases of that file count too.
"""
import functools
import json
import os
import subprocess
import sys

import yaml

FEWEST_CASES = 40
FIRST_HANDS = 20  # asked first, because one that just misses a yaku is mostly among them


def run(kazoe, *args, lines=None):
    text = "".join(line + "\n" for line in lines or [])
    done = subprocess.run([kazoe, *args], input=text, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


def options_of(mapping):
    return [word for key, value in (mapping or {}).items() for word in ("--set", f"{key}={value}")]


def expected(case):
    """Yield what a case expects of each of its hands."""
    expect = case.get("expect") or {}
    yield expect
    yield from expect.get("results") or []
    yield from expect.get("losers") or []


def says_what_scores(case):
    expect = case.get("expect") or {}
    return "hand" in case and ("yaku" in expect or "reason" in expect)


def just_misses(answer):
    if "error" in answer or answer["counts"]:
        return False
    failing = {clause["asks"] for clause in answer["conditions"] if not clause["holds"]}
    return answer["status"] == "covered" or answer["changes"] > 0 or len(failing) == 1


@functools.lru_cache(maxsize=None)
def find_gaps(kazoe, path):
    """Return the number of cases, the yaku without a scoring hand, and those without one that just misses them."""
    with open(path, encoding="utf-8") as file:
        cases = yaml.load(file, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    name = os.path.basename(path)[: -len(".cases.yaml")]
    shown = run(kazoe, "show", "--json", name)
    yaku = [row["id"] for row in shown if row.get("in_use")]
    scored = {id for case in cases["list"] for expect in expected(case) for id in expect.get("yaku") or {}}
    missed = set()
    by_options = {}
    for case in filter(says_what_scores, cases["list"]):
        options = (*options_of(cases.get("options")), *options_of(case.get("options")))
        by_options.setdefault(options, []).append(case)
    for options, group in by_options.items():
        for id in yaku:
            hands = [case["hand"] for case in group if id not in (case["expect"].get("yaku") or {})]
            for some in (hands[:FIRST_HANDS], hands[FIRST_HANDS:]):
                if id in missed or not some:
                    break
                answers = run(kazoe, "score", "-r", name, *options, "--json", "--why-not", id, lines=some)
                if any(just_misses(answer) for answer in answers):
                    missed.add(id)
    never = [id for id in yaku if id not in scored]
    no_near = [id for id in yaku if id not in missed]
    count = len(cases["list"])
    if "shared_with" in cases and (never or no_near or count < FEWEST_CASES):
        parent = os.path.join(os.path.dirname(path), cases["shared_with"] + ".cases.yaml")
        count_there, never_there, no_near_there = find_gaps(kazoe, parent)
        count += count_there
        known = {row["id"] for row in run(kazoe, "show", "--json", cases["shared_with"]) if row.get("in_use")}
        never = [id for id in never if id not in known or id in never_there]
        no_near = [id for id in no_near if id not in known or id in no_near_there]
    return count, never, no_near


def main():
    kazoe, *paths = sys.argv[1:]
    failed = False
    for path in paths:
        count, never, no_near = find_gaps(kazoe, path)
        name = os.path.basename(path)
        print(f"{name}: {count} cases")
        if count < FEWEST_CASES:
            print(f"{name}: fewer than {FEWEST_CASES}")
        if never:
            print(f"{name}: no hand scores {', '.join(never)}")
        if no_near:
            print(f"{name}: no hand just misses {', '.join(no_near)}")
        failed |= bool(count < FEWEST_CASES or never or no_near)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
