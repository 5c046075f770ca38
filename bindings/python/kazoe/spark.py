"""Hands and logs as DataFrames of Spark, made by mapInArrow.

    import kazoe.spark
    rules = ["ema-2016", "ema-2025"]
    rows = kazoe.spark.compare("/shared/corpus/", rules)                     # files that all executors see
    rows = kazoe.spark.compare(spark.read.parquet("s3a://hands"), rules)     # whatever Spark reads
    rows.where("not same").groupBy("why").count().show()

Work begins when Spark is asked for rows. Files are processed in parts (see kazoe.parts), a task for each. The
executors' Python needs the packages kazoe and PyArrow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from . import games, parts
from ._logs import log_rows
from ._rows import Fields, Rows, spark_schema
from ._ruleset import AnyRules
from .games import PART_LOGS
from .parts import PART_BYTES, Files


def _session(spark: Any) -> Any:
    from pyspark.sql import SparkSession

    session = spark or SparkSession.getActiveSession()
    if session is None:
        raise ValueError("no SparkSession is active: give one as spark")
    return session


def _of_parts(spark: Any, cut: Sequence[Any], make: Callable[[Any], Iterator[Any]], fields: Fields) -> Any:
    """Return a DataFrame with a task for each part."""

    def work(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from make(cut[number])

    return _session(spark).range(0, len(cut), 1, len(cut)).mapInArrow(work, spark_schema(fields))


def _frame(hands: Any, rows: Rows, comments: bool, part_bytes: int, spark: Any) -> Any:
    if not hasattr(hands, "mapInArrow"):
        cut = parts.cut(hands, rows.column, part_bytes)
        return _of_parts(spark, cut, lambda part: parts.batches(part, rows, comments), rows.fields)

    def work(batches: Iterable[Any]) -> Iterator[Any]:
        make = rows.maker()
        for batch in batches:
            yield from make(batch.column(0))

    return hands.select(rows.column).mapInArrow(work, spark_schema(rows.fields))


def compare(
    hands: Files | Any,
    rulesets: Iterable[AnyRules],
    column: str = "hand",
    *,
    comments: bool = False,
    reasons: bool = True,
    part_bytes: int = PART_BYTES,
    spark: Any = None,
) -> Any:
    """Return the rows of kazoe.compare(..., as_table=True). hands: files as for kazoe.parts.compare, with its
    arguments for files, and spark: the SparkSession, or the active one; or a DataFrame with a column of
    hands.
    """
    return _frame(hands, parts.comparing(rulesets, reasons, column), comments, part_bytes, spark)


def score(
    hands: Files | Any,
    rules: AnyRules,
    column: str = "hand",
    *,
    comments: bool = False,
    part_bytes: int = PART_BYTES,
    spark: Any = None,
) -> Any:
    """Return rows under one ruleset: the hand and the columns of kazoe.Scores."""
    return _frame(hands, parts.scoring(rules, column), comments, part_bytes, spark)


def replay(
    logs: Files,
    rules: AnyRules | None = None,
    *,
    others: Iterable[AnyRules] = (),
    reasons: bool = True,
    part_logs: int = PART_LOGS,
    spark: Any = None,
) -> Any:
    """Return the rows of kazoe.replay(..., as_table=True) for many logs: files, folders, or a list of these.
    A log that cannot be read to its end has a row with its name and the error bad_log. part_logs: the number
    of logs in a task.
    """
    rows = log_rows(rules, others, reasons)
    return _of_parts(spark, games.cut(logs, part_logs), lambda part: rows.of(part.logs), rows.fields)
