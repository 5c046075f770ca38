"""A corpus in parts on one machine. What Dask and Spark add is in test_dask.py and test_spark.py."""

import gzip
import json
import subprocess
import sys
import time

import pytest

import kazoe
import kazoe.parts
from conftest import PROJECT, written

REFUSED = "123m"


@pytest.fixture(scope="module")
def ema():
    return [kazoe.Ruleset("ema-2016"), kazoe.Ruleset("ema-2025")]


@pytest.fixture(scope="module")
def whole(ema, corpus):
    """The summary of all hands in one run, as it is written to a file."""
    return written(kazoe.summary(ema, corpus, reasons=True))


def test_the_command_writes_the_same(ema, corpus, whole):
    command = PROJECT / "kazoe"
    if not command.exists():
        pytest.skip("the command kazoe is not built")
    arguments = [command, "compare", "-r", "ema-2016", "-r", "ema-2025", "--summary", "--json"]
    done = subprocess.run(arguments, input="\n".join(corpus).encode(), capture_output=True,
                          env={"KAZOE_PATH": str(PROJECT / "rules")})
    assert done.stdout == whole


@pytest.mark.parametrize("part_bytes", [1, 100, 4096, 1 << 30])
def test_lines_are_cut_anywhere(ema, corpus, tmp_path, part_bytes):
    hands = corpus[: 5 if part_bytes == 1 else 40]
    (tmp_path / "hands.txt").write_bytes(b"\xef\xbb\xbf" + "\r\n".join(hands).encode())
    made = kazoe.parts.compare(tmp_path / "hands.txt", ema, out=tmp_path / "out", part_bytes=part_bytes)
    assert made == kazoe.summary(ema, hands, reasons=True)


def test_a_cut_at_a_line_end(ema, tmp_path):
    hands = ["123456m23p55789s +1p"] * 7
    (tmp_path / "hands.txt").write_text("".join(hand + "\n" for hand in hands))
    for part_bytes in range(20, 24):
        made = kazoe.parts.compare(tmp_path / "hands.txt", ema, out=tmp_path / str(part_bytes), part_bytes=part_bytes)
        assert made["hands"] == 7


