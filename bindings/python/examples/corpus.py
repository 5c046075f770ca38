"""Random hands that are complete: four sets and a pair, some of them claimed, with circumstances."""

import random

SEATS = "ESWN"


def _set(draw):
    suit = draw.choice("mpsz" if draw.random() < 0.3 else "mps")
    if suit != "z" and draw.random() < 0.7:
        first = draw.randint(1, 7)
        return [(first + step, suit) for step in range(3)]
    return [(draw.randint(1, 7 if suit == "z" else 9), suit)] * 3


def _write(tiles):
    return "".join("".join(str(number) for number, suit in sorted(tiles) if suit == s) + s
                   for s in "mpsz" if any(suit == s for _, suit in tiles))


def random_hand(draw):
    while True:
        dora = (draw.randint(1, 9), draw.choice("mps"))
        sets = [_set(draw) for _ in range(4)]
        pair = [draw.choice(draw.choice(sets))] * 2 if draw.random() < 0.1 else [_set(draw)[0]] * 2
        tiles = [dora, *(tile for part in [*sets, pair] for tile in part)]
        if all(tiles.count(tile) <= 4 for tile in tiles):
            break
    claimed = draw.choice([0, 0, 0, 1, 2]) if draw.random() < 0.8 else 0
    rest = [tile for part in [*sets[claimed:], pair] for tile in part]
    last = rest.pop(draw.randrange(len(rest)))
    melds = "".join(f" [{_write(part)}]" for part in sets[:claimed])
    seat, giver = draw.sample(SEATS, 2)
    way = "tsumo" if draw.random() < 0.4 else f"from={giver}"
    words = " riichi" if not claimed and draw.random() < 0.6 else ""
    return f"{_write(rest)}{melds} +{last[0]}{last[1]} {way} seat={seat} round={draw.choice('ES')} dora={dora[0]}{dora[1]}{words}"


def corpus(count, seed=1):
    draw = random.Random(seed)
    return [random_hand(draw) for _ in range(count)]
