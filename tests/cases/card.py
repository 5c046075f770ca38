#!/usr/bin/env python3
"""A second solver for hands that are spelled: read the rows of a card from its rule file, find what
random hands with jokers are worth and how far they are from being ready, and compare with kazoe.

    card.py KAZOE RULES [--hands N] [--seed N]

A row is expanded into the groups of every assignment of its suits and, if it is shifted, of every
first number. A hand is compared with each of these. Nothing is shared with the engine but the rule
file, of which only the rows are read. Fail if any hand differs.
"""
import argparse
import collections
import functools
import itertools
import json
import random
import re
import subprocess
import sys

ROW = re.compile(r"^  (\w+): \{name: .*?, value: (?:\{closed: (\d+)\}|(\d+)), when: \{(spells(?:_shifted)?): \[(.*?)\]\}\}$", re.M)
SUITS = "mps"
DRAGONS = {"m": "C", "p": "P", "s": "F"}
HONORS = dict(zip("ESWNPFC", ("1z", "2z", "3z", "4z", "5z", "6z", "7z")))
COPIES = collections.defaultdict(lambda: 4, {"1f": 8, "1j": 8})
JOKERS_FROM = 3  # tiles of a group: jokers stand in pungs and larger groups
KINDS = [f"{number}{suit}" for suit in SUITS for number in range(1, 10)] + list(HONORS.values()) + ["1f"]

Row = collections.namedtuple("Row", "id value closed groups")  # groups: (kind, tiles), ...


def groups_of(spelling, suits, shift):
    """Return the groups of a spelling, or None if a number is above 9."""
    groups = []
    for word in spelling.split():
        suit = suits.get(word[-1])
        for one, same in itertools.groupby(word[:-1] if suit else word):
            if one == "f":
                kind = "1f"
            elif one == "D":
                kind = HONORS[DRAGONS[suit]]
            elif one in HONORS:
                kind = HONORS[one]
            else:
                number = int(one) + shift
                if number > 9:
                    return None
                kind = f"{number}{suit}"
            groups.append((kind, len(list(same))))
    return tuple(groups)


def rows_of(text):
    """Return every hand that the card spells."""
    rows = []
    for name, closed, value, how, spellings in ROW.findall(text):
        for spelling in re.findall(r'"(.*?)"', spellings):
            letters = sorted({word[-1] for word in spelling.split() if word[-1] in "abc"})
            for suits in itertools.permutations(SUITS, len(letters)):
                for shift in range(9 if how == "spells_shifted" else 1):
                    groups = groups_of(spelling, dict(zip(letters, suits)), shift)
                    if groups and (not shift or any(kind[1] in SUITS for kind, _ in groups)):
                        rows.append(Row(name, int(closed or value), bool(closed), groups))
    return rows


@functools.lru_cache(maxsize=None)
def rest_of(groups, melds):
    """Return what the melds leave of the groups: (kind, tiles, tiles for which no joker stands), ...;
    None if a meld is none of the groups."""
    left = list(groups)
    for kind, count in melds:
        if (kind, count) not in left or count < JOKERS_FROM:
            return None
        left.remove((kind, count))
    need, alone = collections.Counter(), collections.Counter()
    for kind, count in left:
        need[kind] += count
        alone[kind] += count if count < JOKERS_FROM else 0
    return tuple((kind, need[kind], alone[kind]) for kind in need)


def lacking(groups, melds, tiles):
    """Return how many tiles are lacking; tiles: a count by kind."""
    rest, lacks, free = rest_of(groups, melds), 0, 0
    if rest is None:
        return None
    for kind, need, alone in rest:
        used = min(tiles.get(kind, 0), need)
        lacks += need - used
        free += need - max(used, alone)
    return lacks - min(tiles.get("1j", 0), free)


def melds_of(hand):
    """Return the melds as groups."""
    return tuple((next(tile for tile in meld if tile != "1j"), len(meld)) for meld in hand["melds"])


def shanten(rows, hand):
    """Return how far the hand without its winning tile is from being ready, or -2."""
    tiles, melds = collections.Counter(hand["tiles"]), melds_of(hand)
    tiles[hand["win"]] -= 1
    away = [lacking(row.groups, melds, tiles) for row in rows]
    return min((lacks - 1 for lacks in away if lacks is not None), default=-2)


