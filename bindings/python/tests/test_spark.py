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
from conftest import parts, wait_for_parts, written

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
    return written(kazoe.summary(rules, hands, reasons=True))


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


def workers():
    """The processes of Python workers that executors have started, without their daemons."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            command = (entry / "cmdline").read_bytes()
            parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            above = (Path("/proc") / str(parent) / "cmdline").read_bytes()
        except (OSError, ValueError, IndexError):
            continue
        if b"pyspark.daemon" in command and b"pyspark.daemon" in above and sys.executable.encode() in command:
            found.append(int(entry.name))
    return found


def test_workers_are_killed(spark, rules, hands, tmp_path, whole):
    path, out, made = tmp_path / "hands.txt", tmp_path / "out", []
    path.write_text("\n".join(hands))
    # Without another thread there is nobody to kill them.
    run = threading.Thread(target=lambda: made.append(
        kazoe.spark.compare(path, rules, out=out, spark=spark, part_bytes=PART)))
    run.start()
    wait_for_parts(out, 3)
    killed = workers()[:2]
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    left = -(-path.stat().st_size // PART) - len(parts(out))
    assert killed and left > 10, "the run was over before workers were killed"
    run.join(600)
    assert (out / "summary.json").read_bytes() == whole == written(made[0])
    done = parts(out)
    (out / "part-000003.json").unlink()
    kazoe.spark.compare(path, rules, out=out, part_bytes=PART)
    assert (out / "summary.json").read_bytes() == whole
    assert {name for name, inode in parts(out).items() if done[name] != inode} <= {"part-000003.json"}


def test_score_files(spark, rules, hands, tmp_path):
    import pyarrow.parquet as pq

    (tmp_path / "hands.txt").write_text("\n".join(hands))
    paths = kazoe.spark.score_files(tmp_path / "hands.txt", rules[0], out=tmp_path / "out", part_bytes=30 * PART)
    points = [value for path in paths for value in pq.read_table(path)["points"].to_pylist()]
    assert points == list(rules[0].score_many(hands)["points"])


def test_frames(spark, rules, corpus):
    hands = [*corpus[:500], None, "123m"]
    frame = spark.createDataFrame([(number, hand) for number, hand in enumerate(hands)], "id int, hand string")
    frame = frame.repartition(5)
    assert kazoe.spark.summary(frame, rules) == kazoe.summary(rules, hands, reasons=True)
    scored = kazoe.spark.score(frame, rules[0])
    scores = rules[0].score_many(hands)
    want = {hand: [scores[name][row] for name in scores.column_names] for row, hand in enumerate(hands)}
    rows = scored.collect()
    assert scored.columns == ["hand", *scores.column_names] and len(rows) == len(hands)
    assert {row["hand"]: list(row)[1:] for row in rows} == want
    assert kazoe.spark.summary(frame.limit(0), rules)["hands"] == 0


def test_killed_while_a_frame_is_summed(spark, rules, corpus, tmp_path):
    """A task whose worker dies is done again, and nothing is counted twice."""
    frame = spark.createDataFrame([(hand,) for hand in corpus], "hand string").repartition(8)
    rules_that_kill = [rules[0], Killing(rules[1], str(tmp_path / "killed"))]
    assert kazoe.spark.summary(frame, rules_that_kill) == kazoe.summary(rules, corpus, reasons=True)
    assert (tmp_path / "killed").exists()


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
