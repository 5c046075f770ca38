"""Unfinished hands: the tiles that complete them, and their discards."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._engine import ffi, lib
from ._errors import Diagnostic, KazoeError
from ._records import Hand, encoded, raise_error, to_bytes, whole
from ._result import Completed, Result, make_result

if TYPE_CHECKING:
    from ._ruleset import Ruleset

_TILES = [
    *(f"{number}{suit}" for suit in "mps" for number in range(1, 10)),
    *(f"{number}z" for number in range(1, 8)),
    *("1f", ""),  # a flower among the tiles, and a kind of no tile
    *(f"{number}j" for number in range(1, 9)),
]


@dataclass(frozen=True)
class Wait:
    """A tile that completes a hand.

    left: copies that the player does not see. discard, self_draw: the worth of the hand with it; None if a
    circumstance excludes that way of winning. red: the same for a red five, if these count and one is left.
    """

    tile: str
    left: int
    discard: Result | None
    self_draw: Result | None
    red: Wait | None = None


@dataclass(frozen=True)
class Accept:
    """A tile that brings a hand closer, and the number of copies that the player does not see."""

    tile: str
    left: int


@dataclass(frozen=True)
class Waits:
    """The waits of a hand. shanten: 0 if the hand is ready, None if nothing can complete it. waits: the tiles
    that complete a ready hand; accepts: those that bring another hand closer.

    furiten: under rules with furiten, whether a tile that completes the hand is among its discards, so that
    it wins on no discard despite Wait.discard; None under other rules, or if the hand does not give its
    discards.
    """

    shanten: int | None
    waits: tuple[Wait, ...]
    accepts: tuple[Accept, ...]
    furiten: bool | None = None


@dataclass(frozen=True)
class Prospect:
    """The expected points for a number of draws, and the chance to win."""

    expected: float
    win: float


@dataclass(frozen=True)
class Discard:
    """A tile that may be discarded, and the hand without it.

    tile: "0s" is a red five, if these count. shanten: None if nothing can complete the hand. accepted: copies
    left of all tiles that complete it or bring it closer. best, mean: if shanten is 0, the highest points by
    self-draw, and the mean over the copies left, where a tile that would not win counts 0; else None. turns:
    prospects for 1, 2, ... draws, as far as requested and known; expected, win: those of the last.
    """

    tile: str
    shanten: int | None
    accepted: int
    accepts: tuple[Accept, ...] = field(repr=False)
    best: int | None = None
    mean: float | None = None
    expected: float | None = None
    win: float | None = None
    turns: tuple[Prospect, ...] = field(default=(), repr=False)


def _text(field: Any) -> str:
    return bytes(ffi.string(field)).decode()


def _read(scorer: Any, text: bytes) -> None:
    if lib.kzpy_read_unfinished(scorer, text, len(text)) < 0:
        raise_error(scorer.error, text)


def _shanten(found: int) -> int | None:
    return None if found == -2 else found


def _scored(rules: Ruleset, scorer: Any, source: Completed) -> Result | None:
    filled = source.record(scorer, read=False)
    if filled < 0:
        return None
    return make_result(rules, bytes(ffi.buffer(ffi.addressof(scorer, "record"), filled)), source)


def _wait(rules: Ruleset, scorer: Any, text: bytes, tile: str, left: int, red: Wait | None) -> Wait:
    both = [_scored(rules, scorer, Completed(text, tile.encode(), self_draw)) for self_draw in (False, True)]
    return Wait(tile, left, both[0], both[1], red)


def waits(rules: Ruleset, hand: Hand) -> Waits:
    text = to_bytes(hand)
    found, count, shanten = ffi.new("kz_wait[]", len(_TILES)), ffi.new("size_t *"), ffi.new("int *")
    with rules._scoring() as scorer:
        _read(scorer, text)
        error = ffi.addressof(scorer, "error")
        if lib.kz_waits(found, len(found), count, shanten, rules._rules, scorer.hand, error) != lib.KZ_OK:
            raise_error(error, text)
        if shanten[0] != 0:
            accepts = tuple(Accept(_text(found[i].tile), found[i].left) for i in range(count[0]))
            return Waits(_shanten(shanten[0]), (), accepts)
        furiten = ffi.new("int *")
        lib.kz_furiten(furiten, rules._rules, scorer.hand, ffi.NULL)
        listed = []
        for i in range(count[0]):
            tile, red = _text(found[i].tile), None
            if found[i].red_left > 0:
                red = _wait(rules, scorer, text, f"0{tile[1:]}", found[i].red_left, None)
            listed.append(_wait(rules, scorer, text, tile, found[i].left, red))
        return Waits(0, tuple(listed), (), None if furiten[0] < 0 else bool(furiten[0]))


class _Search:
    """A search ahead: its time limit, and an exception raised meanwhile, as by Ctrl-C."""

    def __init__(self, seconds: float | None) -> None:
        if seconds is not None and not seconds >= 0:  # nor is NaN
            raise ValueError(f"seconds takes a number from 0, not {seconds}")
        self.end = None if seconds is None else time.monotonic() + seconds
        self.raised: BaseException | None = None


def kzpy_goes_on(payload: Any, hands: int) -> bool:
    end = ffi.from_handle(payload).end
    return end is None or time.monotonic() < end


def _keep(kind: Any, raised: BaseException, trace: Any) -> None:
    """Keep an exception, which must not pass through C, and end the search."""
    ffi.from_handle(trace.tb_frame.f_locals["payload"]).raised = raised


ffi.def_extern(onerror=_keep)(kzpy_goes_on)


def discards(
    rules: Ruleset, hand: Hand, turns: int | None, width: int, ura: bool, memory: int, seconds: float | None
) -> list[Discard]:
    text = to_bytes(hand)
    found, count, ahead = ffi.new("kz_discard[]", len(_TILES)), ffi.new("size_t *"), ffi.NULL
    search = _Search(seconds)
    if turns is not None:
        asked = {"size": ffi.sizeof("kz_discard_options"), "turns": turns, "ura": ura}
        asked["width"] = whole("width", width, lib.KZ_MAX_WIDTH) or -1  # KZ_NO_WIDTH
        asked["max_bytes"] = whole("memory", memory, 2**63 - 1)
        ahead = ffi.new("kz_discard_options *", asked)
        payload = ffi.new_handle(search)
        ahead.goes_on, ahead.payload = lib.kzpy_goes_on, payload
    with rules._scoring() as scorer:
        _read(scorer, text)
        error = ffi.addressof(scorer, "error")
        status = lib.kz_discards(found, len(found), count, scorer.result, rules._rules, scorer.hand, ahead, error)
        if search.raised is not None:
            raise search.raised
        if status != lib.KZ_OK:
            raise_error(error, text)
        return [_discard(found[i]) for i in range(count[0])]


def _discard(found: Any) -> Discard:
    ready = found.shanten == 0
    turns = tuple(Prospect(found.ahead[i].expected, found.ahead[i].win) for i in range(found.turns))
    return Discard(
        tile=_text(found.tile),
        shanten=_shanten(found.shanten),
        accepted=found.accepted,
        accepts=tuple(Accept(tile, found.left[i]) for i, tile in enumerate(_TILES) if found.left[i] >= 0),
        best=found.best if ready else None,
        mean=found.mean if ready else None,
        expected=turns[-1].expected if turns else None,
        win=turns[-1].win if turns else None,
        turns=turns,
    )


def shanten(rules: Ruleset, hand: Hand) -> int | None:
    text = to_bytes(hand)
    found = ffi.new("int *")
    with rules._scoring() as scorer:
        _read(scorer, text)
        error = ffi.addressof(scorer, "error")
        if lib.kz_shanten(found, rules._rules, scorer.hand, error) != lib.KZ_OK:
            raise_error(error, text)
        return _shanten(found[0])


def convert(rules: Ruleset, hand: Hand, notation: str, tiles_only: bool, unfinished: bool) -> str:
    text, error, needed = to_bytes(hand), ffi.new("kz_error *"), ffi.new("size_t *")
    room, target = ffi.new("char[]", 1 << 16), encoded("notation", notation)  # longer than any line of a hand
    with rules._scoring() as scorer:
        parse = lib.kz_hand_parse_unfinished if unfinished else lib.kz_hand_parse
        if parse(scorer.hand, text, len(text), error) != lib.KZ_OK:
            raise_error(error, text)
        status = lib.kz_hand_write(scorer.hand, target, tiles_only, room, len(room), needed, error)
        if status == lib.KZ_BAD_USAGE:
            raise KazoeError(Diagnostic("bad_usage", f"there is no notation {notation!r}: kazoe.notations() are known"))
        if status != lib.KZ_OK:
            raise_error(error, text)
    return bytes(ffi.buffer(room, needed[0])).decode()
