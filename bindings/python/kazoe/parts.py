"""A corpus of hands in parts: each part is processed alone and leaves one file.

    import kazoe, kazoe.parts
    kazoe.parts.compare("corpus/", ["ema-2016", "ema-2025"], out="change/")

The output is Parquet, one file for each part, which DuckDB, Polars, pandas and Spark read as one table. Files
are texts or NDJSON (one hand or record a line), the same compressed with gzip, and Parquet with a column of
hands. Texts are cut into parts at line ends, Parquet files at row groups; a gzip file is one part.

A part's file is written under another name, flushed to the disk and then renamed, so that it is complete or
does not exist. A run that ended early, for any reason, continues where it stopped when it is called again; a
run with other rules, files or arguments is refused with the differences. The output depends neither on the
number of threads or machines nor on how often a part was begun.

kazoe.dask and kazoe.spark make their own data frames of such files.
"""

from __future__ import annotations

import glob
import gzip
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from . import _runs
from ._records import without_end
from ._rows import Rows, arrow_schema
from ._ruleset import AnyRules, ruleset_of, rulesets_of

Files = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]

#: The bytes of a part of texts: about a million hands.
PART_BYTES = 64 << 20

_FORMAT = 2  # the version of _plan.json and of the names of parts
_BLOCK = 4 << 20  # bytes of lines in memory at a time
_ROWS = 65536  # rows of Parquet in memory at a time
_SUFFIXES = (".txt", ".jsonl", ".ndjson", ".txt.gz", ".jsonl.gz", ".ndjson.gz", ".parquet")


@dataclass(frozen=True)
class Part:
    """A piece of a file: the lines that begin at bytes start to end, or these row groups of Parquet."""

    number: int
    path: str
    start: int
    end: int


# --- the corpus -----------------------------------------------------------------------------------


def _found(files: Files, out: Path | None) -> list[Path]:
    """Return the files of the corpus without those in out, in an order that does not depend on the disk."""
    given = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    found: dict[Path, None] = {}
    for each in [os.fspath(path) for path in given]:
        names = [each] if os.path.exists(each) else sorted(glob.glob(each))
        if out is not None and names == [each] and out.exists() and out.samefile(each):
            raise ValueError(f"out is {each!r}, the folder of the hands: choose another")
        if not names:
            raise FileNotFoundError(f"no such file or folder: {each!r}")
        for name in map(Path, names):
            for path in _below(name, out) if name.is_dir() else [name]:
                found[path.absolute()] = None
    if not found:
        raise FileNotFoundError(f"no files of hands ({', '.join(_SUFFIXES)}) in {given}")
    return list(found)


def _below(folder: Path, out: Path | None) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if path.name.endswith(_SUFFIXES)
        and path.name[0] not in "._"
        and (out is None or out.absolute() not in path.absolute().parents)
        and path.is_file()
    )


def _cut(path: Path, size: int, column: str, part_bytes: int) -> list[tuple[int, int]]:
    """Return the parts of a file."""
    if path.suffix == ".parquet":
        return _row_groups(path, column, part_bytes)
    if path.suffix == ".gz":
        return [(0, size)]
    return [(start, min(start + part_bytes, size)) for start in range(0, size, part_bytes)] or [(0, 0)]


def _row_groups(path: Path, column: str, part_bytes: int) -> list[tuple[int, int]]:
    import pyarrow.parquet

    with pyarrow.parquet.ParquetFile(path) as file:
        names = file.schema_arrow.names
        if column not in names:
            raise ValueError(f"{path} has no column {column!r}, but {', '.join(map(repr, names))}")
        number = names.index(column)
        sizes = [
            sum(
                chunk.total_uncompressed_size
                for chunk in (group.column(i) for i in range(group.num_columns))
                if chunk.path_in_schema.split(".")[0] == names[number]
            )
            for group in (file.metadata.row_group(i) for i in range(file.num_row_groups))
        ]
    cut, start, bytes = [], 0, 0
    for i, size in enumerate(sizes):
        bytes += size
        if bytes >= part_bytes or i == len(sizes) - 1:
            cut.append((start, i + 1))
            start, bytes = i + 1, 0
    return cut or [(0, 0)]


def _lines_of(file: Any, at: int, end: int) -> Iterator[list[bytes]]:
    """Yield the lines that begin before end, some thousand at a time and with their line ends."""
    while at < end:
        # readlines stops after more bytes than its argument, and 0 means no limit.
        most = min(_BLOCK, end - at) - 1
        lines = file.readlines(most) if most else [line for line in [file.readline()] if line]
        if not lines:
            return
        at += sum(map(len, lines))
        yield lines


def _is_comment(line: bytes) -> bool:
    text = line.lstrip(b" \t")
    return not text or text[:1] == b"#"


def cut(files: Files, column: str, part_bytes: int, out: Path | None = None) -> list[Part]:
    """Return the parts of a corpus without files in out."""
    if part_bytes < 1:
        raise ValueError("part_bytes must be above 0")
    pieces = [
        (str(path), *piece)
        for path in _found(files, out)
        for piece in _cut(path, path.stat().st_size, column, part_bytes)
    ]
    return [Part(number, *piece) for number, piece in enumerate(pieces)]


