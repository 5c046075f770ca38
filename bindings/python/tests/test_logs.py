"""Logs of games, one and many."""

import json
import re
import subprocess

import pytest

import kazoe
import kazoe.games
from conftest import PROJECT
from kazoe._logs import log_rows
from kazoe._engine import lib

pytestmark = pytest.mark.skipif(not hasattr(lib, "kz_replay_new"), reason="built without logs")


def logs_of_the_project():
    found = [*sorted((PROJECT / "tests").rglob("game.mjlog")), *sorted((PROJECT / "tests").rglob("games.botzone.json"))]
    if len(found) < 2:
        pytest.skip("the package was tested outside the project")
    return found


@pytest.fixture(scope="module")
def logs():
    return logs_of_the_project()


def test_a_log(logs):
    (game,) = kazoe.replay(logs[0])
    assert game["rounds"] == game["wins"] + game["draws"] and game["disagree"] == []
    assert kazoe.replay(logs[0].read_bytes(), name=str(logs[0])) == [game]
    assert [made["game"] for made in kazoe.replay(logs[1])] == [1, 2, 3, 4]


def test_other_rules(logs):
    (game,) = kazoe.replay(logs[0], kazoe.Ruleset("ema-2016"))
    assert game["disagree"]


def test_bad_logs(logs):
    with pytest.raises(kazoe.KazoeError, match="not a log that kazoe knows") as unknown:
        kazoe.replay(b"game")
    assert unknown.value.code == "bad_log" and not isinstance(unknown.value, kazoe.HandError)
    with pytest.raises(kazoe.KazoeError) as caught:
        kazoe.replay(logs[0].read_bytes()[:700])
    assert caught.value.games == []


