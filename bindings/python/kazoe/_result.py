"""Results of hands."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from struct import Struct
from typing import TYPE_CHECKING, Any, Protocol, TypedDict

from ._engine import ffi, lib
from ._records import encoded, raise_error, whole, written

if TYPE_CHECKING:
    from ._ruleset import Ruleset

SEATS = ("E", "S", "W", "N")

# Members of struct kzpy_record (engine.h), each read alone: most callers ask for one or two.
_int64 = Struct("=q").unpack_from
_int32 = Struct("=i").unpack_from
_six = Struct("=6q").unpack_from
_YAKU = Struct("=4i")
_OFFSET: dict[str, int] = {name: ffi.offsetof("struct kzpy_record", name) for name, _ in ffi.typeof("struct kzpy_record").fields}
assert _YAKU.size == ffi.sizeof("struct kzpy_yaku")

_REASONS: list[str | None] = [None]
while (_reason := lib.kzpy_reason(len(_REASONS))) != ffi.NULL:
    _REASONS.append(ffi.string(_reason).decode())


@dataclass(frozen=True)
class Yaku:
    """A yaku that counts. value: of each time, in the unit of the ruleset; 0 if it is worth a limit. count:
    how often it counts. limit: the id of the limit that it is worth, or None.
    """

    id: str
    value: int
    count: int
    limit: str | None = None


StandIn = TypedDict("StandIn", {"tile": str, "as": str})
StandIn.__doc__ = "A wild tile and what it is taken for."


class Source(Protocol):
    """The origin of a result, from which it can be computed again to explain it."""

    def result(self, rules: Ruleset) -> Any:
        """Return a context manager for the engine's result, which is computed again."""


@dataclass(frozen=True)
class Result:
    """The result of a hand under a ruleset. Points and payments are whole numbers in its points.

    ruleset: the label of the ruleset: its id, options and overlays. win: whether the rules let the hand win;
    if not, reason says why ("incomplete", "no_yaku", "below_minimum", "furiten", "head_bump"). points: those
    that the winner gets for the hand, without counters and bets; 0 if it does not win. total: in unit
    ("fan"); qualifying: the part of it that counts toward the minimum. fu: rounded, or None if there are
    none. limit: the id of the limit that is paid, or None; multiplier: how often. If yaku are worth a limit
    (yakuman), total and qualifying are 0, and limit and points say what the hand is worth. A hand that does
    not win keeps the total and fu of its yaku. yaku: the yaku that count, bonuses last. payments: the change
    of each seat's points, counters and bets included: {"E": -1300, ...}. If the discarder is not named: of
    the winner, "discarder" and each of the "others". Empty without a win. seat: of the winner. chips, chip_payments: as points and payments; None if the ruleset has no chips.
    """

    ruleset: str
    win: bool
    reason: str | None
    points: int
    total: int
    qualifying: int
    unit: str
    fu: int | None
    limit: str | None
    multiplier: int
    yaku: tuple[Yaku, ...]
    payments: dict[str, int] = field(hash=False)
    seat: str
    chips: int | None
    chip_payments: dict[str, int] | None = field(hash=False)

    # A field is read from the engine's record when it is first asked for, so that a call of score costs
    # little more than the engine's. _origin: the ruleset, the record, and where it came from.

    if not TYPE_CHECKING:  # to mypy, any name would be an attribute

        def __getattr__(self, name: str) -> Any:
            state = self.__dict__
            if name not in _READ or "_origin" not in state:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            rules, record, _ = state["_origin"]
            value = state[name] = _READ[name](rules, record)
            return value

    def __dir__(self) -> Iterable[str]:
        return {*super().__dir__(), *_READ}

    def __getstate__(self) -> dict[str, Any]:
        state = {each.name: getattr(self, each.name) for each in fields(self)}
        if "_origin" in self.__dict__:
            rules, _, source = self.__dict__["_origin"]
            state["_origin"] = (rules, b"", source)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def explain(self) -> dict[str, Any]:
        """Return the JSON of `kazoe score --json --explain`: the reading, the fu items, the covered yaku, and
        the readings that lost.
        """
        return self._write_json(lib.kz_result_explain_json)

    @property
    def factor(self) -> int | None:
        """The factor by which the yaku multiply the value of the hand; None under rules without factors."""
        found: int | None = self.json().get("factor")
        return found

    @property
    def stand_ins(self) -> list[StandIn]:
        """The wild tiles that are taken for other tiles."""
        made: list[StandIn] = self.json().get("stand_ins", [])
        return made

    def json(self) -> dict[str, Any]:
        """Return the JSON of `kazoe score --json`."""
        return self._write_json(lib.kz_result_json)

    def text(self, language: str = "en", *, explain: bool = False) -> str:
        """Return the result as lines for a player. language: of names; explain: add the explanation."""
        write = lib.kz_result_explain_text if explain else lib.kz_result_text
        return self._write(write, encoded("language", language))

    def _write_json(self, write: Any) -> dict[str, Any]:
        made: dict[str, Any] = json.loads(self._write(write))
        return made

    def _write(self, write: Any, *how: Any) -> str:
        if "_origin" not in self.__dict__:
            raise TypeError("only a result that Kazoe made can be explained")
        rules, _, source = self.__dict__["_origin"]
        if isinstance(source, bytes):
            source = Scored(source)
        with source.result(rules) as result:
            return written(write, result, *how)


_new = object.__new__
_set = object.__setattr__


