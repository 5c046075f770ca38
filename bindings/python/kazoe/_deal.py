"""Whole deals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._engine import ffi, lib
from ._records import TEXT, Deal, Text, encoded, raise_error, to_bytes, written
from ._result import SEATS, Result, make_result, record_of

if TYPE_CHECKING:
    from ._ruleset import Ruleset


@dataclass(frozen=True)
class Settlement:
    """The settlement of a deal. payments: the change of each seat's points, counters and bets included.
    deposits_left: bets that stay on the table. chip_payments: the change of each seat's chips; None if the
    ruleset has none. draw: the kind of draw ("exhaustive", ...), or None. results: those of the winners, in
    order of turn from the discarder.
    """

    payments: dict[str, int] = field(hash=False)
    deposits_left: int
    chip_payments: dict[str, int] | None = field(hash=False)
    draw: str | None
    results: tuple[Result, ...]
    _rules: Ruleset = field(repr=False, compare=False)
    _text: bytes = field(repr=False)

    def explain(self) -> dict[str, Any]:
        """Return the JSON of `kazoe settle --json --explain`."""
        made: dict[str, Any] = json.loads(self._write(lib.kz_deal_explain_json))
        return made

    def json(self) -> dict[str, Any]:
        """Return the JSON of `kazoe settle --json`."""
        made: dict[str, Any] = json.loads(self._write(lib.kz_deal_json))
        return made

    def text(self, language: str = "en", *, explain: bool = False) -> str:
        """Return the settlement as lines for a player. language: of names; explain: add the explanation."""
        write = lib.kz_deal_explain_text if explain else lib.kz_deal_text
        return self._write(write, encoded("language", language))

    def _write(self, write: Any, *how: Any) -> str:
        with _settled(self._rules, self._text) as deal:
            return written(write, deal, *how)


@dataclass(frozen=True)
class Won:
    """A winner of a deal."""

    text: bytes
    index: int

    @contextmanager
    def result(self, rules: Ruleset) -> Iterator[Any]:
        with _settled(rules, self.text) as deal:
            yield lib.kz_deal_result(deal, self.index)


@contextmanager
def _settled(rules: Ruleset, text: bytes) -> Iterator[Any]:
    deal = lib.kz_deal_new()
    if deal == ffi.NULL:
        raise MemoryError("kazoe: out of memory")
    try:
        error = ffi.new("kz_error *")
        if lib.kz_deal_settle(deal, rules._rules, ffi.NULL, text, len(text), error) != lib.KZ_OK:
            raise_error(error, text)
        yield deal
    finally:
        lib.kz_deal_free(deal)


def _played(rules: Ruleset, lines: Text | Iterable[Deal], form: int, language: str = "en") -> str:
    text = to_bytes(lines) if isinstance(lines, TEXT) else b"\n".join(to_bytes(line) for line in lines)
    said, error, needed, size = encoded("language", language), ffi.new("kz_error *"), ffi.new("size_t *"), 1 << 16
    while True:
        room = ffi.new("char[]", size)
        if lib.kz_game_report(rules._rules, text, len(text), form, said, room, size, needed, error) != lib.KZ_OK:
            raise_error(error, text)
        if needed[0] < size:
            return bytes(ffi.buffer(room, needed[0])).decode()
        size = needed[0] + 1


def game(rules: Ruleset, lines: Text | Iterable[Deal]) -> list[dict[str, Any]]:
    return [json.loads(row) for row in _played(rules, lines, lib.KZ_FORM_JSON).splitlines()]


def game_text(rules: Ruleset, lines: Text | Iterable[Deal], language: str) -> str:
    return _played(rules, lines, lib.KZ_FORM_TEXT, language)


def game_page(rules: Ruleset, lines: Text | Iterable[Deal], language: str) -> str:
    return _played(rules, lines, lib.KZ_FORM_HTML, language)


def settle(rules: Ruleset, deal: Deal) -> Settlement:
    text = to_bytes(deal)
    seats = SEATS[: rules.seats]
    with _settled(rules, text) as settled:
        draw = lib.kz_deal_draw(settled)
        chips = {seat: lib.kz_deal_chip_payment(settled, i) for i, seat in enumerate(seats)}
        return Settlement(
            payments={seat: lib.kz_deal_payment(settled, i) for i, seat in enumerate(seats)},
            deposits_left=lib.kz_deal_deposits_left(settled),
            chip_payments=chips if rules.has_chips else None,
            draw=None if draw == ffi.NULL else bytes(ffi.string(draw)).decode(),
            results=tuple(
                make_result(rules, record_of(rules, lib.kz_deal_result(settled, i)), Won(text, i))
                for i in range(lib.kz_deal_result_count(settled))
            ),
            _rules=rules,
            _text=text,
        )
