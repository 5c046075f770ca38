#!/usr/bin/env python3
"""Compare kazoe with another scorer's results, hand by hand.

    tests/long/agree.py --ruleset rules/ema-2016.yaml hands.ndjson

Each line of the file is a hand record as `kazoe score` reads it, with an additional key `expect`,
the other scorer's result.  All fields of `expect` are optional; a missing one is not compared:

    yaku      {id: total worth, bonus included}; 0 for one worth a limit
    total     the sum of those (also called fan)
    fu        not compared if a limit pays, because many scorers then stop counting (--fu-at-limits)
    limit     its id, or null
    payments  {seat: net change}; a missing seat has 0

Print every field that differs, and a summary.  Exit status: 0 all agree, 1 some do not, 2 the
comparison failed.  `make check` does not call this, because the hands are yours."""

import argparse
import json
import os
import subprocess
import sys

SEATS = "ESWN"


def read_hands(path, without_red_fives):
    """Return the records with their line numbers, without hands that have a red five if asked."""
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            hand = json.loads(line)
            tiles = [hand["hand"], hand.get("win") or "", *(hand.get("melds") or [])]
            if not (without_red_fives and any("0" in text for text in tiles)):
                yield number, hand


def score(kazoe, ruleset, hands):
    """Return one result for each hand, in order."""
    records = [{key: value for key, value in hand.items() if key != "expect"} for hand in hands]
    run = subprocess.run(
        [kazoe, "score", "--json", "-r", ruleset],
        input="".join(json.dumps(record) + "\n" for record in records),
        stdout=subprocess.PIPE, encoding="utf-8", check=False)
    if run.returncode > 2:
        sys.exit(2)
    results = [json.loads(line) for line in run.stdout.splitlines()]
    if len(results) != len(records):
        print(f"{kazoe}: {len(records)} hands, {len(results)} results", file=sys.stderr)
        sys.exit(2)
    return results


def yaku_of(result):
    return {yaku["id"]: yaku["value"] * yaku["count"] for yaku in result["yaku"]}


def payments_of(payments):
    return {seat: payments.get(seat, 0) for seat in SEATS}


def differences(expect, result, fu_at_limits):
    """Yield (field, expected, got) for each field that differs."""
    if "error" in result:
        yield "error", None, result["error"]["message"]
        return
    if not result["win"]:
        yield "win", True, result["reason"]
        return
    wanted = dict(expect)
    if "fan" in wanted:
        wanted["total"] = wanted.pop("fan")
    if result["limit"] is not None and not fu_at_limits:
        wanted.pop("fu", None)
    got = {field: result[field] for field in ("total", "fu", "limit")}
    got["yaku"] = yaku_of(result)
    got["payments"] = payments_of(result["payments"])
    if "payments" in wanted:
        wanted["payments"] = payments_of(wanted["payments"])
    for field, is_ in got.items():
        if field in wanted and wanted[field] != is_:
            yield field, wanted[field], is_


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="hand records with expect, one a line")
    parser.add_argument("-r", "--ruleset", required=True, help="as kazoe score -r takes it")
    parser.add_argument("--kazoe", default=os.path.join(here, "..", "kazoe"), metavar="PATH",
                        help="the command (default: the one built in the source folder)")
    parser.add_argument("--without-red-fives", action="store_true",
                        help="skip hands with a red five")
    parser.add_argument("--skip-fu-at-limits", dest="fu_at_limits", action="store_false",
                        help="do not compare fu if a limit pays (the default)")
    parser.add_argument("--fu-at-limits", dest="fu_at_limits", action="store_true",
                        help="compare fu even if a limit pays")
    parser.set_defaults(fu_at_limits=False)
    args = parser.parse_args()

    hands = list(read_hands(args.file, args.without_red_fives))
    results = score(args.kazoe, args.ruleset, [hand for _, hand in hands])
    disagreeing = 0
    for (number, hand), result in zip(hands, results):
        found = list(differences(hand.get("expect") or {}, result, args.fu_at_limits))
        disagreeing += bool(found)
        for field, wanted, got in found:
            print(f"{args.file}:{number}: {hand.get('id', '')}: {field}: "
                  f"expected {json.dumps(wanted)}, got {json.dumps(got)}")
    print(f"{len(hands)} hands compared, {disagreeing} disagree")
    return 1 if disagreeing or not hands else 0


if __name__ == "__main__":
    sys.exit(main())
