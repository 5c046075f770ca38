"""A corpus of hands in parts: each part is worked on alone and leaves one file.

    import kazoe, kazoe.parts
    rules = [kazoe.Ruleset("ema-2016"), kazoe.Ruleset("ema-2025")]
    kazoe.parts.compare("corpus/", rules, out="change/")

Files are texts or NDJSON (one hand or record a line), the same compressed with gzip, and Parquet with a
column of hands. Texts are cut into parts at line ends, Parquet files at row groups; a gzip file is one part.

A part's file is written under another name, brought to the disk and then renamed, so that it is there
whole or not at all. A run that ended early, however it ended, goes on where it stopped when it is called
again; a run with other rules, files or arguments is refused and told what differs. What is written depends
neither on the number of threads or machines nor on how often a part was begun.

kazoe.dask and kazoe.spark do the same on several machines, which must all see the files and the folder.
"""

from __future__ import annotations

import glob
import gzip
import json
import os
import uuid
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, Union

from ._analysis import Summing, merged
from ._errors import Diagnostic, KazoeError
from ._ruleset import AnyRules, Ruleset, rulesets_of

Files = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]

#: Of a corpus in texts: about a million hands.
PART_BYTES = 64 << 20

_P = TypeVar("_P")  # a part, of whatever kind
_FORMAT = 1  # of plan.json and of the names of parts
_BLOCK = 4 << 20  # bytes of lines that are in memory at a time
_ROWS = 65536  # the same of Parquet
_SUFFIXES = (".txt", ".jsonl", ".ndjson", ".txt.gz", ".jsonl.gz", ".ndjson.gz", ".parquet")


@dataclass(frozen=True)
class Part:
    """A piece of a file: the lines that begin at bytes start to end, or these row groups of Parquet."""

    number: int
    path: str
    start: int
    end: int


# --- the corpus -----------------------------------------------------------------------------------


def _found(files: Files, out: Path) -> list[Path]:
    """The files of the corpus, in an order that does not depend on the disk's."""
    given = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    found: dict[Path, None] = {}
    for each in [os.fspath(path) for path in given]:
        names = [each] if os.path.exists(each) else sorted(glob.glob(each))
        if not names:
            raise FileNotFoundError(f"no such file or folder: {each!r}")
        for name in map(Path, names):
            for path in _below(name, out) if name.is_dir() else [name]:
                found[path.absolute()] = None
    if not found:
        raise FileNotFoundError(f"no files of hands ({', '.join(_SUFFIXES)}) in {given}")
    return list(found)


def _below(folder: Path, out: Path) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if path.name.endswith(_SUFFIXES)
        and path.name[0] not in "._"
        and out.absolute() not in path.absolute().parents
        and path.is_file()
    )


def _cut(path: Path, size: int, column: str, part_bytes: int) -> list[tuple[int, int]]:
    """Where the parts of a file begin and end."""
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
    """The lines that begin before end, some thousand at a time and with their ends."""
    while at < end:
        # readlines ends once it has more bytes than it is given, and takes 0 for no end.
        most = min(_BLOCK, end - at) - 1
        lines = file.readlines(most) if most else [line for line in [file.readline()] if line]
        if not lines:
            return
        at += sum(map(len, lines))
        yield lines


def _without_end(line: bytes) -> bytes:
    return line[:-2] if line.endswith(b"\r\n") else line[:-1] if line.endswith(b"\n") else line


def _is_comment(line: bytes) -> bool:
    text = line.lstrip(b" \t")
    return not text or text[:1] == b"#"


def _hands(part: Part, column: str, comments: bool) -> Iterator[Any]:
    """The hands of a part in columns, as score_many takes them."""
    if part.path.endswith(".parquet"):
        import pyarrow.parquet

        with pyarrow.parquet.ParquetFile(part.path) as file:
            groups = list(range(part.start, part.end))
            yield from file.iter_batches(batch_size=_ROWS, row_groups=groups, columns=[column])
        return
    packed = part.path.endswith(".gz")
    with gzip.open(part.path) if packed else open(part.path, "rb") as file:
        if part.start:
            # A line that begins before the part belongs to the one before.
            file.seek(part.start - 1)
            file.readline()
        end = 1 << 62 if packed else part.end
        first = part.start == 0
        for lines in _lines_of(file, file.tell(), end):
            hands = [_without_end(line) for line in lines]
            if first:
                hands[0] = hands[0].removeprefix(b"\xef\xbb\xbf")
                first = False
            yield [hand for hand in hands if not _is_comment(hand)] if comments else hands


