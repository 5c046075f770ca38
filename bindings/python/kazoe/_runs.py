"""Runs that write one file for each part and continue where they stopped.

Every file is complete or does not exist, and a plan says which run the files of a folder belong to.
"""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ._errors import Diagnostic, KazoeError
from ._ruleset import Ruleset

_P = TypeVar("_P")  # a part of any kind
_R = TypeVar("_R", covariant=True)  # the outcome of a run


# --- files ----------------------------------------------------------------------------------------


def write(path: Path, fill: Callable[[Any], None]) -> None:
    """Write a file such that it is complete or does not exist."""
    made = path.with_name(f".{path.name}-{uuid.uuid4().hex}.tmp")
    try:
        with open(made, "xb") as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(made, path)
    except BaseException:
        made.unlink(missing_ok=True)
        raise


def left_of(parts: Iterable[_P], path_of: Callable[[_P], Path], out: str) -> list[_P]:
    """Return the parts without a file."""
    done = {path.name for path in Path(out).iterdir()}
    return [part for part in parts if path_of(part).name not in done]


def sweep(out: str) -> None:
    """Remove the files of processes that were killed."""
    for left in Path(out).glob(".part-*.tmp"):
        left.unlink(missing_ok=True)


# --- the plan -------------------------------------------------------------------------------------


def planned(rules: Ruleset) -> dict[str, Any]:
    """Return the entry of a ruleset in a plan."""
    return {"ruleset": rules.label, "version": rules.version, "digest": rules.digest}


def listed(path: str | Path) -> dict[str, Any]:
    """Return the entry of a file in a plan."""
    status = os.stat(path)
    return {"file": str(path), "bytes": status.st_size, "modified": status.st_mtime_ns}


def keep_plan(path: Path, plan: dict[str, Any]) -> None:
    """Write the plan of a run, or check that the folder has the same one."""
    if path.exists():
        _compare_plans(path, json.loads(path.read_bytes()), plan)
    elif any(path.parent.glob("part-*")):
        raise _other_run(path, "there are parts of a run, but not its plan")
    else:
        write(path, lambda file: file.write(json.dumps(plan, indent=1).encode() + b"\n"))


def _other_run(path: Path, message: str) -> KazoeError:
    return KazoeError(Diagnostic("bad_usage", f"{message}; choose another folder, or remove this one", file=str(path)))


def _said(value: Any) -> str:
    """Return an entry of a plan in words."""
    if isinstance(value, dict) and "digest" in value:
        return f"ruleset {value['ruleset']}, digest {value['digest']}"
    if isinstance(value, dict) and "file" in value:
        return f"{value['file']} with {value['bytes']} bytes of {value['modified'] / 1e9:.3f}"
    return "nothing" if value is None else json.dumps(value)


def _compare_plans(path: Path, old: dict[str, Any], new: dict[str, Any]) -> None:
    for key, value in new.items():
        before = old.get(key)
        if before == value:
            continue
        if key == "plan":
            raise _other_run(path, f"the parts here are of format {_said(before)}, and this version writes {_said(value)}")
        if isinstance(before, list) and isinstance(value, list):
            for number in range(max(len(before), len(value))):
                first = before[number] if number < len(before) else None
                second = value[number] if number < len(value) else None
                if first != second:
                    raise _other_run(path, f"the parts here are of {_said(first)}, and this run is of {_said(second)}")
        raise _other_run(path, f"the parts here have {key} {_said(before)}, and this run has {_said(value)}")


# --- the work -------------------------------------------------------------------------------------


class Run(Protocol[_R]):
    """A job, whose run(part) writes the file of a part, and its parts."""

    @property
    def job(self) -> Any: ...
    def left(self) -> list[Any]: ...
    def finish(self) -> _R: ...


def work(run: Run[_R], threads: int | None) -> _R:
    """Write the files of all parts on this machine and return the outcome. threads: by default the number of processors."""
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        futures = [pool.submit(run.job.run, part) for part in run.left()]
        try:
            for future in futures:
                future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return run.finish()
