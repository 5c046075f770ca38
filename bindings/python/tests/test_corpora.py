"""The recipes of doc/corpora.md, each with the engine that it is for, if that is installed."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import kazoe
from conftest import PROJECT, read

PAGE = PROJECT / "doc" / "corpora.md"
KAZOE = PROJECT / "kazoe"

pytestmark = pytest.mark.skipif(not PAGE.exists() or not KAZOE.exists(), reason="the command is not built here")


def recipe(title, language):
    section = PAGE.read_text("utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    (block,) = re.findall(rf"^```{language}\n(.*?)^```", section, flags=re.S | re.M)
    assert len(block.splitlines()) <= 7
    return block


@pytest.fixture
def folder(corpus, tmp_path, monkeypatch):
    """What the recipes begin with."""
    monkeypatch.chdir(tmp_path)
    half = len(corpus) // 2
    Path("corpus").mkdir()
    Path("corpus/a.txt").write_text("\n".join(corpus[:half]) + "\n")
    Path("corpus/b.txt").write_text("\n".join(corpus[half:]) + "\n")
    pq, pa = pytest.importorskip("pyarrow.parquet"), pytest.importorskip("pyarrow")
    pq.write_table(pa.table({"id": range(len(corpus)), "hand": corpus}), "hands.parquet")
    return tmp_path


@pytest.fixture(scope="module")
def whole(corpus):
    return kazoe.compare(["ema-2016", "ema-2025"], corpus, as_table=True)


def why_of(rows):
    """How many hands each rule changes."""
    return Counter(why for why, same in zip(rows["why"].to_pylist(), rows["same"].to_pylist()) if not same)


def mean(corpus):
    points = list(kazoe.Ruleset("tenhou").score_many(corpus)["points"])
    return sum(points) / len(points)


def run_shell(script, folder):
    (folder / "bin").mkdir(exist_ok=True)
    if not (folder / "bin" / "kazoe").exists():
        (folder / "bin" / "kazoe").symlink_to(KAZOE)
    environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "HOME": str(folder),
                   "KAZOE_PATH": str(PROJECT / "rules"), "EMA": "-r ema-2016 -r ema-2025"}
    done = subprocess.run(["sh", "-ec", script], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def run_python(script):
    names = {}
    exec(compile(script, str(PAGE), "exec"), names)
    return names


def test_parallel(folder, whole):
    if not shutil.which("parallel"):
        pytest.skip("GNU parallel is not installed")
    run_shell(recipe("GNU parallel", "sh"), folder)
    lines = [line.split("\t") for name in ("a", "b") for line in Path(f"corpus/{name}.tsv").read_text().splitlines()[1:]]
    assert [int(points) for _, points, _, _ in lines] == whole["points"].to_pylist()
    assert [why for _, _, _, why in lines] == whole["why"].to_pylist()
    before = Path("corpus/a.tsv").stat().st_mtime_ns
    run_shell(recipe("GNU parallel", "sh"), folder)
    assert Path("corpus/a.tsv").stat().st_mtime_ns == before


def test_duckdb(folder, corpus, whole):
    pytest.importorskip("duckdb")
    names = run_python(recipe("DuckDB", "python"))
    names["db"].close()
    assert names["mean"] == pytest.approx(mean(corpus))
    assert dict(names["why"]) == why_of(whole)
    listed = [id for yaku in whole["yaku"].to_pylist() for id in yaku]
    assert names["yaku"] == [(id, listed.count(id)) for id, _ in names["yaku"]] and len(names["yaku"]) == 3


def test_clickhouse(folder, corpus):
    """With `clickhouse local`, or with chDB, which is ClickHouse as a Python package."""
    if not shutil.which("clickhouse"):
        pytest.importorskip("chdb")
        (folder / "bin").mkdir()
        program = folder / "bin" / "clickhouse"
        program.write_text(f'#!/bin/sh\ntest "$1 $2" = "local -q" && exec {sys.executable} -m chdb "$3"\n')
        program.chmod(0o755)
    run_shell(recipe("ClickHouse", "sh"), folder)
    assert float(Path("mean.txt").read_text()) == pytest.approx(mean(corpus), abs=0.01)


def test_parts(folder, whole):
    pytest.importorskip("polars")
    names = run_python(recipe("One machine, in parts", "python"))
    assert dict(names["why"].rows()) == why_of(whole) and read(names["files"]) == whole


def test_dask(folder, whole):
    pytest.importorskip("distributed")
    assert dict(run_python(recipe("Dask", "python"))["why"]) == why_of(whole)
    assert len(list(Path("change").glob("*.parquet"))) == 2


def test_logs(folder):
    pytest.importorskip("dask.dataframe")
    from test_logs import folder_of_logs, rows_of

    rows = rows_of(folder_of_logs(folder), ["m-league"])
    want = Counter()
    for row in rows:
        if row["player"]:
            want[row["player"], row["ruleset"]] += row["points"]
    assert dict(run_python(recipe("Logs", "python"))["players"]) == want


def test_spark(folder, corpus, whole, monkeypatch):
    pytest.importorskip("pyspark")
    if not shutil.which("java"):
        pytest.skip("there is no Java")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    # A session of its own, in a process of its own: another test has one of another kind.
    check = "\nimport json; print(json.dumps([*[[list(row) for row in rows] for rows in (files, frame)], points]))"
    done = subprocess.run([sys.executable, "-c", recipe("Spark", "python") + check], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)})
    assert done.returncode == 0, done.stderr
    files, frame, points = json.loads(done.stdout.splitlines()[-1])
    assert dict(files) == dict(frame) == why_of(whole)
    assert points == sum(kazoe.Ruleset("ema-2016").score_many(corpus)["points"])