# --- what is done with a part ---------------------------------------------------------------------


def _write(path: Path, fill: Callable[[Any], None]) -> None:
    """Write a file that is there whole or not at all."""
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


@dataclass(frozen=True)
class Job:
    """What is done with every part. It is pickled for other processes."""

    out: str
    rulesets: tuple[Ruleset, ...]
    compares: bool
    column: str
    comments: bool
    reasons: bool

    def path(self, part: Part) -> Path:
        return Path(self.out) / f"part-{part.number:06}.{'json' if self.compares else 'parquet'}"

    def run(self, part: Part) -> str:
        """Write the file of a part, unless it is there; its path."""
        path = self.path(part)
        if not path.exists():
            (self._compare if self.compares else self._score)(part, path)
        return str(path)

    def _compare(self, part: Part, path: Path) -> None:
        summing = Summing(self.rulesets, self.reasons)
        for hands in _hands(part, self.column, self.comments):
            summing.add(hands)
        _write(path, lambda file: file.write(summing.json().encode() + b"\n"))

    def _score(self, part: Part, path: Path) -> None:
        import pyarrow
        import pyarrow.parquet

        (rules,) = self.rulesets

        def fill(file: Any) -> None:
            with pyarrow.parquet.ParquetWriter(file, scores_schema(self.column)) as writer:
                for hands in _hands(part, self.column, self.comments):
                    column = pyarrow.array(hands, pyarrow.binary()) if isinstance(hands, list) else hands.column(0)
                    writer.write_batch(with_scores(rules, column, self.column))

        _write(path, fill)


def scores_schema(column: str) -> Any:
    """The columns of a scored part, in types that every reader of Parquet has: the hand, and its Scores."""
    import pyarrow

    return pyarrow.schema([(column, pyarrow.string()), *((name, type()) for name, type in _score_types())])


def _score_types() -> list[tuple[str, Callable[[], Any]]]:
    import pyarrow as pa

    whole, wide, text = pa.int32, pa.int64, pa.string
    payments: list[tuple[str, Callable[[], Any]]] = [(name, wide) for name in ("E", "S", "W", "N", "discarder", "others")]
    return [
        ("win", pa.bool_),
        ("error", text),
        ("points", wide),
        ("total", whole),
        ("qualifying", whole),
        ("fu", whole),
        ("limit", text),
        *payments,
        ("yaku", lambda: pa.list_(pa.string())),
        ("yaku_counts", lambda: pa.list_(pa.int32())),
    ]


def with_scores(rules: Ruleset, hands: Any, column: str) -> Any:
    """A record batch of hands, by that name, with their scores. hands: an array of texts or bytes."""
    import pyarrow

    scored = pyarrow.record_batch(rules.score_many(hands))
    columns = [_texts(hands)]
    for name, type in _score_types():
        columns.append(_plain(scored.column(name), type()))
    return pyarrow.record_batch(columns, schema=scores_schema(column))


def _texts(hands: Any) -> Any:
    """Hands as texts; what is no UTF-8 is replaced."""
    import pyarrow

    try:
        return hands.cast(pyarrow.string())
    except pyarrow.ArrowInvalid:
        return pyarrow.array([hand and hand.decode("utf-8", "replace") for hand in hands.to_pylist()], pyarrow.string())


def _plain(array: Any, type: Any) -> Any:
    """Without dictionaries, and with lists whose offsets are of the usual width."""
    import pyarrow

    if not pyarrow.types.is_list(type):
        return array.cast(type)
    values = array.flatten().cast(type.value_type)
    return pyarrow.ListArray.from_arrays(array.offsets.cast(pyarrow.int32()), values, mask=array.is_null())


# --- a run ----------------------------------------------------------------------------------------


def _left(job: Any, of: Iterable[_P]) -> list[_P]:
    done = {path.name for path in Path(job.out).iterdir()}
    return [part for part in of if job.path(part).name not in done]


