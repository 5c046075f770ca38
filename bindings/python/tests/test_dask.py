"""A corpus in parts on workers of Dask, of which some are killed."""

import os
import subprocess
import sys
import threading
import time

import pytest

import kazoe
from conftest import parts, wait_for_parts, written

distributed = pytest.importorskip("distributed")
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
    return written(kazoe.summary(rules, hands, reasons=True))


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


def test_workers_are_killed(cluster, client, rules, corpus_file, tmp_path, whole):
    out, made = tmp_path / "out", []
    run = threading.Thread(target=lambda: made.append(
        kazoe.dask.compare(corpus_file, rules, out=out, client=client, part_bytes=PART)))
    run.start()
    wait_for_parts(out, 3)
    for worker in cluster[1][:2]:
        worker.kill()
    left = -(-corpus_file.stat().st_size // PART) - len(parts(out))
    assert left > 10, "the run was over before the workers were killed"
    run.join(600)
    assert (out / "summary.json").read_bytes() == whole == written(made[0])
    assert len(client.scheduler_info()["workers"]) == 1


def test_the_driver_is_killed(cluster, client, rules, corpus_file, tmp_path, whole):
    out = tmp_path / "out"
    code = f"""if True:
        import sys
        sys.path[:0] = {sys.path!r}
        import distributed, kazoe, kazoe.dask
        rules = [kazoe.Ruleset('ema-2016'), kazoe.Ruleset('ema-2025')]
        client = distributed.Client(scheduler_file={str(cluster[0])!r})
        kazoe.dask.compare({str(corpus_file)!r}, rules, out={str(out)!r}, part_bytes={PART})
    """
    driver = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path)
    wait_for_parts(out, 5)
    driver.kill()
    assert driver.wait() == -9
    # What workers have begun may still be finished.
    time.sleep(1)
    done = parts(out)
    assert len(done) < corpus_file.stat().st_size // PART and not (out / "summary.json").exists()
    kazoe.dask.compare(corpus_file, rules, out=out, client=client, part_bytes=PART)
    assert (out / "summary.json").read_bytes() == whole
    assert done.items() <= parts(out).items()


def test_scores(client, rules, corpus_file, hands, tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    paths = kazoe.dask.score(corpus_file, rules[0], out=tmp_path / "scores", part_bytes=1000 * PART)
    points = [value for path in paths for value in pq.read_table(path)["points"].to_pylist()]
    assert points == list(rules[0].score_many(hands)["points"])


def test_errors_reach_the_caller(client, rules, corpus_file, tmp_path):
    out = tmp_path / "out"
    kazoe.dask.compare(corpus_file, rules, out=out, client=client, part_bytes=1000 * PART, reasons=False)
    with pytest.raises(kazoe.KazoeError, match="ema-2016.*ema-2025"):
        kazoe.dask.compare(corpus_file, rules[::-1], out=out, client=client, part_bytes=1000 * PART, reasons=False)
