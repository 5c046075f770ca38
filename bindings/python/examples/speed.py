"""How many hands are scored in a second of processor time, on the same random hands: in Python by one
call for each hand and as a column; by the command, in JavaScript and in SQLite, where they are built in
the source; and by other libraries, where they are installed."""

import argparse
import re
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import kazoe
from corpus import corpus


def rate(work, hands, repeats=5):
    """Millions of hands in a second, the best of some runs."""
    best = float("inf")
    for _ in range(repeats):
        begin = time.process_time()
        work(hands)
        best = min(best, time.process_time() - begin)
    return len(hands) / best / 1e6


def tell(what, speed):
    print(f"{what:52} {speed:7.3f} million hands/s", flush=True)


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
        options=OptionalRules(has_open_tanyao=True, has_double_yakuman=False),
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
    tell("Python: the package mahjong, tiles made before", rate(work, arguments))
    same = 0
    for hand, each in zip(hands, arguments):
        result, theirs = rules.score(hand), calculator.estimate_hand_value(**each)
        same += (result.points if result.win else None) == (theirs.cost["total"] if theirs.cost else None)
    print(f"points are the same in {same} of {len(hands)} hands")


# --- other languages ------------------------------------------------------------------------------

SOURCE = Path(__file__).resolve().parents[3]


def rate_of_command(command, hands):
    """As rate, of a process, its start included."""

    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    best = float("inf")
    for _ in range(5):
        begin = used()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        best = min(best, used() - begin)
    return len(hands) / best / 1e6


def rate_of_sqlite(extension, path, hands):
    script = f"""
        .load {extension}
        .output /dev/null
        SELECT kz_path('{SOURCE / "rules"}');
        CREATE TABLE hands(hand TEXT);
        .import {path} hands
        SELECT kz_points(hand, 'tenhou') FROM hands LIMIT 1;
        .output stdout
        .timer on
    """ + "SELECT sum(kz_points(hand, 'tenhou')) FROM hands;\n" * 5
    script = "\n".join(line.strip() for line in script.splitlines())
    said = subprocess.run(["sqlite3", "-bail"], input=script, capture_output=True, text=True, check=True).stdout
    return len(hands) / min(float(user) + float(sys) for user, sys in re.findall(r"user (\S+) sys (\S+)", said)) / 1e6


def other_languages(hands):
    command, module = SOURCE / "kazoe", SOURCE / "bindings" / "js" / "kazoe.wasm"
    extension = SOURCE / "bindings" / "sqlite" / "kazoe0.so"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.txt"
        path.write_text("\n".join(hands) + "\n")
        if command.exists():
            score = [command, "score", "-r", SOURCE / "rules" / "tenhou.yaml", "-j", "1", "--exit-zero", "-f", path]
            tell("C: kazoe score --json", rate_of_command([*score, "--json"], hands))
            tell("C: kazoe score --columns points", rate_of_command([*score, "--columns", "points"], hands))
        else:
            print("make has not run: the command is not measured")
        if extension.exists() and shutil.which("sqlite3"):
            tell("SQLite: sum(kz_points(hand, 'tenhou'))", rate_of_sqlite(extension.with_suffix(""), path, hands))
        else:
            print("make sqlite has not run: SQLite is not measured")
        if module.exists() and shutil.which("node"):
            subprocess.run(["node", SOURCE / "bindings" / "js" / "examples" / "speed.js", path], check=True)
        else:
            print("make js has not run: JavaScript is not measured")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100_000)
    count = parser.parse_args().hands
    hands, rules = corpus(count), kazoe.Ruleset("tenhou")
    tell("Python: one call for each hand", rate(every_hand(rules), hands))
    tell("Python: one call for each hand, and its points", rate(points_of_every_hand(rules), hands))
    tell("Python: a list, with score_many", rate(rules.score_many, hands))
    try:
        import pyarrow
    except ImportError:
        print("pyarrow is not installed: columns are not measured")
    else:
        column = pyarrow.array(hands)
        tell("Python: a column, with score_many", rate(lambda _: rules.score_many(column), hands))
    try:
        import mahjong  # noqa: F401
    except ImportError:
        print("mahjong is not installed: it is not measured")
    else:
        compare_with_mahjong(rules, hands[:5000])
    other_languages(hands)


if __name__ == "__main__":
    main()
