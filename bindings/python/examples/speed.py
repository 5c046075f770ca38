"""How many hands are scored in a second of processor time: one call for each hand, a column, and the
package mahjong, if it is installed, on the same hands."""

import argparse
import time

import kazoe
from corpus import corpus


def rate(work, hands, repeats=3):
    """Millions of hands in a second, the best of some runs."""
    best = float("inf")
    for _ in range(repeats):
        begin = time.process_time()
        work(hands)
        best = min(best, time.process_time() - begin)
    return len(hands) / best / 1e6


def tell(what, speed):
    print(f"{what:44} {speed:7.3f} million hands/s")


def every_hand(rules):
    def work(hands):
        score = rules.score
        for hand in hands:
            score(hand)

    return work


def points_of_every_hand(rules):
    def work(hands):
        score = rules.score
        for hand in hands:
            score(hand).points

    return work


def for_mahjong(line):
    """The arguments of the package mahjong for a hand of corpus.py."""
    from mahjong.constants import EAST, NORTH, SOUTH, WEST
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
    from mahjong.meld import Meld
    from mahjong.tile import TilesConverter

    winds = dict(zip("ESWN", (EAST, SOUTH, WEST, NORTH)))
    words = line.split()
    said = dict(word.split("=") for word in words if "=" in word)
    melds = [word[1:-1] for word in words if word.startswith("[")]
    (last,) = (word[1:] for word in words if word.startswith("+"))

    used = []

    def take(text):
        found = []
        for tile in TilesConverter.one_line_string_to_136_array(text):
            kind = tile // 4 * 4
            free = next(each for each in range(kind, kind + 4) if each not in used)
            used.append(free)
            found.append(free)
        return found

    made = [Meld(Meld.CHI if len(set(meld)) > 2 else Meld.PON, take(meld), opened=True) for meld in melds]
    tiles = [tile for meld in made for tile in meld.tiles] + take(words[0])
    (win,) = take(last)
    config = HandConfig(
        is_tsumo="tsumo" in words,
        is_riichi="riichi" in words,
        player_wind=winds[said["seat"]],
        round_wind=winds[said["round"]],
        options=OptionalRules(has_open_tanyao=True),
    )
    dora = TilesConverter.one_line_string_to_136_array(said["dora"])
    return dict(tiles=[*tiles, win], win_tile=win, melds=made, dora_indicators=dora, config=config)


def compare_with_mahjong(rules, hands):
    from mahjong.hand_calculating.hand import HandCalculator

    calculator = HandCalculator()

    def work(arguments):
        for each in arguments:
            calculator.estimate_hand_value(**each)

    arguments = [for_mahjong(hand) for hand in hands]
    tell("the package mahjong, tiles made before", rate(work, arguments))
    same = 0
    for hand, each in zip(hands, arguments):
        result, theirs = rules.score(hand), calculator.estimate_hand_value(**each)
        same += (result.total, result.fu) == (theirs.han, theirs.fu) if result.win and not theirs.error else (
            not result.win and theirs.error is not None
        )
    print(f"han and fu are the same in {same} of {len(hands)} hands")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100_000)
    count = parser.parse_args().hands
    hands, rules = corpus(count), kazoe.Ruleset("tenhou")
    tell("one call for each hand", rate(every_hand(rules), hands))
    tell("one call for each hand, and its points", rate(points_of_every_hand(rules), hands))
    tell("a list, with score_many", rate(rules.score_many, hands))
    try:
        import pyarrow
    except ImportError:
        print("pyarrow is not installed: columns are not measured")
    else:
        column = pyarrow.array(hands)
        tell("a column, with score_many", rate(lambda _: rules.score_many(column), hands))
    try:
        import mahjong  # noqa: F401
    except ImportError:
        print("mahjong is not installed: it is not measured")
    else:
        compare_with_mahjong(rules, hands[:5000])


if __name__ == "__main__":
    main()
