"""Comparisons of rulesets, and reasons why a yaku does not count."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, overload

from ._columns import chunks_of, outside
from ._engine import ffi, lib
from ._errors import Diagnostic, HandError, KazoeError, error_of
from ._records import ONE, Hand, encoded, raise_error, to_bytes, written
from ._result import Result, make_result, record_of
from ._ruleset import AnyRules, Ruleset, ruleset_of, rulesets_of

if TYPE_CHECKING:
    import pyarrow

@dataclass(frozen=True)
class WhyNot:
    """The reason why a yaku does not count in a hand; counts is True if it does.

    message: the reason in a sentence. text: lines for a player, with each condition and the nearest hand in
    which it counts. details: the JSON of `kazoe score --why-not --json`.
    """

    yaku: str
    counts: bool
    message: str
    text: str = field(repr=False)
    details: dict[str, Any] = field(repr=False, hash=False)


def why_not(rules: Ruleset, hand: Hand, yaku: str) -> WhyNot:
    text, asked = to_bytes(hand), encoded("yaku", yaku)
    error = ffi.new("kz_error *")
    why = lib.kz_why_not_new()
    if why == ffi.NULL:
        raise MemoryError("kazoe: out of memory")
    try:
        with rules._scoring() as scorer:
            if lib.kzpy_score(scorer, text, len(text)) < 0:
                raise_error(scorer.error, text)
            if lib.kz_why_not_find(why, scorer.result, asked, error) != lib.KZ_OK:
                raise error_of(error)
            details = json.loads(written(lib.kz_why_not_json, why))
            said = written(lib.kz_why_not_text, why, b"en")
            return WhyNot(yaku, bool(lib.kz_why_not_counts(why)), details["message"], said, details)
    finally:
        lib.kz_why_not_free(why)


# --- hands under several rulesets -----------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """A hand under several rulesets; the others are compared with the first.

    results: by ruleset; an error if the rules forbid the hand. same: whether all are the same; differs: the
    fields that differ ("points", "yaku", ...). text: a table for a player, and below it the reasons if they
    were requested. details: the JSON of `kazoe compare --json`.
    """

    results: tuple[Result | HandError, ...]
    same: bool
    differs: tuple[str, ...]
    text: str = field(repr=False)
    details: dict[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class Compared:
    """A hand of a comparison."""

    text: bytes
    rulesets: tuple[Ruleset, ...]
    index: int

    @contextmanager
    def result(self, rules: Ruleset) -> Iterator[Any]:
        comparer = Comparer(self.rulesets, False)
        comparer.score(self.text)
        yield lib.kz_comparison_result(comparer.comparison, self.index)


class Comparer:
    """A comparison of hands, one after another; for one thread at a time."""

    def __init__(self, rulesets: Iterable[AnyRules], reasons: bool) -> None:
        self.rulesets, self.reasons = rulesets_of(rulesets), reasons
        if not 1 <= len(self.rulesets) <= lib.KZPY_MAX_RULESETS:
            said = f"1 to {lib.KZPY_MAX_RULESETS} rulesets are compared, not {len(self.rulesets)}"
            raise KazoeError(Diagnostic("bad_usage", said))
        options = ffi.new("kz_comparer_options *")
        options.size, options.reasons = ffi.sizeof("kz_comparer_options"), reasons
        out, self.error = ffi.new("kz_comparer **"), ffi.new("kz_error *")
        rules = ffi.new("kz_ruleset *[]", [ruleset._rules for ruleset in self.rulesets])
        if lib.kz_comparer_new(out, rules, len(self.rulesets), options, self.error) != lib.KZ_OK:
            raise error_of(self.error)
        self.comparer = ffi.gc(out[0], lib.kz_comparer_free)
        self.comparison = ffi.gc(lib.kz_comparison_new(self.comparer), lib.kz_comparison_free)
        if self.comparison == ffi.NULL:
            raise MemoryError("kazoe: out of memory")

    def score(self, text: bytes, strict: bool = True) -> None:
        """Compare a hand. strict: raise HandError for a hand that cannot be read; else every result has the
        error.
        """
        status = lib.kz_comparison_score(self.comparison, text, len(text), self.error)
        if status != lib.KZ_OK and (strict or status != lib.KZ_BAD_HAND):
            raise_error(self.error, text)

    def _result(self, text: bytes, index: int) -> Result | HandError:
        result = lib.kz_comparison_result(self.comparison, index)
        error = lib.kz_result_error(result)
        if error == ffi.NULL:
            rules = self.rulesets[index]
            return make_result(rules, record_of(rules, result), Compared(text, self.rulesets, index))
        try:
            raise_error(error, text)
        except HandError as refused:
            return refused.with_traceback(None)
        raise AssertionError

    def compare(self, hand: Hand, strict: bool) -> Comparison:
        text = to_bytes(hand)
        self.score(text, strict)
        details = json.loads(written(lib.kz_comparison_json, self.comparison))
        return Comparison(
            results=tuple(self._result(text, i) for i in range(len(self.rulesets))),
            same=bool(lib.kz_comparison_same(self.comparison)),
            differs=tuple(details.get("differs", ())),
            text=written(lib.kz_comparison_text, self.comparison, b"en", 0),
            details=details,
        )


def _hands(hands: Any) -> Iterator[bytes]:
    """Yield the hands of any column that score_many takes."""
    for row, text in enumerate(text for chunk in chunks_of(hands) for text in chunk.to_list()):
        if text is None:
            raise TypeError(f"row {row}, counted from 0: the hand is missing; leave it out, or use as_table=True")
        yield text


@overload
def compare(
    rulesets: Iterable[AnyRules],
    hands: Hand,
    *,
    reasons: bool | None = ...,
    as_table: Literal[False] = ...,
) -> Comparison: ...
@overload
def compare(
    rulesets: Iterable[AnyRules],
    hands: Any,
    *,
    reasons: bool | None = ...,
    as_table: Literal[False] = ...,
) -> list[Comparison]: ...
@overload
def compare(
    rulesets: Iterable[AnyRules], hands: Any, *, reasons: bool | None = ..., as_table: Literal[True]
) -> pyarrow.Table: ...
def compare(
    rulesets: Iterable[AnyRules], hands: Any, *, reasons: bool | None = None, as_table: bool = False
) -> Comparison | list[Comparison] | pyarrow.Table:
    """Compare a hand, or each of many, under 1 to 16 rulesets or names of rulesets, with the first.

    reasons: also find which rules account for a difference, which takes memory and time; the default is True
    for a table, else False. A single hand that cannot be read raises HandError; one of many has that error as
    its results. hands: one hand, or any column that Ruleset.score_many takes; none may be missing.

    as_table: return a table of PyArrow instead, with a row for each hand and ruleset; the rows of a hand are
    next to each other. Columns: the hand, the ruleset, those of Scores, and how the row compares with the
    first ruleset: same, the fields in which it differs (a list), and why: the rules that make the difference,
    with "; " between them. Here hands may be missing: they have rows without values, refused ones their error.
    """
    if as_table:
        from ._rows import Rows, table

        return table(Rows(rulesets_of(rulesets), True, reasons is not False), hands)
    comparer = Comparer(rulesets, bool(reasons))
    if isinstance(hands, ONE):
        return comparer.compare(hands, strict=True)
    return [comparer.compare(hand, strict=False) for hand in _hands(hands)]


def _told(status: int, error: Any) -> None:
    if status == lib.KZ_NO_MEMORY:
        raise MemoryError("kazoe: out of memory")
    if status != lib.KZ_OK:
        raise error_of(error)


def summary(rulesets: Iterable[AnyRules], hands: Any, *, reasons: bool = False) -> dict[str, Any]:
    """Return the summary of many hands under these rulesets, the JSON of `kazoe compare --summary --json`:
    how many score differently, and by how much. For other questions use tables: see compare.

    hands: any column that Ruleset.score_many takes, read in the same way and with the GIL released; an
    iterable is read some thousand elements at a time. Hands that are refused are counted, missing ones are
    not; the column "error" of Ruleset.score_many says why. reasons: also how many hands each rule accounts
    for, as the command does; else "rules" and "unexplained" are None.
    """
    comparer = Comparer(rulesets, reasons)
    error, made = comparer.error, ffi.gc(lib.kz_summary_new(comparer.comparer), lib.kz_summary_free)
    if made == ffi.NULL:
        raise MemoryError("kazoe: out of memory")
    for chunk in chunks_of(hands):
        error.status = lib.KZ_OK
        status = lib.kzpy_summary_fill(made, comparer.comparison, chunk.texts(), error)
        if status == lib.KZ_BAD_USAGE and error.status == lib.KZ_OK:
            raise outside(status)
        _told(status, error)
    found: dict[str, Any] = json.loads(written(lib.kz_summary_json, made))
    if not reasons:
        for compared in found["from_first"]:
            compared.update(rules=None, unexplained=None)
    return found


# --- two rulesets ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """A difference of two rulesets. address: its place in rule files ("yaku.pinfu.value"). text: lines for a
    reader. details: the JSON of `kazoe diff --json`; with "witness", if a hand was searched for and found.
    """

    address: str
    text: str
    details: dict[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class Diff:
    """The differences of two rulesets. complete: False if there may be more, because the rulesets are too
    large and too different."""

    complete: bool
    differences: tuple[Difference, ...]


def diff(first: AnyRules, second: AnyRules, *, witnesses: bool = False) -> Diff:
    """Return the differences of two rulesets, by meaning and not by text.

    witnesses: search for a hand that shows each difference, which may take some seconds.
    """
    first, second = ruleset_of(first), ruleset_of(second)
    out, error = ffi.new("kz_diff **"), ffi.new("kz_error *")
    if lib.kz_diff_new(out, first._rules, second._rules, error) != lib.KZ_OK:
        raise error_of(error)
    found = ffi.gc(out[0], lib.kz_diff_free)
    listed = []
    for i in range(lib.kz_diff_count(found)):
        if witnesses and lib.kz_diff_find_hand(found, i) == lib.KZ_NO_MEMORY:
            raise MemoryError("kazoe: out of memory")
        address = bytes(ffi.string(lib.kz_diff_address(found, i))).decode()
        details = json.loads(written(lib.kz_diff_json, found, i))
        listed.append(Difference(address, written(lib.kz_diff_text, found, i, b"en"), details))
    return Diff(bool(lib.kz_diff_complete(found)), tuple(listed))
