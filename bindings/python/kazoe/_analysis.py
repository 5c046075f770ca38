"""Several rulesets, and why a yaku does not count."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Union, overload

from ._columns import chunks_of, outside
from ._engine import ffi, lib
from ._errors import HandError, KazoeError, diagnostic_of, error_of
from ._records import Hand, raise_error, to_bytes, written
from ._result import Result, make_result, record_of
from ._ruleset import AnyRules, Ruleset, ruleset_of, rulesets_of

#: A summary as a path, as summary returned it, or as JSON.
Summary = Union["os.PathLike[str]", Mapping[str, Any], str, bytes]


@dataclass(frozen=True)
class WhyNot:
    """Why a yaku does not count in a hand, or that it does (counts).

    message: in a sentence. text: lines for a player, with each condition and the nearest hand in which it
    counts. details: the same as `kazoe score --why-not --json` writes it.
    """

    yaku: str
    counts: bool
    message: str
    text: str = field(repr=False)
    details: dict[str, Any] = field(repr=False, hash=False)


def why_not(rules: Ruleset, hand: Hand, yaku: str) -> WhyNot:
    text = to_bytes(hand)
    error = ffi.new("kz_error *")
    why = lib.kz_why_not_new()
    if why == ffi.NULL:
        raise MemoryError("kazoe: out of memory")
    try:
        with rules._scoring() as scorer:
            if lib.kzpy_score(scorer, text, len(text)) < 0:
                raise_error(scorer.error, text)
            if lib.kz_why_not_find(why, scorer.result, yaku.encode(), error) != lib.KZ_OK:
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

    results: by ruleset; an error where the rules forbid the hand. same: whether all are the same; differs:
    the fields that are not ("points", "yaku", ...). text: a table for a player, and below it the reasons if
    they were asked for. details: the comparison as `kazoe compare --json` writes it.
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
        comparer = _Comparer(self.rulesets, False)
        comparer.score(self.text)
        yield lib.kz_comparison_result(comparer.comparison, self.index)


class _Comparer:
    def __init__(self, rulesets: Iterable[AnyRules], reasons: bool) -> None:
        self.rulesets = rulesets_of(rulesets)
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
        """strict: raise HandError for a hand that cannot be read, otherwise every result has the error."""
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


def _hands(hands: Any) -> Iterator[Hand]:
    """The hands of any column, as score_many takes it, one by one."""
    for hand in hands:
        yield hand if isinstance(hand, (str, bytes, Mapping)) else hand.as_py() if hasattr(hand, "as_py") else hand


# A str is an iterable of str as well, but the first of these is the one that counts.
@overload
def compare(  # type: ignore[overload-overlap]
    rulesets: Iterable[AnyRules], hands: str | bytes | Mapping[str, Any], *, reasons: bool = ...
) -> Comparison: ...
@overload
def compare(rulesets: Iterable[AnyRules], hands: Iterable[Hand], *, reasons: bool = ...) -> list[Comparison]: ...
def compare(rulesets: Iterable[AnyRules], hands: Any, *, reasons: bool = False) -> Comparison | list[Comparison]:
    """A hand, or each of many, under 1 to 16 rulesets or names of rulesets; the others are compared with the
    first.

    reasons: also find which rules account for a difference; this takes memory and time. Of one hand,
    raises HandError if it cannot be read; of many, its results are that error.
    """
    comparer = _Comparer(rulesets, reasons)
    if isinstance(hands, (str, bytes, Mapping)):
        return comparer.compare(hands, strict=True)
    return [comparer.compare(hand, strict=False) for hand in _hands(hands)]


class Summing:
    """A summary of hands under several rulesets that grows."""

    def __init__(self, rulesets: Iterable[AnyRules], reasons: bool) -> None:
        self._comparer = _Comparer(rulesets, reasons)
        self._summary = _new_summary()
        _told(lib.kz_summary_begin(self._summary, self._comparer.comparer, self._comparer.error), self._comparer.error)

    def add(self, hands: Any) -> None:
        """Hands as score_many takes them; missing ones are passed over. The GIL is released meanwhile."""
        error = self._comparer.error
        for chunk in chunks_of(hands):
            error.status = lib.KZ_OK
            status = lib.kzpy_summary_fill(self._summary, self._comparer.comparison, chunk.texts(), error)
            if status == lib.KZ_BAD_USAGE and error.status == lib.KZ_OK:
                raise outside(status)
            _told(status, error)

    def json(self) -> str:
        return written(lib.kz_summary_json, self._summary)


def _new_summary() -> Any:
    made = ffi.gc(lib.kz_summary_new(), lib.kz_summary_free)
    if made == ffi.NULL:
        raise MemoryError("kazoe: out of memory")
    return made


def _told(status: int, error: Any) -> None:
    if status == lib.KZ_NO_MEMORY:
        raise MemoryError("kazoe: out of memory")
    if status != lib.KZ_OK:
        raise error_of(error)


def summary(rulesets: Iterable[AnyRules], hands: Any, *, reasons: bool = False) -> dict[str, Any]:
    """What the rulesets do to many hands, as `kazoe compare --summary --json` writes it: how many score
    differently and by how much.

    hands: a column as Ruleset.score_many takes it, read in the same way and with the GIL released; an
    iterable is read some thousand at a time. Hands that are refused are counted, missing ones are not.
    reasons: also how many hands each rule accounts for, as the command does.
    """
    summing = Summing(rulesets, reasons)
    summing.add(hands)
    made: dict[str, Any] = json.loads(summing.json())
    return made


def merged(texts: Iterable[tuple[str | None, bytes]]) -> str:
    """The sum of summaries, each with the name of its file, as JSON."""
    into, part, error = _new_summary(), _new_summary(), ffi.new("kz_error *")
    for name, text in texts:
        status = lib.kz_summary_read(part, text, len(text), error)
        if status == lib.KZ_OK:
            status = lib.kz_summary_merge(into, part, error)
        if status == lib.KZ_NO_MEMORY:
            raise MemoryError("kazoe: out of memory")
        if status != lib.KZ_OK:
            raise KazoeError(replace(diagnostic_of(error), file=name))
    return written(lib.kz_summary_json, into)


def merge(summaries: Iterable[Summary]) -> dict[str, Any]:
    """The sum of summaries of parts of a corpus: the summary of all hands together, whatever the parts and
    their order.

    summaries: paths of files with one summary each, or what summary returned, or the JSON of it. Raises
    KazoeError for one that is of other rulesets than those before it, or of another format, and names
    both; and for a file that is none.
    """
    given = [_summary_text(each) for each in summaries]
    if not given:
        raise TypeError("merge takes at least one summary")
    made: dict[str, Any] = json.loads(merged(given))
    return made


def _summary_text(given: Summary) -> tuple[str | None, bytes]:
    if isinstance(given, os.PathLike):
        return os.fspath(given), Path(given).read_bytes()
    if isinstance(given, Mapping):
        return None, json.dumps(dict(given), ensure_ascii=False).encode()
    return None, given.encode() if isinstance(given, str) else bytes(given)


# --- two rulesets ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """What two rulesets say differently.

    address: where it stands in rule files ("yaku.pinfu.value"). text: lines for a reader. details: the same
    as `kazoe diff --json` writes it; with "witness", if a hand was searched for and found.
    """

    address: str
    text: str = field(repr=False)
    details: dict[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class Diff:
    """The differences of two rulesets. complete: False if there may be more, because the rulesets are too
    large and too different."""

    complete: bool
    differences: tuple[Difference, ...]


def diff(first: AnyRules, second: AnyRules, *, witnesses: bool = False) -> Diff:
    """What two rulesets say differently, by meaning and not by text.

    witnesses: for each difference search for a hand that shows it, which may take some seconds.
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