def test_files_of_every_kind(ema, corpus, whole, tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    pa = pytest.importorskip("pyarrow")
    folder = tmp_path / "corpus"
    (folder / "more").mkdir(parents=True)
    third = len(corpus) // 3
    (folder / "a.txt").write_text("\n".join(corpus[:third]) + "\n")
    records = "".join(json.dumps({"hand": hand}) + "\n" for hand in [])
    (folder / "more" / "b.ndjson.gz").write_bytes(gzip.compress((records + "\n".join(corpus[third : 2 * third])).encode()))
    table = pa.table({"id": range(len(corpus) - 2 * third), "hand": corpus[2 * third :]})
    pq.write_table(table, folder / "c.parquet", row_group_size=97)
    (folder / "_SUCCESS.txt").write_text(REFUSED)
    (folder / "notes.md").write_text(REFUSED)
    # The folder of the parts may be below that of the corpus.
    for _ in range(2):
        made = kazoe.parts.compare(folder, ema, out=folder / "out", part_bytes=5000)
        assert (folder / "out" / "summary.json").read_bytes() == whole == written(made)
    assert len(list((folder / "out").glob("part-*"))) > 10
    # Whatever the parts and their order.
    parts = sorted((folder / "out").glob("part-*.json"), reverse=True)
    assert written(kazoe.merge(parts)) == whole
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
    made = kazoe.parts.compare(tmp_path / "hands.txt", ema, out=tmp_path / "out", comments=True)
    assert (made["hands"], made["refused"]) == (2, 0)
    made = kazoe.parts.compare(tmp_path / "hands.txt", ema, out=tmp_path / "out2")
    assert (made["hands"], made["refused"]) == (6, 4)


def test_no_hands(ema, tmp_path):
    (tmp_path / "hands.txt").write_text("")
    assert kazoe.parts.compare([tmp_path / "*.txt"], ema, out=tmp_path / "out")["hands"] == 0
    for files in (tmp_path / "nowhere.txt", tmp_path / "*.parquet", []):
        with pytest.raises(FileNotFoundError):
            kazoe.parts.compare(files, ema, out=tmp_path / "out2")


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
    refusal(lambda: kazoe.parts.score(hands, ema[0], out=out), "summaries", "scores")
    plan = out / "plan.json"
    text = plan.read_text()
    plan.write_text(text.replace('"plan": 1', '"plan": 7'))
    refusal(again(), "format 7", "writes 1")
    plan.unlink()
    refusal(again(), "not its plan")
    plan.write_text(text)
    hands.write_text("\n".join(corpus[:49]))
    refusal(again(), str(hands), "bytes")


def test_parts_that_do_not_fit_are_refused(ema, corpus, tmp_path):
    hands = tmp_path / "hands.txt"
    hands.write_text("\n".join(corpus[:50]))
    out = tmp_path / "out"

    def again():
        return kazoe.parts.compare(hands, ema, out=out, part_bytes=1000)

    again()
    part = out / "part-000001.json"
    text = part.read_text()
    other = kazoe.Ruleset("ema-2025", options={"red_fives": True}) if "red_fives" in ema[1].options() else kazoe.Ruleset("tenhou")
    part.write_bytes(written(kazoe.summary([ema[0], other], corpus[:5])))
    refusal(again, str(part), other.digest, ema[1].digest)
    part.write_text(text.replace('"summary":1', '"summary":2'))
    refusal(again, str(part), "format 2", "reads format 1")
    part.write_text(text[:100])
    refusal(again, str(part))
    part.unlink()
    before = {path.name: path.stat().st_mtime_ns for path in out.glob("part-*")}
    time.sleep(0.01)
    again()
    assert part.read_text() == text
    assert before == {path.name: path.stat().st_mtime_ns for path in out.glob("part-*") if path != part}


def test_merge(ema, corpus, tmp_path):
    first, second = (kazoe.summary(ema, part) for part in (corpus[:30], corpus[30:60]))
    whole = kazoe.summary(ema, corpus[:60])
    assert kazoe.merge([first, json.dumps(second)]) == kazoe.merge([json.dumps(second).encode(), first]) == whole
    refusal(lambda: kazoe.merge([first, kazoe.summary(ema[::-1], corpus[:3])]), ema[0].digest, ema[1].digest)
    refusal(lambda: kazoe.merge([{**first, "summary": 2}]), "format 2")
    with pytest.raises(TypeError):
        kazoe.merge([])


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
    assert done and not (out / "summary.json").exists()
    made = kazoe.parts.compare(hands, ema, out=out, part_bytes=10000)
    assert made == kazoe.summary(ema, corpus * 10, reasons=True)
    assert done.items() <= {path.name: path.stat().st_ino for path in out.glob("part-*")}.items()
    assert not list(out.glob(".*"))


def test_memory_is_bounded(corpus, tmp_path):
    """Of a part, only some thousand hands are in memory at a time."""
    hands = ("\n".join(corpus) + "\n").encode()
    code = f"import sys; sys.path[:0] = {sys.path!r}; import kazoe, kazoe.parts, resource\n" \
           "rules = [kazoe.Ruleset('ema-2016'), kazoe.Ruleset('ema-2025')]\n" \
           "made = kazoe.parts.compare(sys.argv[1], rules, out=sys.argv[2], threads=1)\n" \
           "print(made['hands'], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)"
    used = {}
    for times in 1, 400:
        path = tmp_path / f"{times}.txt.gz"
        with gzip.open(path, "wb", 1) as file:
            for _ in range(times):
                file.write(hands)
        done = subprocess.run([sys.executable, "-c", code, path, tmp_path / f"out-{times}"], capture_output=True,
                              text=True, check=True)
        count, used[times] = map(int, done.stdout.split())
        assert count == times * len(corpus)
    assert used[400] - used[1] < 100 * len(hands)