@dataclass(frozen=True)
class Run:
    """A job and its parts, as kazoe.dask and kazoe.spark distribute them."""

    job: Job
    parts: tuple[Part, ...]

    def left(self) -> list[Part]:
        """The parts that have no file yet."""
        return _left(self.job, self.parts)

    def finish(self) -> Any:
        """Of a comparison the summary, which it also writes to summary.json; else the files of the parts."""
        out = Path(self.job.out)
        paths = [self.job.path(part) for part in self.parts]
        if not self.job.compares:
            return paths
        text = merged((str(path), path.read_bytes()) for path in paths)
        _write(out / "summary.json", lambda file: file.write(text.encode() + b"\n"))
        # Of processes that were killed.
        for left in out.glob(".part-*.tmp"):
            left.unlink(missing_ok=True)
        return json.loads(text)


def start(
    files: Files,
    rulesets: Iterable[AnyRules],
    out: str | os.PathLike[str],
    *,
    compares: bool,
    column: str = "hand",
    comments: bool = False,
    reasons: bool = True,
    part_bytes: int = PART_BYTES,
) -> Run:
    """Cut a corpus into parts, and write the plan of the run or see that the folder has the same."""
    if part_bytes < 1:
        raise ValueError("part_bytes must be above 0")
    chosen = rulesets_of(rulesets)
    if compares and not 2 <= len(chosen) <= 16:
        raise ValueError(f"2 to 16 rulesets are compared, not {len(chosen)}")
    folder = Path(out).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    cut: list[Part] = []
    listed = []
    for path in _found(files, folder):
        status = path.stat()
        listed.append({"file": str(path), "bytes": status.st_size, "modified": status.st_mtime_ns})
        for begin, end in _cut(path, status.st_size, column, part_bytes):
            cut.append(Part(len(cut), str(path), begin, end))
    job = Job(str(folder), chosen, compares, column, comments, reasons and compares)
    plan: dict[str, Any] = {
        "plan": _FORMAT,
        "writes": "summaries" if compares else "scores",
        "rulesets": [{"ruleset": r.label, "version": r.version, "digest": r.digest} for r in job.rulesets],
        "column": column,
        "comments": comments,
        "reasons": job.reasons,
        "part_bytes": part_bytes,
        "files": listed,
    }
    _keep_plan(folder / "plan.json", plan)
    return Run(job, tuple(cut))


def _keep_plan(path: Path, plan: dict[str, Any]) -> None:
    if path.exists():
        _compare_plans(path, json.loads(path.read_bytes()), plan)
    elif any(path.parent.glob("part-*")):
        raise _other_run(path, "there are parts of a run, but not its plan")
    else:
        _write(path, lambda file: file.write(json.dumps(plan, indent=1).encode() + b"\n"))


def _other_run(path: Path, message: str) -> KazoeError:
    return KazoeError(Diagnostic("bad_usage", f"{message}; choose another folder, or remove this one", file=str(path)))


def _said(value: Any) -> str:
    """An entry of a plan in words."""
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


# --- on one machine -------------------------------------------------------------------------------


def _work(run: Run, threads: int | None) -> Any:
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        futures = [pool.submit(run.job.run, part) for part in run.left()]
        try:
            for future in futures:
                future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return run.finish()


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
) -> dict[str, Any]:
    """What 2 to 16 rulesets do to the hands of files, as kazoe.summary says it of a column.

    files: paths, patterns ("*.txt"), folders, or a list of these. out: a folder for the parts' summaries
    (part-000000.json, ...) and their sum, summary.json, which is to the byte what `kazoe compare --summary
    --json` writes for all files together; `kazoe merge` reads them. threads: the processors if not given.
    column: of Parquet files. comments: pass over blank lines and lines that begin with #, as --comments
    does. reasons: find which rule accounts for a difference. part_bytes: of texts, and of the column in
    Parquet.

    Raises KazoeError if the folder has parts of another run, and FileNotFoundError for files that are not.
    """
    run = start(
        files, rulesets, out, compares=True, column=column, comments=comments, reasons=reasons, part_bytes=part_bytes
    )
    made: dict[str, Any] = _work(run, threads)
    return made


def score(
    files: Files,
    rules: Ruleset,
    *,
    out: str | os.PathLike[str],
    threads: int | None = None,
    column: str = "hand",
    comments: bool = False,
    part_bytes: int = PART_BYTES,
) -> list[Path]:
    """Score the hands of files into Parquet files (part-000000.parquet, ...), in the order of the hands: the
    hand and the columns of kazoe.Scores. Takes what compare takes, and needs PyArrow."""
    run = start(files, [rules], out, compares=False, column=column, comments=comments, part_bytes=part_bytes)
    made: list[Path] = _work(run, threads)
    return made
