"""Hands in Spark: in local-cluster mode, where executors are processes with Python workers of their own,
of which some are killed."""

import os
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

import kazoe

pyspark = pytest.importorskip("pyspark")
if not shutil.which("java"):
    pytest.skip("there is no Java", allow_module_level=True)
import kazoe.spark  # noqa: E402


PART = 30000  # bytes: some eighty parts


@pytest.fixture(scope="module")
def rules():
    return [kazoe.Ruleset("ema-2016"), kazoe.Ruleset("ema-2025")]


@pytest.fixture(scope="module")
def hands(corpus):
    return corpus * 20


@pytest.fixture(scope="module")
def whole(rules, hands):
    return kazoe.compare(rules, hands, as_table=True)


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    from pyspark.sql import SparkSession

    folder = tmp_path_factory.mktemp("spark")
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ["SPARK_HOME"] = str(Path(pyspark.__file__).parent)
    os.environ["SPARK_SCALA_VERSION"] = "2.13"
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    os.environ["SPARK_WORKER_DIR"] = str(folder / "work")
    path = os.pathsep.join(entry for entry in sys.path if entry)
    made = (
        SparkSession.builder.master("local-cluster[3,1,1024]")
        .config("spark.ui.enabled", False)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.executor.memory", "512m")
        .config("spark.local.dir", str(folder))
        .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
        .config("spark.executorEnv.PYTHONPATH", path)
        .getOrCreate()
    )
    yield made
    made.stop()


def processes(spark):
    """The processes of Python workers that executors have started, without their daemons; and the executors."""
    found, executors = [], []
    driver = f"@127.0.0.1:{spark.sparkContext.getConf().get('spark.driver.port')}".encode()
    for entry in Path("/proc").iterdir():
        try:
            command = (entry / "cmdline").read_bytes()
            parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            above = (Path("/proc") / str(parent) / "cmdline").read_bytes()
        except (OSError, ValueError, IndexError):
            continue
        if b"pyspark.daemon" in command and b"pyspark.daemon" in above and sys.executable.encode() in command:
            found.append(int(entry.name))
        if b"CoarseGrainedExecutorBackend" in command and driver in command:
            executors.append(int(entry.name))
    return found, executors


def tasks_done(spark):
    tracker = spark.sparkContext.statusTracker()
    stages = filter(None, map(tracker.getStageInfo, tracker.getActiveStageIds()))
    return sum(stage.numCompletedTasks for stage in stages)


def table_of(frame):
    return frame.toArrow().replace_schema_metadata()


def test_workers_are_killed(spark, rules, hands, tmp_path, whole):
    path, made = tmp_path / "hands.txt", []
    path.write_text("\n".join(hands))
    rows = kazoe.spark.compare(path, rules, part_bytes=PART)
    # Without another thread there is nobody to kill them.
    run = threading.Thread(target=lambda: made.append(table_of(rows)))
    run.start()
    begun = time.monotonic()
    while not 3 <= tasks_done(spark):
        assert time.monotonic() < begun + 120, "no parts are made"
        time.sleep(0.002)
    workers, executors = processes(spark)
    for pid in [*workers[:2], *executors[:1]]:
        os.kill(pid, signal.SIGKILL)
    assert workers and executors
    left = -(-path.stat().st_size // PART) - tasks_done(spark)
    assert left > 10, "the run was over before workers were killed"
    run.join(600)
    assert made[0].cast(whole.schema) == whole


def test_rows_are_grouped(spark, rules, hands, tmp_path, whole):
    (tmp_path / "hands.txt").write_text("\n".join(hands))
    rows = kazoe.spark.compare(tmp_path / "hands.txt", rules, part_bytes=10 * PART)
    assert isinstance(rows, type(spark.range(1))) and rows.columns == whole.column_names
    sums = {row["ruleset"]: row["points"] for row in rows.groupBy("ruleset").agg({"points": "sum"})
            .withColumnRenamed("sum(points)", "points").collect()}
    assert sums == dict(whole.to_pandas().groupby("ruleset")["points"].sum())
    why = {row["why"]: row["count"] for row in rows.where("not same").groupBy("why").count().collect()}
    assert sum(why.values()) == kazoe.summary(rules, hands)["different"] and len(why) > 1
    rows.write.parquet(str(tmp_path / "rows"))
    assert spark.read.parquet(str(tmp_path / "rows")).count() == whole.num_rows


def test_scores(spark, rules, hands, tmp_path):
    (tmp_path / "hands.txt").write_text("\n".join(hands))
    scored = kazoe.spark.score(tmp_path / "hands.txt", "ema-2016", part_bytes=30 * PART)
    points = [row["points"] for row in scored.select("points").collect()]
    assert points == list(rules[0].score_many(hands)["points"])


def test_frames(spark, rules, corpus):
    hands = [*corpus[:500], None, "123m"]
    frame = spark.createDataFrame([(number, hand) for number, hand in enumerate(hands)], "id int, hand string")
    frame = frame.repartition(5)
    compared = {tuple(map(str, row.values())) for row in table_of(kazoe.spark.compare(frame, rules)).to_pylist()}
    assert compared == {tuple(map(str, row.values())) for row in kazoe.compare(rules, hands, as_table=True).to_pylist()}
    scored = kazoe.spark.score(frame, rules[0])
    scores = rules[0].score_many(hands)
    want = {hand: [scores[name][row] for name in scores.column_names] for row, hand in enumerate(hands)}
    rows = scored.collect()
    assert scored.columns == ["hand", *scores.column_names] and len(rows) == len(hands)
    assert {row["hand"]: list(row)[1:] for row in rows} == want
    assert kazoe.spark.compare(frame.limit(0), rules).count() == 0


def test_killed_while_a_frame_is_compared(spark, rules, corpus, tmp_path):
    """A task whose worker dies is done again, and no row is there twice."""
    frame = spark.createDataFrame([(hand,) for hand in corpus], "hand string").repartition(8)
    rules_that_kill = [rules[0], Killing(rules[1], str(tmp_path / "killed"))]
    made = table_of(kazoe.spark.compare(frame, rules_that_kill))
    whole = kazoe.compare(rules, corpus, as_table=True)
    order = [("hand", "ascending"), ("ruleset", "ascending")]
    assert (tmp_path / "killed").exists()
    assert made.cast(whole.schema).sort_by(order) == whole.sort_by(order)


def test_logs(spark, tmp_path):
    from test_logs import folder_of_logs, rows_of

    folder = folder_of_logs(tmp_path)
    rows = kazoe.spark.replay(folder, others=["ema-2016"], part_logs=3)
    assert table_of(rows).to_pylist() == rows_of(folder)


class Killing(kazoe.Ruleset):
    """A ruleset that, unpickled for the first time, kills its process."""

    def __init__(self, rules, mark):
        self.rules, self.mark = rules, mark

    @property
    def _rules(self):
        return self.rules._rules

    def __reduce__(self):
        return revive, (self.rules, self.mark, os.getpid())


def revive(rules, mark, driver):
    if os.getpid() != driver:
        try:
            os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return rules
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGKILL)
    return rules
