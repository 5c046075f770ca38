"""Hands and logs as data frames of Dask, which can use other machines.

    from distributed import Client
    import kazoe.dask
    client = Client("scheduler:8786")
    rows = kazoe.dask.compare("/shared/corpus/", ["ema-2016", "ema-2025"])
    rows[~rows["same"]].groupby("why").size().compute()

Work begins when compute, to_parquet or the like is called. Files are processed in parts (see kazoe.parts):
the workers need the packages kazoe and PyArrow and see the files under the same names. Workers may come, go
and die: Dask does their partitions again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from . import games, parts
from ._logs import LogRows, log_rows
from ._rows import Fields, Rows, arrow_schema
from ._ruleset import AnyRules
from .games import PART_LOGS
from .parts import PART_BYTES, Files


def _pandas(batches: Iterator[Any], fields: Fields) -> Any:
    """Return batches as a DataFrame of pandas with columns of Arrow."""
    import pandas
    import pyarrow

    return pyarrow.Table.from_batches(batches, arrow_schema(fields)).to_pandas(types_mapper=pandas.ArrowDtype)


def _of_part(part: parts.Part, rows: Rows, comments: bool) -> Any:
    return _pandas(parts.batches(part, rows, comments), rows.fields)


def _of_hands(hands: Any, rows: Rows) -> Any:
    import pyarrow

    return _pandas(rows.maker()(pyarrow.array(hands, pyarrow.string())), rows.fields)


def _of_logs(part: games.Part, rows: LogRows) -> Any:
    return _pandas(rows.of(part.logs), rows.fields)


def _frame(hands: Any, rows: Rows, comments: bool, part_bytes: int) -> Any:
    from dask import dataframe

    meta = _pandas(iter(()), rows.fields)
    if hasattr(hands, "map_partitions"):
        return hands[rows.column].map_partitions(_of_hands, rows, meta=meta)
    cut = parts.cut(hands, rows.column, part_bytes)
    return dataframe.from_map(_of_part, cut, rows=rows, comments=comments, meta=meta)


def compare(
    hands: Files | Any,
    rulesets: Iterable[AnyRules],
    *,
    column: str = "hand",
    comments: bool = False,
    reasons: bool = True,
    part_bytes: int = PART_BYTES,
) -> Any:
    """Return the rows of kazoe.compare(..., as_table=True), a dask.dataframe.DataFrame with columns of Arrow.
    hands: files as for kazoe.parts.compare, with its arguments for files; or a DataFrame of Dask with a
    column of hands.
    """
    return _frame(hands, parts.comparing(rulesets, reasons, column), comments, part_bytes)


def score(
    hands: Files | Any,
    rules: AnyRules,
    *,
    column: str = "hand",
    comments: bool = False,
    part_bytes: int = PART_BYTES,
) -> Any:
    """Return rows under one ruleset: the hand and the columns of kazoe.Scores."""
    return _frame(hands, parts.scoring(rules, column), comments, part_bytes)


def replay(
    logs: Files,
    rules: AnyRules | None = None,
    *,
    others: Iterable[AnyRules] = (),
    reasons: bool = True,
    part_logs: int = PART_LOGS,
) -> Any:
    """Return the rows of kazoe.replay(..., as_table=True) for many logs: files, folders, or a list of these.
    A log that cannot be read to its end has a row with its name and the error bad_log. part_logs: the number
    of logs in a partition.
    """
    from dask import dataframe

    rows = log_rows(rules, others, reasons)
    cut = games.cut(logs, part_logs)
    return dataframe.from_map(_of_logs, cut, rows=rows, meta=_pandas(iter(()), rows.fields))
