"""Logs of games, replayed by the engine."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Union, overload

from ._engine import ffi, lib
from ._errors import Diagnostic, KazoeError, error_of
from ._rows import LOGGED, Fields, Rows, arrow_schema
from ._rules import RULES
from ._ruleset import AnyRules, Ruleset, ruleset_of, rulesets_of

if TYPE_CHECKING:
    import pyarrow

#: A path, or the bytes of a log.
Log = Union[str, "os.PathLike[str]", bytes]

_AT_ONCE = 8192  # wins whose rows are made at a time
_COUNTS = ("games", "rounds", "wins", "draws", "disagree", "errors", "unknown_names")


class Replaying:
    """A replay of logs, one after another; for one thread at a time. hands: reports contain the winning
    hands.
    """

    def __init__(self, rules: Ruleset | None = None, *, hands: bool = False) -> None:
        if not hasattr(lib, "kz_replay_new"):
            raise KazoeError(Diagnostic("bad_usage", "this kazoe was built without logs: it needs expat and zlib"))
        self._rules = rules  # must outlive the replay
        rule_path = ffi.new("char[]", os.fsencode(RULES))
        options = ffi.new("kz_replay_options *", {"size": ffi.sizeof("kz_replay_options"), "rule_path": rule_path})
        options.form, options.hands = lib.KZ_FORM_JSON, hands
        if rules is not None:
            options.rules = rules._rules
        self._error = ffi.new("kz_error *")
        made = ffi.new("kz_replay **")
        if lib.kz_replay_new(made, options, self._error) != lib.KZ_OK:
            raise error_of(self._error)
        self._replay = ffi.gc(made[0], lib.kz_replay_free)

    def log(self, name: str, data: bytes) -> tuple[str, int]:
        """Return the report of a log, a JSON object on each line, and the engine's status."""
        shown = name.encode("utf-8", "surrogateescape")
        status = lib.kz_replay_log(self._replay, shown, ffi.from_buffer(data), len(data), self._error)
        size = lib.kz_replay_report(self._replay, ffi.NULL, 0)
        report = ffi.new("char[]", size + 1)
        lib.kz_replay_report(self._replay, report, size + 1)
        return ffi.string(report).decode(), status

    def refused(self) -> Exception:
        """Return why the last log could not be replayed."""
        return error_of(self._error)

    def counts(self) -> dict[str, int]:
        counts = ffi.new("kz_replay_counts *", {"size": ffi.sizeof("kz_replay_counts")})
        lib.kz_replay_count(self._replay, counts)
        return {"files": counts.logs, **{name: getattr(counts, name) for name in _COUNTS}}


# --- rows -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LogRows:
    """A maker of rows, one for each win in logs and ruleset: the rules of the game, then the others. It is
    pickled for other processes.
    """

    rules: Ruleset | None
    others: tuple[Ruleset, ...]
    reasons: bool = True

    @property
    def fields(self) -> Fields:
        return (*LOGGED, *Rows((), True).fields)

    def of(self, logs: Iterable[str]) -> Iterator[pyarrow.RecordBatch]:
        """Return the rows of logs by path. If a log cannot be read to its end, its last row has its name and
        the error bad_log; a log without known rules has no rows.
        """
        replaying = Replaying(self.rules, hands=True)
        return self.of_games(game for log in logs for game in self._games(replaying, log))

    def _games(self, replaying: Replaying, log: str) -> Iterator[dict[str, Any]]:
        report, status = replaying.log(log, Path(log).read_bytes())
        if status not in (lib.KZ_OK, lib.KZ_BAD_HAND, lib.KZ_BAD_USAGE):
            raise replaying.refused()
        return map(json.loads, report.splitlines())

    def of_games(self, games: Iterable[dict[str, Any]]) -> Iterator[pyarrow.RecordBatch]:
        """Yield the rows of games in a report."""
        makers: dict[str, Any] = {}
        for label, some in groupby(games, lambda game: game.get("ruleset")):
            if label is None:
                faults = [(fault["file"], fault["error"]["code"]) for fault in some]
                yield self._batch({"file": [file for file, _ in faults], "error": [code for _, code in faults]}, len(faults))
                continue
            if label not in makers:
                makers[label] = self._maker(label)
            wins = (_flat(game, win) for game in some for win in game["results"])
            while group := list(islice(wins, _AT_ONCE)):
                yield self._of_wins(makers[label], group)

    def _maker(self, label: str) -> Any:
        rules = self.rules
        if rules is None:
            # Logs name rulesets of the package, with options.
            name, *options = label.split()
            rules = Ruleset(name, options=dict(option.split("=", 1) for option in options))
        return Rows((rules, *self.others), True, self.reasons).maker()

    def _of_wins(self, make: Any, wins: list[dict[str, Any]]) -> pyarrow.RecordBatch:
        import pyarrow

        count = 1 + len(self.others)
        (rows,) = make(pyarrow.array([win["hand"] for win in wins], pyarrow.string()))
        logged = {name: [win[name] for win in wins for _ in range(count)] for name, _ in LOGGED}
        return self._batch({**logged, **dict(zip(rows.schema.names, rows.columns))}, len(wins) * count)

    def _batch(self, columns: dict[str, Any], count: int) -> pyarrow.RecordBatch:
        import pyarrow

        schema = arrow_schema(self.fields)
        made = [columns.get(field.name, [None] * count) for field in schema]
        arrays = [
            column if isinstance(column, pyarrow.Array) else pyarrow.array(column, field.type)
            for column, field in zip(made, schema)
        ]
        return pyarrow.record_batch(arrays, schema=schema)