def worth(rows, hand):
    """Return what a hand is worth before payment, 0 if it does not win."""
    jokerless = "1j" not in hand["tiles"] and not any("1j" in meld for meld in hand["melds"])
    tiles, melds = collections.Counter(hand["tiles"]), melds_of(hand)
    if not hand["self_draw"] and hand["win"] == "1j":
        return 0
    return max((row.value * (2 if jokerless and not row.id.startswith("pairs_") else 1)
                for row in rows
                if not (row.closed and melds) and lacking(row.groups, melds, tiles) == 0), default=0)


def draw(rows, chance):
    """Return a random hand near a random row, or None if the set lacks a tile of it."""
    groups, melds, tiles = chance.choice(rows).groups, [], []
    open_chance, joker_chance = chance.choice([0, 0.4]), chance.choice([0, 0.1, 0.3])
    for kind, count in groups:
        group = ["1j" if count >= JOKERS_FROM and i and chance.random() < joker_chance else kind for i in range(count)]
        if count >= JOKERS_FROM and chance.random() < open_chance:
            melds.append(group)
        else:
            tiles += group
    if not tiles:
        return None
    for _ in range(chance.choice([0, 0, 0, 1, 2])):
        tiles[chance.randrange(len(tiles))] = chance.choice(KINDS + ["1j"])
    laid = collections.Counter(tiles + sum(melds, []))
    if any(count > COPIES[kind] for kind, count in laid.items()):
        return None
    return {"tiles": tiles, "melds": melds, "win": chance.choice(tiles), "self_draw": chance.random() < 0.5}


def spelled(tiles):
    """Write tiles, with the letter of a suit once after its numbers."""
    runs = itertools.groupby(sorted(tiles, key=lambda tile: tile[1]), key=lambda tile: tile[1])
    return "".join("".join(tile[0] for tile in run) + suit for suit, run in runs)


def unfinished_line_of(hand):
    concealed = list(hand["tiles"])
    concealed.remove(hand["win"])
    return " ".join([spelled(concealed)] + [f"[{spelled(meld)}]" for meld in hand["melds"]])


def line_of(hand):
    return f"{unfinished_line_of(hand)} +{hand['win']} seat=S {'tsumo' if hand['self_draw'] else 'from=W'}"


def payments(value, self_draw):
    """Return what each player gets: twice from everybody by self-draw, else twice from the discarder
    and once from the others."""
    paid = {"E": 2 if self_draw else 1, "W": 2, "N": 2 if self_draw else 1}
    return {seat: -times * value for seat, times in paid.items()} | {"S": sum(paid.values()) * value}


def ask(args, command, lines):
    """Return what kazoe says of each line."""
    said = subprocess.run([args.kazoe, command, "-r", args.rules, "--json"], input="".join(f"{line}\n" for line in lines),
                          text=True, stdout=subprocess.PIPE, check=False).stdout
    return [json.loads(line) for line in said.splitlines()]


def differs(line, want, got):
    if want == got:
        return False
    print(f"{line}\n  the card says {want}, kazoe {got}")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("kazoe")
    parser.add_argument("rules")
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with open(args.rules, encoding="utf-8") as file:
        rows = rows_of(file.read())
    chance, hands = random.Random(args.seed), []
    while len(hands) < args.hands:
        hand = draw(rows, chance)
        if hand:
            hands.append(hand)
    wrong = 0
    for hand, result in zip(hands, ask(args, "score", map(line_of, hands)), strict=True):
        value = worth(rows, hand)
        want = payments(value, hand["self_draw"]) if value else None
        wrong += differs(line_of(hand), want, result.get("payments") if result.get("win") else result.get("error"))
    for hand, result in zip(hands, ask(args, "waits", map(unfinished_line_of, hands)), strict=True):
        wrong += differs(unfinished_line_of(hand), shanten(rows, hand), result.get("shanten", result.get("error")))
    wins = sum(worth(rows, hand) > 0 for hand in hands)
    print(f"{len({row.id for row in rows})} rows as {len(rows)} hands; {len(hands)} random hands, {wins} win; {wrong} answers differ")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