def test_a_log_that_ends_in_a_round(logs):
    whole = logs[0].read_bytes()
    with pytest.raises(kazoe.KazoeError) as caught:
        kazoe.replay(whole[: len(whole) * 2 // 3])
    (game,) = caught.value.games
    assert game["file"] == "log" and 0 < game["rounds"] == game["wins"] + game["draws"] and not game["disagree"]
    assert caught.value.diagnostic.line == 1 and caught.value.diagnostic.column


def test_unknown_names(logs):
    (game,) = kazoe.replay(logs[0].read_bytes().replace(b' yaku="', b' yaku="99,0,'))
    assert not game["disagree"] and 0 < len(game["unknown_names"]) <= game["wins"]
    assert all(win["unknown_yaku"] == ["99"] for win in game["unknown_names"])


def folder_of_logs(tmp_path):
    logs, folder = logs_of_the_project(), tmp_path / "logs"
    folder.mkdir()
    for number in range(20):
        (folder / f"{number:02}.mjlog").write_bytes(logs[0].read_bytes())
    (folder / "05.json").write_bytes(logs[1].read_bytes())
    (folder / "06.mjlog").write_bytes(logs[0].read_bytes()[:700])
    return folder


@pytest.fixture
def folder(tmp_path):
    return folder_of_logs(tmp_path)


def test_many(folder, tmp_path):
    sums = kazoe.games.replay(folder, out=tmp_path / "one", part_logs=100)
    assert sums["files"] == 21 and sums["errors"] == 1 and sums["games"] == 23 and not sums["disagree"]
    assert kazoe.games.replay(folder, out=tmp_path / "many", part_logs=2, threads=3) == sums
    one, many = ((tmp_path / name / "games.jsonl").read_bytes() for name in ("one", "many"))
    assert one == many
    assert json.loads(one.splitlines()[-1])["summary"]["files"] == 21
    # What is there is not done again, and another run is refused.
    before = {path.name: path.stat().st_ino for path in (tmp_path / "many").glob("part-*")}
    (tmp_path / "many" / "part-000003.jsonl").unlink()
    assert kazoe.games.replay(folder, out=tmp_path / "many", part_logs=2) == sums
    after = {path.name: path.stat().st_ino for path in (tmp_path / "many").glob("part-*")}
    assert [name for name in before if before[name] != after[name]] in ([], ["part-000003.jsonl"])
    with pytest.raises(kazoe.KazoeError, match="part_logs"):
        kazoe.games.replay(folder, out=tmp_path / "many", part_logs=3)


def test_the_same_as_the_command(folder, tmp_path):
    command = PROJECT / "kazoe"
    if not command.exists():
        pytest.skip("the command is not built")
    kazoe.games.replay(folder, out=tmp_path / "out", part_logs=4)
    said = subprocess.run([command, "replay", "--json", *sorted(folder.iterdir())],
                          env={"KAZOE_PATH": str(PROJECT / "rules")}, stdout=subprocess.PIPE)
    assert said.stdout == (tmp_path / "out" / "games.jsonl").read_bytes()


# --- rows -----------------------------------------------------------------------------------------


def rows_of(folder, others=("ema-2016",)):
    """The rows of the logs of a folder, one after the other."""
    return [row for batch in log_rows(None, others, True).of(map(str, sorted(folder.iterdir())))
            for row in batch.to_pylist()]


def test_rows(logs):
    pytest.importorskip("pyarrow")
    table = kazoe.replay(logs[0], as_table=True, others=["ema-2016"])
    table.validate(full=True)
    assert table.column_names[:8] == ["file", "game", "round", "seat", "player", "logged_total", "logged_points", "hand"]
    rows = table.to_pylist()
    assert [row["ruleset"] for row in rows] == ["tenhou", "ema-2016"] * 3
    assert [(row["round"], row["seat"], row["player"]) for row in rows[::2]] == [("E1.0", "N", "D"), ("E2.0", "S", "C"), ("E3.1", "S", "D")]
    assert [(row["logged_total"], row["logged_points"]) for row in rows[::2]] == [(2, 2000), (2, 2000), (None, 32000)]
    assert all(row["logged_points"] == row["points"] and row["file"] == str(logs[0]) for row in rows)
    assert [row["differs"] for row in rows] == [[], [], [], [], [], ["yaku"]]
    assert rows[5]["why"] == "yaku.kokushi_13 (only in tenhou)" and not rows[5]["same"]
    hands = [row["hand"] for row in rows[::2]]
    assert table.select(table.column_names[7:]) == kazoe.compare(["tenhou", "ema-2016"], hands, as_table=True)
    # Without others, and by rules of one's own.
    alone = kazoe.replay(logs[0].read_bytes(), kazoe.Ruleset("ema-2016"), as_table=True, name="a game")
    assert alone["ruleset"].to_pylist() == ["ema-2016"] * 3 and alone["file"].to_pylist() == ["a game"] * 3
    assert kazoe.replay(logs[1], as_table=True)["game"].to_pylist() == [1, 2, 4]


def test_rows_by_the_rules_of_the_log(logs):
    """Options that a log names are those of its rows."""
    pytest.importorskip("pyarrow")
    log = logs[0].read_bytes()
    before = re.search(rb'<GO type="(\d+)"', log)
    assert before and not int(before[1]) & 4
    changed = log.replace(before[0], b'<GO type="%d"' % (int(before[1]) | 4))
    rows = kazoe.replay(changed, as_table=True, others=["tenhou"]).to_pylist()
    assert {row["ruleset"] for row in rows[::2]} == {"tenhou open_tanyao=no"}
    assert [row["why"] for row in rows if not row["same"]] == ["options.open_tanyao (no -> yes)"]


def test_rows_of_bad_logs(logs, folder):
    pytest.importorskip("pyarrow")
    with pytest.raises(kazoe.KazoeError):
        kazoe.replay(logs[0].read_bytes()[:700], as_table=True)
    rows = rows_of(folder)
    bad = [row for row in rows if row["error"]]
    assert [(row["file"], row["error"]) for row in bad] == [(str(folder / "06.mjlog"), "bad_log")]
    assert {value for name, value in bad[0].items() if name not in ("file", "error")} == {None}
    # Two of each win: three in each of 19 logs, three in 05.json.
    assert len(rows) == 1 + 2 * (19 * 3 + 3)


def test_rows_are_those_of_the_command(folder):
    pytest.importorskip("pyarrow")
    from test_rows import as_command, columns_of_the_command

    (folder / "06.mjlog").unlink()
    names = ["file", "round", "seat", "player", "logged_total", "logged_points", "ruleset", "points", "total", "fu", "yaku",
             "same", "differs", "why"]
    said = columns_of_the_command("replay", "--as", "ema-2016", "--columns", ",".join(names), *sorted(folder.iterdir()))
    assert said == [as_command(row, names) for row in rows_of(folder)]


def test_dask(folder):
    distributed, pa = pytest.importorskip("distributed"), pytest.importorskip("pyarrow")
    import kazoe.dask

    rows = kazoe.dask.replay(folder, others=["ema-2016"], part_logs=3)
    with distributed.Client(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None):
        made = rows.compute()
    assert pa.Table.from_pandas(made, preserve_index=False).to_pylist() == rows_of(folder) and rows.npartitions == 7