def _columns(part: Part, column: str, comments: bool) -> Iterator[Any]:
    """Yield the hands of a part in arrays of Arrow."""
    import pyarrow

    if part.path.endswith(".parquet"):
        import pyarrow.parquet

        with pyarrow.parquet.ParquetFile(part.path) as file:
            groups = list(range(part.start, part.end))
            for batch in file.iter_batches(batch_size=_ROWS, row_groups=groups, columns=[column]):
                yield batch.column(0)
        return
    for hands in _texts(part, comments):
        yield pyarrow.array(hands, pyarrow.binary())


def batches(part: Part, rows: Rows, comments: bool) -> Iterator[Any]:
    """Yield the rows of a part."""
    make = rows.maker()
    for hands in _columns(part, rows.column, comments):
        yield from make(hands)


def _texts(part: Part, comments: bool) -> Iterator[list[bytes]]:
    packed = part.path.endswith(".gz")
    with gzip.open(part.path) if packed else open(part.path, "rb") as file:
        if part.start:
            # A line that begins before the part belongs to the one before.
            file.seek(part.start - 1)
            file.readline()
        end = 1 << 62 if packed else part.end
        first = part.start == 0
        for lines in _lines_of(file, file.tell(), end):
            hands = [without_end(line) for line in lines]
            if first:
                hands[0] = hands[0].removeprefix(b"\xef\xbb\xbf")
                first = False
            yield [hand for hand in hands if not _is_comment(hand)] if comments else hands


# --- the work for a part --------------------------------------------------------------------------


@dataclass(frozen=True)
class Job:
    """The work for every part."""

    out: str
    rows: Rows
    comments: bool

    def path(self, part: Part) -> Path:
        return Path(self.out) / f"part-{part.number:06}.parquet"

    def run(self, part: Part) -> str:
        """Write the file of a part, unless it exists; return its path."""
        path = self.path(part)
        if not path.exists():
            _runs.write(path, lambda file: self._fill(file, part))
        return str(path)

    def _fill(self, file: Any, part: Part) -> None:
        import pyarrow.parquet

        with pyarrow.parquet.ParquetWriter(file, arrow_schema(self.rows.fields)) as writer:
            for batch in batches(part, self.rows, self.comments):
                writer.write_batch(batch)


# --- a run ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """A job and its parts."""

    job: Job
    parts: tuple[Part, ...]

    def left(self) -> list[Part]:
        """Return the parts without a file."""
        return _runs.left_of(self.parts, self.job.path, self.job.out)

    def finish(self) -> list[Path]:
        """Return the files of the parts."""
        _runs.sweep(self.job.out)
        return [self.job.path(part) for part in self.parts]


def _start(files: Files, rows: Rows, out: str | os.PathLike[str], comments: bool, part_bytes: int) -> Run:
    """Cut a corpus into parts, and write the plan of the run or check that the folder has the same one."""
    folder = Path(out).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    parts = cut(files, rows.column, part_bytes, folder)
    plan: dict[str, Any] = {
        "plan": _FORMAT,
        "writes": "comparisons" if rows.compares else "scores",
        "rulesets": [_runs.planned(rules) for rules in rows.rulesets],
        "column": rows.column,
        "comments": comments,
        "reasons": rows.reasons and rows.compares,
        "part_bytes": part_bytes,
        "files": [_runs.listed(path) for path in dict.fromkeys(part.path for part in parts)],
    }
    _runs.keep_plan(folder / "_plan.json", plan)
    return Run(Job(str(folder), rows, comments), tuple(parts))


# --- on one machine -------------------------------------------------------------------------------


def compare(
    files: Files,
    rulesets: Iterable[AnyRules],
    *,
    out: str | os.PathLike[str],
    threads: int | None = None,
    column: str = "hand",
    comments: bool = False,
    reasons: bool = True,
    part_bytes: int = PART_BYTES,
) -> list[Path]:
    """Compare the hands of files under 1 to 16 rulesets and write Parquet files (part-000000.parquet, ...),
    in the order of the hands: the rows of kazoe.compare(..., as_table=True).

    files: paths, patterns ("*.txt"), folders, or a list of these. out: a folder for the parts. threads: by
    default the number of processors. column: the name of the hands' column in Parquet files. comments: skip
    blank lines and lines that begin with #, as --comments does. reasons: find which rules account for a
    difference. part_bytes: the size of a part in bytes of text, or of the column in Parquet. Needs PyArrow.

    Raises KazoeError if the folder has parts of another run, and FileNotFoundError for files that do not
    exist.
    """
    rows = comparing(rulesets, reasons, column)
    return _runs.work(_start(files, rows, out, comments, part_bytes), threads)


def score(
    files: Files,
    rules: AnyRules,
    *,
    out: str | os.PathLike[str],
    threads: int | None = None,
    column: str = "hand",
    comments: bool = False,
    part_bytes: int = PART_BYTES,
) -> list[Path]:
    """Score under one ruleset and write the hand and the columns of kazoe.Scores."""
    rows = scoring(rules, column)
    return _runs.work(_start(files, rows, out, comments, part_bytes), threads)


def comparing(rulesets: Iterable[AnyRules], reasons: bool, column: str) -> Rows:
    chosen = rulesets_of(rulesets)
    if not 1 <= len(chosen) <= 16:
        raise ValueError(f"1 to 16 rulesets are compared, not {len(chosen)}")
    return Rows(chosen, True, reasons, column)


def scoring(rules: AnyRules, column: str) -> Rows:
    return Rows((ruleset_of(rules),), False, False, column)
