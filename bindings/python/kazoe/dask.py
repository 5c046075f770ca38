"""A corpus of hands in parts on the workers of Dask: see kazoe.parts.

    from distributed import Client
    import kazoe, kazoe.dask
    client = Client("scheduler:8786")
    kazoe.dask.compare("/shared/corpus/", [kazoe.Ruleset("ema-2016"), kazoe.Ruleset("ema-2025")], out="/shared/change/")

The workers need the package kazoe, and see files and folder under the same names. Workers may come, go and
die: their parts are done by others.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from . import games, parts
from ._ruleset import AnyRules, Ruleset
from .parts import PART_BYTES, Files, Run


def _same(job: Any) -> Any:
    return job


def _run(part: Any, job: Any) -> str:
    path: str = job.run(part)
    return path


def _work(run: Run | games.Run, client: Any) -> Any:
    from distributed import as_completed, get_client

    client = client or get_client()
    left = run.left()
    # The job is the result of a task, so that it is sent to every worker once, and made again if the
    # workers that have it die.
    job = client.submit(_same, run.job, pure=False)
    futures = client.map(_run, left, job=job, pure=False, key="kazoe-part")
    try:
        for future in as_completed(futures):
            future.result()
            future.release()
    except BaseException:
        client.cancel(futures)
        raise
    return run.finish()


def compare(
    files: Files,
    rulesets: Iterable[AnyRules],
    *,
    out: str | os.PathLike[str],
    client: Any = None,
    column: str = "hand",
    comments: bool = False,
    reasons: bool = True,
    part_bytes: int = PART_BYTES,
) -> dict[str, Any]:
    """As kazoe.parts.compare; client: the distributed.Client, or the current one."""
    run = parts.start(
        files, rulesets, out, compares=True, column=column, comments=comments, reasons=reasons, part_bytes=part_bytes
    )
    made: dict[str, Any] = _work(run, client)
    return made


def score(
    files: Files,
    rules: Ruleset,
    *,
    out: str | os.PathLike[str],
    client: Any = None,
    column: str = "hand",
    comments: bool = False,
    part_bytes: int = PART_BYTES,
) -> list[Path]:
    """As kazoe.parts.score; client: the distributed.Client, or the current one."""
    run = parts.start(files, [rules], out, compares=False, column=column, comments=comments, part_bytes=part_bytes)
    made: list[Path] = _work(run, client)
    return made


def replay(
    logs: Files,
    rules: Ruleset | None = None,
    *,
    out: str | os.PathLike[str],
    client: Any = None,
    part_logs: int = games.PART_LOGS,
) -> dict[str, int]:
    """As kazoe.games.replay; client: the distributed.Client, or the current one."""
    made: dict[str, int] = _work(games.start(logs, rules, out, part_logs=part_logs), client)
    return made
