"""Logs of games, one and many."""

import json
import subprocess

import pytest

import kazoe
import kazoe.games
from conftest import PROJECT
from kazoe._engine import lib

pytestmark = pytest.mark.skipif(not hasattr(lib, "kz_replay_new"), reason="built without logs")


@pytest.fixture(scope="module")
def logs():
    found = [PROJECT / "tests" / "data" / name for name in ("game.mjlog", "games.botzone.json")]
    if not all(path.exists() for path in found):
        pytest.skip("the package was tested outside the project")
    return found


def test_a_log(logs):
    (game,) = kazoe.replay(logs[0])
    assert game["rounds"] == game["wins"] + game["draws"] and game["disagree"] == []
    assert kazoe.replay(logs[0].read_bytes(), name=str(logs[0])) == [game]
    assert [made["game"] for made in kazoe.replay(logs[1])] == [1, 2, 3, 4]


def test_other_rules(logs):
    (game,) = kazoe.replay(logs[0], kazoe.Ruleset("ema-2016"))
    assert game["disagree"]


def test_bad_logs(logs):
    with pytest.raises(kazoe.KazoeError, match="not a log that kazoe knows"):
        kazoe.replay(b"game")
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


@pytest.fixture
def folder(logs, tmp_path):
    folder = tmp_path / "logs"
    folder.mkdir()
    for number in range(20):
        (folder / f"{number:02}.mjlog").write_bytes(logs[0].read_bytes())
    (folder / "05.json").write_bytes(logs[1].read_bytes())
    (folder / "06.mjlog").write_bytes(logs[0].read_bytes()[:700])
    return folder


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


def test_dask(folder, tmp_path):
    distributed = pytest.importorskip("distributed")
    import kazoe.dask

    with distributed.Client(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as client:
        sums = kazoe.dask.replay(folder, out=tmp_path / "dask", client=client, part_logs=3)
    assert sums == kazoe.games.replay(folder, out=tmp_path / "here")
    assert (tmp_path / "dask" / "games.jsonl").read_bytes() == (tmp_path / "here" / "games.jsonl").read_bytes()
