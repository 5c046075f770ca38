"""Logs of games, replayed by the engine."""

from __future__ import annotations

import json
import os
from typing import Any, Union

from ._engine import ffi, lib
from ._errors import Diagnostic, KazoeError, error_of
from ._rules import RULES
from ._ruleset import AnyRules, Ruleset, ruleset_of

#: A path, or the bytes of a log.
Log = Union[str, "os.PathLike[str]", bytes]

_COUNTS = ("games", "rounds", "wins", "draws", "disagree", "errors", "unknown_names")


class Replaying:
    """Replays logs one after another; for one thread at a time."""

    def __init__(self, rules: Ruleset | None = None) -> None:
        if not hasattr(lib, "kz_replay_new"):
            raise KazoeError(Diagnostic("bad_usage", "this kazoe was built without logs: it needs expat and zlib"))
        self._rules = rules  # must outlive the replay
        search = ffi.new("char[]", os.fsencode(RULES))
        options = ffi.new("kz_replay_options *", {"size": ffi.sizeof("kz_replay_options"), "search": search})
        if rules is not None:
            options.rules = rules._rules
        self._error = ffi.new("kz_error *")
        made = ffi.new("kz_replay **")
        if lib.kz_replay_new(made, options, self._error) != lib.KZ_OK:
            raise error_of(self._error)
        self._replay = ffi.gc(made[0], lib.kz_replay_free)

    def log(self, name: str, data: bytes) -> tuple[str, int]:
        """The report of a log, a JSON object on each line, and the engine's status."""
        shown = name.encode("utf-8", "surrogateescape")
        status = lib.kz_replay_log(self._replay, shown, ffi.from_buffer(data), len(data), self._error)
        size = lib.kz_replay_report(self._replay, ffi.NULL, 0)
        report = ffi.new("char[]", size + 1)
        lib.kz_replay_report(self._replay, report, size + 1)
        return ffi.string(report).decode(), status

    def refused(self) -> Exception:
        """Why the last log could not be replayed."""
        return error_of(self._error)

    def counts(self) -> dict[str, int]:
        counts = ffi.new("kz_replay_counts *", {"size": ffi.sizeof("kz_replay_counts")})
        lib.kz_replay_count(self._replay, counts)
        return {"files": counts.logs, **{name: getattr(counts, name) for name in _COUNTS}}


def replay(log: Log, rules: AnyRules | None = None, *, name: str | None = None) -> list[dict[str, Any]]:
    """Replay a log of games and check every settlement: an object for each game, as kazoe replay --json has it.

    log: a path, or bytes; Tenhou's mjlog, JSON of tenhou.net/6, mjai, majiang or Botzone, plain or gzip.
    rules: of all games; without them, those that the log names. name: shown as file, for bytes. A log that
    cannot be read, or not to its end, raises KazoeError with the place; its attribute games has the objects of
    what was read before, in which rounds that were over count.
    """
    if isinstance(log, bytes):
        shown, data = name or "log", log
    else:
        shown = name or os.fspath(log)
        with open(log, "rb") as file:
            data = file.read()
    replaying = Replaying(None if rules is None else ruleset_of(rules))
    report, status = replaying.log(shown, data)
    games = [json.loads(line) for line in report.splitlines()]
    if status != lib.KZ_OK:
        refused = replaying.refused()
        if isinstance(refused, KazoeError):
            refused.games = [game for game in games if "game" in game]
        raise refused
    return games
