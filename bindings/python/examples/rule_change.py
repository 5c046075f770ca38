"""Plot what a change of rules does to a corpus of hands.

    python rule_change.py --from ema-2016 --to ema-2025 --output change.png
    python rule_change.py --hands corpus.txt --to tenhou --option kiriage_mangan=yes

Without a file, the corpus is made of random hands. The rows of kazoe.compare are grouped by pandas.
"""

import argparse
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import kazoe
from corpus import corpus


def read_arguments():
    parser = argparse.ArgumentParser(description="Plot what a change of rules does to a corpus of hands.")
    parser.add_argument("--from", dest="old", default="ema-2016", help="the ruleset as it is")
    parser.add_argument("--to", dest="new", default="ema-2025", help="the ruleset as it would be")
    parser.add_argument("--option", action="append", default=[], metavar="OPTION=VALUE", help="of the new ruleset")
    parser.add_argument("--hands", default="20000", help="a file with a hand on each line, or how many to make")
    parser.add_argument("--output", default="change.png")
    given = parser.parse_args()
    for option in given.option:
        if "=" not in option:
            parser.error(f"{option} is not OPTION=VALUE")
    return given


def main():
    given = read_arguments()
    old = kazoe.Ruleset(given.old)
    new = kazoe.Ruleset(given.new, options=dict(option.split("=", 1) for option in given.option))
    hands = corpus(int(given.hands)) if given.hands.isdigit() else Path(given.hands).read_text().splitlines()

    rows = kazoe.compare([old, new], hands, as_table=True).to_pandas()
    # Each hand has two rows, one after the other.
    before, after = rows[0::2].reset_index(), rows[1::2].reset_index()
    after["change"] = after["points"] - before["points"]
    changed = after[after["same"].eq(False)]  # a hand that is missing is neither
    mean = after["change"].mean()
    print(f"{len(after)} hands: {len(changed)} change, on average by {mean:+.1f} points")

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5), layout="constrained")
    figure.suptitle(f"{new.label} instead of {old.label}: {len(changed)} of {len(after)} hands change")
    counts = changed["change"].value_counts()[:15].sort_index()
    left.bar([f"{points:+.0f}" for points in counts.index], counts)
    left.set(xlabel="change of points", ylabel="hands")
    left.tick_params(axis="x", rotation=60)
    reasons = changed["why"].replace("", "not found").value_counts()[:10][::-1]
    right.barh(reasons.index, reasons)
    right.set(xlabel="hands that change because of the rule")
    figure.savefig(given.output, dpi=120)
    print(given.output)


if __name__ == "__main__":
    main()
