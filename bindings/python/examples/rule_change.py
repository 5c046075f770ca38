"""Plot what a change of rules does to a corpus of hands.

    python rule_change.py --from ema-2016 --to ema-2025 --output change.png
    python rule_change.py --hands corpus.txt --to tenhou --option kiriage_mangan=yes

Without a file, the corpus is made of random hands.
"""

import argparse
from collections import Counter, defaultdict
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import kazoe
from corpus import corpus


def read_arguments():
    parser = argparse.ArgumentParser(description="Plot what a change of rules does to a corpus of hands.")
    parser.add_argument("--from", dest="old", default="ema-2016", help="the ruleset as it is")
    parser.add_argument("--to", dest="new", default="ema-2025", help="the ruleset as it would be")
    parser.add_argument("--option", action="append", default=[], metavar="OPTION=VALUE", help="of the new ruleset")
    parser.add_argument("--hands", default="20000", help="a file with a hand on each line, or how many to make")
    parser.add_argument("--output", default="change.png")
    return parser.parse_args()


def by_yaku(scores, change):
    """The mean change of the hands that have a yaku, for the yaku that change most."""
    changes = defaultdict(list)
    for row, yaku in enumerate(scores["yaku"]):
        for id in yaku or ():
            changes[id].append(change[row])
    means = {id: np.mean(values) for id, values in changes.items() if len(values) >= 20}
    return sorted(means.items(), key=lambda item: -abs(item[1]))[:10]


def main():
    given = read_arguments()
    old = kazoe.Ruleset(given.old)
    new = kazoe.Ruleset(given.new, options=dict(option.split("=", 1) for option in given.option))
    hands = corpus(int(given.hands)) if given.hands.isdigit() else Path(given.hands).read_text().splitlines()
    before, after = old.score_many(hands), new.score_many(hands)
    change = np.asarray(after["points"]) - np.asarray(before["points"])
    changed = change[change != 0]
    print(f"{len(hands)} hands: {len(changed)} change, on average by {change.mean():+.1f} points")

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5), layout="constrained")
    figure.suptitle(f"{new.label} instead of {old.label}: {len(changed)} of {len(hands)} hands change")
    counts = sorted(Counter(changed.tolist()).most_common(15))
    left.bar([f"{points:+d}" for points, _ in counts], [count for _, count in counts])
    left.set(xlabel="change of points", ylabel="hands")
    left.tick_params(axis="x", rotation=60)
    names = old.yaku_names()
    rows = by_yaku(before, change)[::-1]
    right.barh([names[id] for id, _ in rows], [mean for _, mean in rows])
    right.set(xlabel="mean change of points in hands with the yaku")
    figure.savefig(given.output, dpi=120)
    print(given.output)


if __name__ == "__main__":
    main()