def _flat(game: dict[str, Any], win: dict[str, Any]) -> dict[str, Any]:
    logged = win["logged"]
    said = {f"logged_{name}": logged.get(name) for name in ("total", "points")}
    return {**win, **said, "file": game["file"], "game": game["game"]}


def log_rows(rules: AnyRules | None, others: Iterable[AnyRules], reasons: bool) -> LogRows:
    return LogRows(None if rules is None else ruleset_of(rules), rulesets_of(others), reasons)


@overload
def replay(
    log: Log, rules: AnyRules | None = ..., *, name: str | None = ..., as_table: Literal[False] = ...
) -> list[dict[str, Any]]: ...
@overload
def replay(
    log: Log,
    rules: AnyRules | None = ...,
    *,
    name: str | None = ...,
    as_table: Literal[True],
    others: Iterable[AnyRules] = ...,
    reasons: bool = ...,
) -> pyarrow.Table: ...
def replay(
    log: Log,
    rules: AnyRules | None = None,
    *,
    name: str | None = None,
    as_table: bool = False,
    others: Iterable[AnyRules] = (),
    reasons: bool = True,
) -> list[dict[str, Any]] | pyarrow.Table:
    """Replay a log of games and check every settlement; return an object for each game, as in the JSON of
    kazoe replay.

    log: a path, or bytes; Tenhou's mjlog, JSON of tenhou.net/6, mjai, majiang or Botzone, plain or gzip.
    rules: those of all games; if None, those that the log names. name: the value of file, for bytes. A log
    that cannot be read to its end raises KazoeError with the place; its attribute games has the objects of
    the games read before, with their complete rounds.

    as_table: return a table of PyArrow instead, with a row for each win and ruleset: the rules of the game,
    then the others, which are rulesets or names. Columns: file, game, round, seat, player, logged_total and
    logged_points, then those of kazoe.compare(..., as_table=True), which also takes reasons.
    """
    if isinstance(log, bytes):
        shown, data = name or "log", log
    else:
        shown = name or os.fspath(log)
        with open(log, "rb") as file:
            data = file.read()
    made = log_rows(rules, others, reasons)
    replaying = Replaying(made.rules, hands=as_table)
    report, status = replaying.log(shown, data)
    games = [json.loads(line) for line in report.splitlines()]
    if status != lib.KZ_OK:
        refused = replaying.refused()
        if isinstance(refused, KazoeError):
            said = refused.message.replace("with -r", "with rules=")
            refused = type(refused)(dataclasses.replace(refused.diagnostic, file=shown, message=said))
            refused.games = [game for game in games if "game" in game]
        raise refused
    if not as_table:
        return games
    import pyarrow

    return pyarrow.Table.from_batches(made.of_games(games), arrow_schema(made.fields))
