"""Loaded rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, Union

from . import _rules
from ._engine import ffi, lib
from ._errors import Diagnostic
from ._records import Deal, Hand, Text, encoded, raise_error, to_bytes
from ._result import Result, Valued, make_result
from ._rules import Options, Rules

if TYPE_CHECKING:
    from ._analysis import WhyNot
    from ._columns import Scores
    from ._deal import Settlement
    from ._unfinished import Discard, Waits


def _string(text: Any) -> str:
    return bytes(ffi.string(text)).decode("utf-8", "replace")


@dataclass(frozen=True)
class Option:
    """A rule that a table may choose. name: the question that it decides. value: the one chosen; default: the
    one if none is chosen. choices: its values; an option of points has none, and takes a whole number from 0 to
    999999, or less if the rule that it sets does.
    """

    id: str
    name: str
    value: str
    default: str
    choices: tuple[str, ...]


class Ruleset:
    """Rules of the package, of a file or of a text. They never change; threads may share them.

    name: a name of the package (see kazoe.list) or the path of a rule file, then options and overlays, as in
    a label: "tenhou open_tanyao=no + local-yaku". overlays: more house rules laid over it in any order, at
    most 16: paths, names of the package ("local-yaku"), or texts. options: more values by id; True is yes,
    False is no. text: the ruleset itself, instead of a name.

    Parents of a rule file are looked up by name: next to the files given, then in the package. A pickle
    contains all these texts and the options, so that unpickling reads no files. A ruleset is equal only to
    itself; rules of equal meaning have equal digests.

    Raises RulesError if the rules have errors or are not found; its diagnostics are all errors and warnings.
    """

    def __init__(
        self,
        name: Rules | None = None,
        overlays: Iterable[Rules] = (),
        options: Options = {},
        *,
        text: Text | None = None,
    ) -> None:
        self._load(_rules.Sources.of(name, overlays, options, text))

    def _load(self, sources: _rules.Sources) -> None:
        self._sources = sources
        rules, self._warnings = _rules.load(sources)
        self._rules = rules
        self._scorers: list[tuple[Any, Any]] = []
        self._yaku_cache: dict[bytes, Any] = {}
        self._yaku_ids = [_string(lib.kz_ruleset_yaku_id(rules, i)) for i in range(lib.kz_ruleset_yaku_count(rules))]
        self._limit_ids = [_string(lib.kz_ruleset_limit_id(rules, i)) for i in range(lib.kz_ruleset_limit_count(rules))]

    def __getstate__(self) -> _rules.Sources:
        return self._sources

    def __setstate__(self, sources: _rules.Sources) -> None:
        self._load(sources)

    def __copy__(self) -> Ruleset:
        return self

    def __deepcopy__(self, memo: Any) -> Ruleset:
        return self

    def __repr__(self) -> str:
        return f"<kazoe.Ruleset {self.label}, digest {self.digest}>"

    # --- contents ----------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The id of the rules: "tenhou"."""
        return _string(lib.kz_ruleset_id(self._rules))

    @property
    def label(self) -> str:
        """The spec: the id with options and overlays, which Ruleset takes."""
        return _string(lib.kz_ruleset_label(self._rules))

    @property
    def version(self) -> str:
        """The version of the rules, or ""."""
        return _string(lib.kz_ruleset_version(self._rules))

    @property
    def digest(self) -> str:
        """16 hexadecimal digits; rules of equal meaning have equal digests."""
        return _string(lib.kz_ruleset_digest(self._rules))

    @property
    def unit(self) -> str:
        """The unit of totals: "fan"."""
        return _string(lib.kz_ruleset_unit(self._rules))

    @property
    def seats(self) -> int:
        """The number of seats, 2 to 4: the first of E, S, W, N."""
        return int(lib.kz_ruleset_seats(self._rules))

    @property
    def has_chips(self) -> bool:
        """Whether hands are paid in chips, too."""
        return bool(lib.kz_ruleset_has_chips(self._rules))

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The warnings from loading."""
        return self._warnings

    def title(self, language: str = "en") -> str:
        """Return the title in a language ("en", "ja", "zh-hans"), else in English."""
        return _string(lib.kz_ruleset_title(self._rules, encoded("language", language)))

    def yaku_names(self, language: str = "en") -> dict[str, str]:
        """Return the names of all yaku by id, in a language, else in English."""
        said = encoded("language", language)
        return {id: _string(lib.kz_ruleset_yaku_name(self._rules, i, said)) for i, id in enumerate(self._yaku_ids)}

    def limit_names(self, language: str = "en") -> dict[str, str]:
        """Return the names of all limits by id, in a language, else in English."""
        said = encoded("language", language)
        return {id: _string(lib.kz_ruleset_limit_name(self._rules, i, said)) for i, id in enumerate(self._limit_ids)}

    def options(self, language: str = "en") -> dict[str, Option]:
        """Return the options by id."""
        said = encoded("language", language)
        return {
            option.id: option
            for option in (self._option(i, said) for i in range(lib.kz_ruleset_option_count(self._rules)))
        }

    def _option(self, number: int, language: bytes) -> Option:
        choices: list[str] = []
        while (choice := lib.kz_ruleset_option_choice(self._rules, number, len(choices))) != ffi.NULL:
            choices.append(_string(choice))
        return Option(
            _string(lib.kz_ruleset_option_id(self._rules, number)),
            _string(lib.kz_ruleset_option_name(self._rules, number, language)),
            _string(lib.kz_ruleset_option_value(self._rules, number)),
            _string(lib.kz_ruleset_option_default(self._rules, number)),
            tuple(choices),
        )

    # --- scoring ------------------------------------------------------------------------------------

    # A scorer is for one thread at a time. list.pop and list.append are atomic.
    def _scorer(self) -> tuple[Any, Any]:
        try:
            return self._scorers.pop()
        except IndexError:
            scorer = lib.kzpy_scorer_new(self._rules)
            if scorer == ffi.NULL:
                raise MemoryError("kazoe: out of memory") from None
            return ffi.gc(scorer, lib.kzpy_scorer_free), ffi.buffer(ffi.addressof(scorer, "record"))

    @contextmanager
    def _scoring(self) -> Iterator[Any]:
        both = self._scorer()
        try:
            yield both[0]
        finally:
            self._scorers.append(both)

    def score(self, hand: Hand) -> Result:
        """Score a hand. hand: one line, or an object with the keys of a JSON record, where None and NaN are
        missing values. The words of a line are its "flags"; only score_many takes other names of keys.

        A hand that does not win is a Result with win False. Raises HandError if the text is not a hand, or
        the rules forbid it. May be called from several threads; the GIL is released meanwhile.
        """
        text = hand.encode("utf-8", "surrogatepass") if type(hand) is str else to_bytes(hand)
        scorers = self._scorers
        try:
            both = scorers.pop()
        except IndexError:
            both = self._scorer()
        filled = lib.kzpy_score(both[0], text, len(text))
        if filled < 0:
            self._refuse(both, text)
        record = both[1][:filled]
        scorers.append(both)
        return make_result(self, record, text)

    def _refuse(self, both: tuple[Any, Any], text: bytes) -> None:
        error = ffi.new("kz_error *", both[0].error)
        self._scorers.append(both)
        raise_error(error, text)

    def value(
        self,
        total: int = 0,
        fu: int = 0,
        situation: str = "",
        *,
        limit: str | None = None,
        multiplier: int = 0,
        points: int = 0,
        chips: int = 0,
        factor: int = 0,
    ) -> Result:
        """Return the result of a total (in unit) and fu, of a limit, or of points of the discarder, without
        tiles.

        fu: 0 if there are none, or if they are unknown. situation: way of winning, seats, counters, bets and
        circumstances, as in a line: "tsumo seat=E honba=2". limit: its id or a name of it; multiplier: how
        often it is paid. points: the discarder's payment before counters and bets, instead of the others;
        chips: of the hand; factor: what multiplies the total. Raises HandError if no hand has these fu or this
        multiple of the limit under the rules. A total and fu that no hand has together (1 fan 25 fu) are paid as
        they stand; then json()["unusual"] is True, and text() warns.
        """
        name = None if limit is None else encoded("limit", limit)
        source = Valued(total, fu, name, multiplier, points, chips, factor, encoded("situation", situation))
        with self._scoring() as scorer:
            filled = source.record(scorer)
            return make_result(self, bytes(ffi.buffer(ffi.addressof(scorer, "record"), filled)), source)

    def score_many(self, column: Any) -> Scores:
        """Score a column of hands into columns of results.

        column: anything with Arrow's PyCapsule interface (`__arrow_c_stream__` or `__arrow_c_array__`): of
        PyArrow, Polars, DuckDB, pandas, or a table of one such column; or a NumPy array, or any iterable of
        str, bytes, mappings, lists of tiles and None, such as an open file: a line break at the end of its
        texts is left out. Missing values stay missing. A table or a column of structs may have a column for
        each key of a JSON record; "tiles", "way" and "words" are other names of "hand", "by" and "flags", as in
        records here, but not in those of score.

        utf8, large_utf8, binary and large_binary columns are read in place. The texts of string views
        (Polars) are copied, some thousand at a time; dictionaries, NumPy arrays and other iterables once.
        Results are never copied: Scores hands out the engine's memory. The GIL is released meanwhile.

        A hand that is refused has its error's code in the column "error", and nothing in the others.
        Raises TypeError for a column that does not hold hands.
        """
        from ._columns import score_many

        return score_many(self, column)

    def settle(self, deal: Deal) -> Settlement:
        """Settle a deal: a line ("S ron W 3 fan 40 fu", "E tsumo mangan", "draw tenpai=E,S", "chombo N"; a
        hand may take the place of its value), or a JSON record as text or as a mapping, with "winners",
        "draw" or "kongs". Raises HandError if the text is not a deal, or the rules forbid it.
        """
        from ._deal import settle

        return settle(self, deal)

    def game(self, lines: Text | Iterable[Deal]) -> list[dict[str, Any]]:
        """Return the games of an evening, the JSON of `kazoe game --json`. lines: a text, or its lines one by
        one. Each is a deal, as settle takes it, names players ("players Anna Ben Chloe Dan"), is blank or
        begins with #. Returns an object for each deal and each refused line ("error", "line"), one for each
        game with its "places", and the last with the points of each name ("evening"). A game with refused
        lines has no places.

        Raises RulesError if the ruleset has no section game.
        """
        from ._deal import game

        return game(self, lines)

    def game_text(self, lines: Text | Iterable[Deal], language: str = "en") -> str:
        """Return the games of an evening as rows of text. language: of names."""
        from ._deal import game_text

        return game_text(self, lines, language)

    def game_page(self, lines: Text | Iterable[Deal], language: str = "en") -> str:
        """Return the games of an evening as an HTML page to print. language: of names."""
        from ._deal import game_page

        return game_page(self, lines, language)

    # --- hands that are not finished ----------------------------------------------------------------

    def waits(self, hand: Hand) -> Waits:
        """Return the tiles that complete a hand that lacks one tile, and its worth with each.

        The hand has no winning tile and no way of winning; it may have the keys seen and discards. Raises
        HandError if the text is not such a hand.
        """
        from ._unfinished import waits

        return waits(self, hand)

    def discards(
        self,
        hand: Hand,
        *,
        turns: int | None = None,
        width: int = 1,
        ura: bool = False,
        memory: int = 1 << 28,
        seconds: float | None = None,
    ) -> list[Discard]:
        """Return the discards of a full hand without a winning tile, the best first: by shanten, then by the
        number of tiles accepted, or with turns by the expected points.

        turns: the number of draws to look ahead, 1 to 18. width: how far to follow changes that bring the
        hand no closer, 0 to 3. The expected points are a lower bound; with width 1 they are close to the
        truth for the best discard over few turns, and some hundredths too low over seventeen, now and
        then a quarter. Each step of width takes 10 to 40 times as long. ura: value a win at its mean over
        unseen ura indicators. memory, seconds: limits in bytes for hands, and in time. If they are exceeded,
        fewer turns are known (len(discard.turns)); if none is, HandError is raised with the code "limit". Rules
        with wild tiles or with flowers among the tiles have no turns. A hand that is four or more away needs all
        of this memory and some seconds. Discards are sorted by shanten first; for the most points take the
        highest expected. Raises HandError if the text is not such a hand.
        """
        from ._unfinished import discards

        return discards(self, hand, turns, width, ura, memory, seconds)

    def convert(
        self, hand: Hand, notation: str = "kazoe", *, tiles_only: bool = False, unfinished: bool = False
    ) -> str:
        """Return a hand in another notation, one of kazoe.notations(). unfinished: the last tile does not
        win, as for waits and discards. tiles_only: leave out parts that the notation cannot write, and write
        melds as tiles if it has none. Raises HandError if the text is not a hand, or the notation cannot
        write a part of it; KazoeError if there is no such notation.
        """
        from ._unfinished import convert

        return convert(self, hand, notation, tiles_only, unfinished)

    def shanten(self, hand: Hand) -> int | None:
        """Return how many tiles to exchange until the hand is ready: 0 if it is, -1 if it is complete; None
        if nothing can complete it. Raises HandError if the text is not such a hand.
        """
        from ._unfinished import shanten

        return shanten(self, hand)

    def why_not(self, hand: Hand, yaku: str) -> WhyNot:
        """Return why a yaku does not count in a hand, or that it does. Raises HandError as score does, and
        KazoeError if no yaku has this id or name.
        """
        from ._analysis import why_not

        return why_not(self, hand, yaku)


#: A ruleset, or a name that Ruleset takes.
AnyRules = Union[Ruleset, Rules]


def ruleset_of(given: AnyRules) -> Ruleset:
    """Return a ruleset itself, or load one by a name or path."""
    if isinstance(given, Ruleset):
        return given
    if isinstance(given, (str, PathLike)):
        return Ruleset(given)
    raise TypeError(f"a ruleset is a kazoe.Ruleset or its name, not {type(given).__name__}")


def rulesets_of(given: Iterable[AnyRules]) -> tuple[Ruleset, ...]:
    if isinstance(given, (Ruleset, str, bytes, PathLike)) or not isinstance(given, Iterable):
        raise TypeError(f"rulesets are a list of rulesets or their names, not one {type(given).__name__}")
    return tuple(ruleset_of(each) for each in given)
