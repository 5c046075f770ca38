"""Data frames of Dask, whose workers are processes, of which some are killed."""

import os
import subprocess
import sys
import threading
import time

import pytest

import kazoe
from conftest import read

distributed = pytest.importorskip("distributed")
dataframe = pytest.importorskip("dask.dataframe")
import kazoe.dask  # noqa: E402

PART = 5000  # bytes: several hundred parts, so that there is time to kill somebody


@pytest.fixture(scope="module")
def rules():
    return [kazoe.Ruleset("ema-2016"), kazoe.Ruleset("ema-2025")]


@pytest.fixture(scope="module")
def hands(corpus):
    return corpus * 20


@pytest.fixture(scope="module")
def whole(rules, hands):
    return kazoe.compare(rules, hands, as_table=True)


@pytest.fixture
def corpus_file(hands, tmp_path):
    path = tmp_path / "hands.txt"
    path.write_text("\n".join(hands))
    return path


@pytest.fixture
def cluster(tmp_path):
    """A scheduler and three workers, each a process: the address, and the processes of the workers."""
    path = os.pathsep.join(entry for entry in sys.path if entry)
    environment = {**os.environ, "PYTHONPATH": path, "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__DISK": "false"}
    address, started = tmp_path / "scheduler.json", []

    def start(module, *arguments):
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--scheduler-file", str(address), *arguments]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        # Elsewhere, because Python looks first in the current folder: in that of the source there is a
        # package kazoe which may not be compiled.
        started.append(subprocess.Popen(command, env=environment, cwd=tmp_path, **quiet))

    start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--dashboard-address", "127.0.0.1:0")
    for _ in range(3):
        start("dask_worker", "--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory", str(tmp_path / "dask"))
    yield address, started[1:]
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def client(cluster):
    deadline = time.monotonic() + 120
    while not cluster[0].exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    with distributed.Client(scheduler_file=str(cluster[0])) as made:
        made.wait_for_workers(3, timeout=120)
        yield made


def table_of(frame):
    """A frame of pandas, whose columns are Arrow's."""
    import pyarrow

    return pyarrow.Table.from_pandas(frame, preserve_index=False).replace_schema_metadata()


def written(out):
    """The files of partitions in their order."""
    return sorted(out.glob("part.*.parquet"), key=lambda path: int(path.name.split(".")[1]))


def test_workers_are_killed(cluster, client, rules, corpus_file, tmp_path, whole):
    out = tmp_path / "out"
    rows = kazoe.dask.compare(corpus_file, rules, part_bytes=PART)
    run = threading.Thread(target=lambda: rows.to_parquet(out, write_index=False))
    run.start()
    begun = time.monotonic()
    while len(written(out)) < 3:
        assert time.monotonic() < begun + 120, "no partitions are made"
        time.sleep(0.002)
    for worker in cluster[1][:2]:
        worker.kill()
    assert rows.npartitions - len(written(out)) > 10, "the run was over before the workers were killed"
    run.join(600)
    assert len(client.scheduler_info()["workers"]) == 1
    assert len(written(out)) == rows.npartitions and read(written(out)).cast(whole.schema) == whole


def test_rows_are_grouped(client, rules, corpus_file, whole):
    """Nothing is done before compute, and what Dask makes of rows is what one process makes of them."""
    rows = kazoe.dask.compare(corpus_file, rules, part_bytes=40 * PART)
    assert isinstance(rows, dataframe.DataFrame) and list(rows.columns) == whole.column_names and rows.npartitions > 5
    assert table_of(rows.compute()) == whole
    sums = rows.groupby("ruleset")["points"].sum().compute()
    assert dict(sums) == dict(whole.to_pandas().groupby("ruleset")["points"].sum())
    why = rows[~rows["same"]].groupby("why").size().compute()
    assert sum(why) == kazoe.summary(rules, whole["hand"].to_pylist()[::2])["different"] and len(why) > 1
    without = kazoe.dask.compare(corpus_file, rules, reasons=False, part_bytes=200 * PART).head(4)
    assert table_of(without).drop_columns("why") == whole[:4].drop_columns("why") and without["why"].isna().all()


def test_frames(client, rules, corpus, whole):
    import pandas

    hands = [*corpus[:500], None, "123m"]
    frame = dataframe.from_pandas(pandas.DataFrame({"id": range(502), "tiles": hands}), npartitions=5)
    rows = kazoe.dask.compare(frame, rules, column="tiles")
    assert table_of(rows.compute()).rename_columns(whole.column_names) == kazoe.compare(rules, hands, as_table=True)
    scores = rules[0].score_many(hands)
    scored = table_of(kazoe.dask.score(frame, rules[0], column="tiles").compute())
    assert scored.column_names == ["tiles", *scores.column_names] and scored["tiles"].to_pylist() == hands
    assert all(scored[name].to_pylist() == scores[name].to_list() for name in scores.column_names)


def test_scores(client, corpus_file, hands):
    scored = kazoe.dask.score(corpus_file, "ema-2016", part_bytes=1000 * PART)
    points = kazoe.Ruleset("ema-2016").score_many(hands)["points"]
    assert scored["points"].compute().to_list() == points.to_list()


def test_errors_reach_the_caller(client, rules, corpus_file, tmp_path):
    with pytest.raises(FileNotFoundError):
        kazoe.dask.compare(tmp_path / "nowhere.txt", rules)
    with pytest.raises(kazoe.RulesError, match="no ruleset 'ema'"):
        kazoe.dask.compare(corpus_file, ["ema", "ema-2016"])
    with pytest.raises(ValueError, match="not 17"):
        kazoe.dask.compare(corpus_file, [rules[0]] * 17)
    (tmp_path / "broken.parquet").write_bytes(b"PAR1")
    with pytest.raises(Exception, match="[Pp]arquet"):
        kazoe.dask.compare(tmp_path / "broken.parquet", rules).compute()
