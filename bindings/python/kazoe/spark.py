"""Hands in Spark: files in parts, as kazoe.parts does it, and columns of DataFrames, both by mapInArrow.

    import kazoe, kazoe.spark
    rules = [kazoe.Ruleset("ema-2016"), kazoe.Ruleset("ema-2025")]
    kazoe.spark.compare("/shared/corpus/", rules, out="/shared/change/")          # files that all executors see
    kazoe.spark.summary(spark.read.parquet("s3a://bucket/hands"), rules)          # whatever Spark reads
    kazoe.spark.score(spark.read.text("hdfs:/hands"), rules[0], column="value")   # a DataFrame of results

The executors' Python needs the packages kazoe and pyarrow.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from . import parts
from ._analysis import Summing, merged
from ._ruleset import AnyRules, Ruleset, rulesets_of
from .parts import PART_BYTES, Files, Run

#: The columns that score adds, as Spark writes their types.
SCORES = (
    "win boolean, error string, points bigint, total int, qualifying int, fu int, `limit` string, "
    "E bigint, S bigint, W bigint, N bigint, discarder bigint, others bigint, "
    "yaku array<string>, yaku_counts array<int>"
)


def _session(spark: Any) -> Any:
    from pyspark.sql import SparkSession

    session = spark or SparkSession.getActiveSession()
    if session is None:
        raise ValueError("no SparkSession is active: give one as spark")
    return session


def _work(run: Run, spark: Any) -> Any:
    session, job, left = _session(spark), run.job, run.left()

    def work(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                job.run(left[number])
            yield batch

    if left:
        session.range(0, len(left), 1, len(left)).mapInArrow(work, "id bigint").collect()
    return run.finish()


def compare(
    files: Files,
    rulesets: Iterable[AnyRules],
    *,
    out: str | os.PathLike[str],
    spark: Any = None,
    column: str = "hand",
    comments: bool = False,
    reasons: bool = True,
    part_bytes: int = PART_BYTES,
) -> dict[str, Any]:
    """As kazoe.parts.compare, a task for each part; spark: the SparkSession, or the active one."""
    run = parts.start(
        files, rulesets, out, compares=True, column=column, comments=comments, reasons=reasons, part_bytes=part_bytes
    )
    made: dict[str, Any] = _work(run, spark)
    return made


def score_files(
    files: Files,
    rules: Ruleset,
    *,
    out: str | os.PathLike[str],
    spark: Any = None,
    column: str = "hand",
    comments: bool = False,
    part_bytes: int = PART_BYTES,
) -> list[Path]:
    """As kazoe.parts.score, a task for each part; spark: the SparkSession, or the active one."""
    run = parts.start(files, [rules], out, compares=False, column=column, comments=comments, part_bytes=part_bytes)
    made: list[Path] = _work(run, spark)
    return made


def score(frame: Any, rules: Ruleset, column: str = "hand") -> Any:
    """A DataFrame of the hands of a column and their scores: the column, and those of kazoe.Scores."""

    def work(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            yield parts.with_scores(rules, batch.column(0), column)

    return frame.select(column).mapInArrow(work, f"`{column}` string, {SCORES}")


def summary(frame: Any, rulesets: Iterable[AnyRules], column: str = "hand", *, reasons: bool = True) -> dict[str, Any]:
    """What rulesets do to the hands of a column, as kazoe.summary says it: each partition is summed up
    where it is, and the sums are merged."""
    import pyarrow

    rules = rulesets_of(rulesets)

    def work(batches: Iterable[Any]) -> Iterator[Any]:
        summing = Summing(rules, reasons)
        for batch in batches:
            summing.add(batch)
        yield pyarrow.record_batch({"summary": [summing.json()]})

    sums = [row[0].encode() for row in frame.select(column).mapInArrow(work, "summary string").collect()]
    sums.append(_nothing(rules, reasons))
    made: dict[str, Any] = json.loads(merged((None, text) for text in sums))
    return made


def _nothing(rules: Sequence[Ruleset], reasons: bool) -> bytes:
    """The summary of no hands: a frame may have no partition."""
    return Summing(rules, reasons).json().encode()
