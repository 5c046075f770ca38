"""A corpus in parts on one machine. What Dask and Spark add is in test_dask.py and test_spark.py."""

import gzip
import json
import subprocess
import sys
import time

import pytest

import kazoe
import kazoe.parts
from conftest import read

pytest.importorskip("pyarrow")

REFUSED = "123m"


@pytest.fixture(scope="module")
def ema():
    return [kazoe.Ruleset("ema-2016"), kazoe.Ruleset("ema-2025")]


@pytest.fixture(scope="module")
def whole(ema, corpus):
    """The rows of all hands in one piece."""
    return kazoe.compare(ema, corpus, as_table=True)


@pytest.mark.parametrize("part_bytes", [1, 100, 4096, 1 << 30])
def test_lines_are_cut_anywhere(ema, corpus, tmp_path, part_bytes):
    hands = corpus[: 5 if part_bytes == 1 else 40]
    (tmp_path / "hands.txt").write_bytes(b"\xef\xbb\xbf" + "\r\n".join(hands).encode())
    made = kazoe.parts.compare(tmp_path / "hands.txt", ema, out=tmp_path / "out", part_bytes=part_bytes)
    assert read(made) == kazoe.compare(ema, hands, as_table=True)


def test_a_cut_at_a_line_end(ema, tmp_path):
    hands = ["123456m23p55789s +1p"] * 7
    (tmp_path / "hands.txt").write_text("".join(hand + "\n" for hand in hands))
    for part_bytes in range(20, 24):
        made = kazoe.parts.compare(tmp_path / "hands.txt", ema, out=tmp_path / str(part_bytes), part_bytes=part_bytes)
        assert read(made).num_rows == 14