def make_result(rules: Ruleset, record: bytes, source: bytes | Source) -> Result:
    """Return a Result. source: the text of a hand that was scored, or a Source that computes the result
    again.
    """
    result: Result = _new(Result)
    _set(result, "_origin", (rules, record, source))
    return result


# --- records --------------------------------------------------------------------------------------


def _payments(rules: Ruleset, record: bytes, name: str) -> dict[str, int]:
    amounts = _six(record, _OFFSET[name])
    if not _int32(record, _OFFSET["discarder_unknown"])[0]:
        return dict(zip(SEATS[: rules.seats], amounts))
    seat = _int32(record, _OFFSET["seat"])[0]
    return {SEATS[seat]: amounts[seat], "discarder": amounts[4], "others": amounts[5]}


def _yaku(rules: Ruleset, record: bytes) -> tuple[Yaku, ...]:
    cache, records = rules._yaku_cache, record[_OFFSET["yaku"] :]
    found = cache.get(records)
    if found is None:
        if len(cache) > 4096:
            cache.clear()
        found = cache[records] = tuple(
            Yaku(rules._yaku_ids[number], value, count, rules._limit_ids[limit] if limit >= 0 else None)
            for number, value, count, limit in _YAKU.iter_unpack(records)
        )
    return found


def _limit(rules: Ruleset, number: int) -> str | None:
    return rules._limit_ids[number] if number >= 0 else None


def _wins(record: bytes) -> bool:
    return bool(_int32(record, _OFFSET["win"])[0])


def _numbers(names: list[str]) -> dict[str, Callable[[Ruleset, bytes], int]]:
    def reader(offset: int) -> Callable[[Ruleset, bytes], int]:
        return lambda rules, record: _int32(record, offset)[0]

    return {name: reader(_OFFSET[name]) for name in names}


_FU, _LIMIT, _CHIPS = _OFFSET["fu"], _OFFSET["limit"], _OFFSET["chips"]
_READ: dict[str, Callable[[Ruleset, bytes], Any]] = {
    **_numbers(["total", "qualifying", "multiplier"]),
    "ruleset": lambda rules, record: rules.label,
    "win": lambda rules, record: _wins(record),
    "reason": lambda rules, record: _REASONS[_int32(record, _OFFSET["reason"])[0]],
    "points": lambda rules, record: _int64(record)[0],
    "unit": lambda rules, record: rules.unit,
    "fu": lambda rules, record: None if (fu := _int32(record, _FU)[0]) < 0 else fu,
    "limit": lambda rules, record: _limit(rules, _int32(record, _LIMIT)[0]),
    "yaku": _yaku,
    "payments": lambda rules, record: _payments(rules, record, "payments") if _wins(record) else {},
    "seat": lambda rules, record: SEATS[_int32(record, _OFFSET["seat"])[0]],
    "chips": lambda rules, record: _int64(record, _CHIPS)[0] if rules.has_chips else None,
    "chip_payments": lambda rules, record: _payments(rules, record, "chip_payments") if rules.has_chips else None,
}
assert _OFFSET["points"] == 0 and set(_READ) == {each.name for each in fields(Result)}


# --- where results come from ----------------------------------------------------------------------


@dataclass(frozen=True)
class Scored:
    """A hand that was scored."""

    text: bytes

    @contextmanager
    def result(self, rules: Ruleset) -> Iterator[Any]:
        with rules._scoring() as scorer:
            if lib.kzpy_score(scorer, self.text, len(self.text)) < 0:
                raise_error(scorer.error, self.text)
            yield scorer.result


@dataclass(frozen=True)
class Completed:
    """A hand without its last tile, and the tile."""

    text: bytes
    tile: bytes
    self_draw: bool

    def record(self, scorer: Any, read: bool = True) -> int:
        """Fill in the scorer's record; return its length, or -1. read: read the hand first."""
        if read and lib.kzpy_read_unfinished(scorer, self.text, len(self.text)) < 0:
            raise_error(scorer.error, self.text)
        filled: int = lib.kzpy_score_with(scorer, self.tile, self.self_draw)
        return filled

    @contextmanager
    def result(self, rules: Ruleset) -> Iterator[Any]:
        with rules._scoring() as scorer:
            if self.record(scorer) < 0:
                raise_error(scorer.error, self.text)
            yield scorer.result


@dataclass(frozen=True)
class Valued:
    """A total with its fu, or a limit, or points."""

    total: int
    fu: int
    limit: bytes | None
    multiplier: int
    points: int
    chips: int
    factor: int
    situation: bytes

    def record(self, scorer: Any) -> int:
        limit = ffi.NULL if self.limit is None else ffi.new("char[]", self.limit)
        situation = ffi.new("char[]", self.situation)
        options = ffi.new("kz_stated_value *")
        options.size = ffi.sizeof("kz_stated_value")
        for name in ("total", "fu", "multiplier", "points", "chips", "factor"):
            setattr(options, name, whole(name, getattr(self, name)))
        options.limit, options.situation = limit, situation
        filled: int = lib.kzpy_value(scorer, options)
        if filled < 0:
            raise_error(scorer.error, self.situation)
        return filled

    @contextmanager
    def result(self, rules: Ruleset) -> Iterator[Any]:
        with rules._scoring() as scorer:
            self.record(scorer)
            yield scorer.result


def record_of(rules: Ruleset, result: Any) -> bytes:
    """Return the record of a result of the engine."""
    record = ffi.new("struct kzpy_record *")
    filled = lib.kzpy_record_of(record, rules._rules, result)
    return bytes(ffi.buffer(record, filled))
