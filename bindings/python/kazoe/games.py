"""Logs of many games in batches: each is replayed alone and leaves one file.

    import kazoe.games
    kazoe.games.replay("logs/", out="replayed/")

A run that ended early, for any reason, continues where it stopped when it is called again; a run with other
rules or logs is refused. games.jsonl is, to the byte, the output of one `kazoe replay --json` for all logs.

kazoe.dask.replay and kazoe.spark.replay make data frames of logs, on several machines.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _runs, parts
from ._engine import lib
from ._logs import Replaying
from ._ruleset import AnyRules, Ruleset, ruleset_of

#: The number of logs in a part.
PART_LOGS = 200

_FORMAT = 1  # the version of _plan.json and of the parts
_NAMES = ("files", "rounds", "wins", "draws", "disagree", "errors", "unknown_names")  # as kazoe replay sums up


@dataclass(frozen=True)
class Part:
    number: int
    logs: tuple[str, ...]


@dataclass(frozen=True)
class Job:
    """The work for every part."""

    out: str
    rules: Ruleset | None

    def path(self, part: Part) -> Path:
        return Path(self.out) / f"part-{part.number:06}.jsonl"

    def run(self, part: Part) -> str:
        """Write the file of a part, unless it exists; return its path. Its last line has the sums."""
        path = self.path(part)
        if path.exists():
            return str(path)
        replaying = Replaying(self.rules)
        reports = [self._replay(replaying, log) for log in part.logs]
        sums = json.dumps(replaying.counts())
        _runs.write(path, lambda file: file.write(("".join(reports) + sums + "\n").encode()))
        return str(path)

    def _replay(self, replaying: Replaying, log: str) -> str:
        report, status = replaying.log(log, Path(log).read_bytes())
        # A log that cannot be read has its line in the report; without rules there is nothing to report.
        if status not in (lib.KZ_OK, lib.KZ_BAD_HAND, lib.KZ_BAD_USAGE):
            raise replaying.refused()
        return report


@dataclass(frozen=True)
class Run:
    """A job and its parts."""

    job: Job
    parts: tuple[Part, ...]

    def left(self) -> list[Part]:
        """Return the parts without a file."""
        return _runs.left_of(self.parts, self.job.path, self.job.out)

    def _games(self, sums: dict[str, int]) -> Iterator[bytes]:
        for part in self.parts:
            *games, last = self.job.path(part).read_bytes().splitlines(keepends=True)
            for name, number in json.loads(last).items():
                sums[name] = sums.get(name, 0) + number
            yield b"".join(games)

    def finish(self) -> dict[str, int]:
        """Write games.jsonl and return the sums, which are also in its last line."""
        out, sums = Path(self.job.out), {name: 0 for name in _NAMES}

        def fill(file: Any) -> None:
            for games in self._games(sums):
                file.write(games)
            summary = {"summary": {name: sums[name] for name in _NAMES}}
            file.write(json.dumps(summary, separators=(",", ":")).encode() + b"\n")

        _runs.write(out / "games.jsonl", fill)
        _runs.sweep(self.job.out)
        return sums


def _found(logs: parts.Files, out: Path | None) -> list[Path]:
    """Return the files, and those in folders but not in out, in an order that does not depend on the disk."""
    given = [logs] if isinstance(logs, (str, os.PathLike)) else list(logs)
    found: dict[Path, None] = {}
    for path in [Path(os.fspath(each)).absolute() for each in given]:
        if not path.exists():
            raise FileNotFoundError(f"no such file or folder: {str(path)!r}")
        below = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
        for file in below:
            if (out is None or out not in file.parents) and file.name[0] not in "._":
                found[file] = None
    if not found:
        raise FileNotFoundError(f"no logs in {given}")
    return list(found)


def cut(logs: parts.Files, part_logs: int, out: Path | None = None) -> list[Part]:
    """Divide logs into parts, without files in out."""
    if part_logs < 1:
        raise ValueError("part_logs must be above 0")
    found = list(map(str, _found(logs, out)))
    return [Part(i // part_logs, tuple(found[i : i + part_logs])) for i in range(0, len(found), part_logs)]


def _start(logs: parts.Files, rules: Ruleset | None, out: str | os.PathLike[str], part_logs: int) -> Run:
    """Divide the logs into parts, and write the plan of the run or check that the folder has the same one."""
    folder = Path(out).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    made = cut(logs, part_logs, folder)
    plan: dict[str, Any] = {
        "plan": _FORMAT,
        "writes": "games",
        "rulesets": [_runs.planned(rules)] if rules else [],
        "part_logs": part_logs,
        "files": [_runs.listed(log) for part in made for log in part.logs],
    }
    _runs.keep_plan(folder / "_plan.json", plan)
    return Run(Job(str(folder), rules), tuple(made))


def replay(
    logs: parts.Files,
    rules: AnyRules | None = None,
    *,
    out: str | os.PathLike[str],
    threads: int | None = None,
    part_logs: int = PART_LOGS,
) -> dict[str, int]:
    """Replay logs and check every settlement: files, folders, or a list of these.

    out: a folder for the parts and games.jsonl. rules: those of all games, or their name; if None, those that
    each log names. threads: by default the number of processors. Return the sums of files, games, rounds,
    wins, draws, disagree, errors and unknown_names.
    """
    run = _start(logs, None if rules is None else ruleset_of(rules), out, part_logs)
    return _runs.work(run, threads)