def test_files_of_every_kind(ema, corpus, whole, tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    pa = pytest.importorskip("pyarrow")
    folder = tmp_path / "corpus"
    (folder / "more").mkdir(parents=True)
    third = len(corpus) // 3
    (folder / "a.txt").write_text("\n".join(corpus[:third]) + "\n")
    records = [json.dumps({"hand": "123456m23p55789s", "win": "1p", "seat": seat}) for seat in "ESWN"]
    lines = [*records, *corpus[third : 2 * third]]
    (folder / "more" / "b.ndjson.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    table = pa.table({"id": range(len(corpus) - 2 * third), "hand": corpus[2 * third :]})
    pq.write_table(table, folder / "c.parquet", row_group_size=97)
    (folder / "_SUCCESS.txt").write_text(REFUSED)
    (folder / "notes.md").write_text(REFUSED)
    # The folder of the parts may be below that of the corpus.
    for _ in range(2):
        made = kazoe.parts.compare(folder, ema, out=folder / "out", part_bytes=5000)
        # In the order of the files: a.txt, c.parquet, more/b.ndjson.gz.
        rows, order = read(made), [*corpus[:third], *corpus[2 * third :], *lines]
        assert rows["hand"].to_pylist()[::2] == order and rows == kazoe.compare(ema, order, as_table=True)
    assert len(made) > 10 and sorted((folder / "out").glob("part-*")) == made
    # A reader of Parquet takes them for one table.
    assert pq.read_table(made[0].parent, schema=rows.schema).num_rows == whole.num_rows + 2 * len(records)
    with pytest.raises(ValueError, match="no column 'tiles', but 'id', 'hand'"):
        kazoe.parts.compare(folder / "c.parquet", ema, out=tmp_path / "out", column="tiles")


def test_scores(corpus, tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    pa = pytest.importorskip("pyarrow")
    rules = kazoe.Ruleset("ema-2016")
    hands = [*corpus[:300], REFUSED, "\udcff"]
    lines = [hand.encode("utf-8", "surrogateescape") for hand in hands]
    (tmp_path / "hands.txt").write_bytes(b"\n".join(lines))
    paths = kazoe.parts.score(tmp_path / "hands.txt", rules, out=tmp_path / "out", part_bytes=1000)
    assert len(paths) > 5 and paths == sorted(paths)
    table = pa.concat_tables(pq.read_table(path) for path in paths)
    scores = rules.score_many(lines)
    assert table.column_names == ["hand", *scores.column_names] and table["hand"].to_pylist()[:-1] == hands[:-1]
    for name in scores.column_names:
        assert table[name].to_pylist() == list(scores[name]), name
    again = kazoe.parts.score(tmp_path / "hands.txt", rules, out=tmp_path / "again", part_bytes=1000, threads=1)
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in paths]


def test_comments(ema, corpus, tmp_path):
    (tmp_path / "hands.txt").write_text("# a comment\n\n" + corpus[0] + "\n  \t\n  # another\n" + corpus[1])
    made = read(kazoe.parts.compare(tmp_path / "hands.txt", ema, out=tmp_path / "out", comments=True))
    assert (made.num_rows, made["error"].null_count) == (4, 4)
    made = read(kazoe.parts.compare(tmp_path / "hands.txt", ema, out=tmp_path / "out2"))
    assert (made.num_rows, made["error"].null_count) == (12, 4)


def test_no_hands(ema, tmp_path):
    (tmp_path / "hands.txt").write_text("")
    assert read(kazoe.parts.compare([tmp_path / "*.txt"], ema, out=tmp_path / "out")).num_rows == 0
    for files in (tmp_path / "nowhere.txt", tmp_path / "*.parquet", []):
        with pytest.raises(FileNotFoundError):
            kazoe.parts.compare(files, ema, out=tmp_path / "out2")
    for out in (tmp_path, f"{tmp_path}/."):
        with pytest.raises(ValueError, match="the folder of the hands: choose another"):
            kazoe.parts.score(tmp_path, ema[0], out=out)


def refusal(work, *said):
    error = pytest.raises(kazoe.KazoeError, work).value
    assert error.code == "bad_usage"
    for word in said:
        assert word in str(error), str(error)


def test_other_runs_are_refused(ema, corpus, tmp_path):
    hands = tmp_path / "hands.txt"
    hands.write_text("\n".join(corpus[:50]))
    out = tmp_path / "out"

    def again(rulesets=ema, **how):
        return lambda: kazoe.parts.compare(hands, rulesets, out=out, **{"part_bytes": 1000, **how})

    again()()
    refusal(again(ema[::-1]), "ema-2016", ema[0].digest, "ema-2025", ema[1].digest)
    refusal(again([*ema, kazoe.Ruleset("tenhou")]), "nothing", "tenhou")
    refusal(again(part_bytes=999), "part_bytes 1000", "999")
    refusal(again(reasons=False), "true", "false")
    refusal(lambda: kazoe.parts.score(hands, ema[0], out=out), "comparisons", "scores")
    plan = out / "_plan.json"
    text = plan.read_text()
    plan.write_text(text.replace('"plan": 2', '"plan": 7'))
    refusal(again(), "format 7", "writes 2")
    plan.unlink()
    refusal(again(), "not its plan")
    plan.write_text(text)
    hands.write_text("\n".join(corpus[:49]))
    refusal(again(), str(hands), "bytes")


def test_a_part_that_is_gone_is_written_again(ema, corpus, tmp_path):
    hands = tmp_path / "hands.txt"
    hands.write_text("\n".join(corpus[:50]))
    out = tmp_path / "out"

    def again():
        return kazoe.parts.compare(hands, ema, out=out, part_bytes=1000)

    part = again()[1]
    bytes = part.read_bytes()
    part.unlink()
    before = {path.name: path.stat().st_mtime_ns for path in out.glob("part-*")}
    time.sleep(0.01)
    assert read(again()) == kazoe.compare(ema, corpus[:50], as_table=True)
    assert part.read_bytes() == bytes
    assert before == {path.name: path.stat().st_mtime_ns for path in out.glob("part-*") if path != part}


def test_missing_hands_are_passed_over(ema, corpus):
    assert kazoe.summary(ema, [corpus[0], None, corpus[1]]) == kazoe.summary(ema, corpus[:2])
    with pytest.raises(TypeError):
        kazoe.summary(ema, corpus[0])


def test_a_killed_run_goes_on(ema, corpus, tmp_path):
    """The process is killed while it writes; parts that were finished are not written again."""
    hands, out = tmp_path / "hands.txt", tmp_path / "out"
    hands.write_text("\n".join(corpus * 10))
    arguments = f"{str(hands)!r}, rules, out={str(out)!r}, part_bytes=10000, threads=2"
    code = f"import sys; sys.path[:0] = {sys.path!r}; import kazoe, kazoe.parts\n" \
           f"rules = [kazoe.Ruleset('ema-2016'), kazoe.Ruleset('ema-2025')]\nkazoe.parts.compare({arguments})"
    process = subprocess.Popen([sys.executable, "-c", code])
    while process.poll() is None and len(list(out.glob("part-*"))) < 3:
        time.sleep(0.001)
    process.kill()
    assert process.wait() == -9
    done = {path.name: path.stat().st_ino for path in out.glob("part-*")}
    assert 0 < len(done) < hands.stat().st_size // 10000
    made = kazoe.parts.compare(hands, ema, out=out, part_bytes=10000)
    assert read(made) == kazoe.compare(ema, corpus * 10, as_table=True)
    assert done.items() <= {path.name: path.stat().st_ino for path in out.glob("part-*")}.items()
    assert not list(out.glob(".*"))


def test_memory_is_bounded(corpus, tmp_path):
    """Of a part, only some thousand hands are in memory at a time."""
    hands = ("\n".join(corpus) + "\n").encode()
    code = f"import sys; sys.path[:0] = {sys.path!r}; import kazoe, kazoe.parts, resource\n" \
           "rules = [kazoe.Ruleset('ema-2016'), kazoe.Ruleset('ema-2025')]\n" \
           "made = kazoe.parts.compare(sys.argv[1], rules, out=sys.argv[2], threads=1)\n" \
           "import pyarrow.parquet; print(pyarrow.parquet.read_metadata(made[0]).num_rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)"
    used = {}
    for times in 1, 400:
        path = tmp_path / f"{times}.txt.gz"
        with gzip.open(path, "wb", 1) as file:
            for _ in range(times):
                file.write(hands)
        done = subprocess.run([sys.executable, "-c", code, path, tmp_path / f"out-{times}"], capture_output=True,
                              text=True, check=True)
        count, used[times] = map(int, done.stdout.split())
        assert count == 2 * times * len(corpus)
    assert used[400] - used[1] < 100 * len(hands)
