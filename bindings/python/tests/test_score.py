"""One hand, the ruleset, and what pickles."""

import copy
import dataclasses
import pickle
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import kazoe
from conftest import HAND, PROJECT
from kazoe._engine import ffi
from kazoe._records import written


def test_result(tenhou):
    result = tenhou.score(HAND)
    assert (result.win, result.reason, result.points, result.total, result.fu) == (True, None, 2000, 2, 30)
    assert (result.limit, result.multiplier, result.unit, result.seat) == (None, 1, "fan", "S")
    assert result.yaku == (kazoe.Yaku("riichi", 1, 1), kazoe.Yaku("pinfu", 1, 1))
    assert result.payments == {"E": 0, "S": 2000, "W": -2000, "N": 0}
    assert (result.chips, result.chip_payments) == (None, None)
    assert result.explain()["reading"]["wait"] == "two_sided"
    assert result.json()["points"] == 2000
    assert "2000 from West" in result.text()


def test_result_is_a_frozen_dataclass(tenhou):
    result = tenhou.score(HAND)
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.points = 1
    assert dataclasses.asdict(result)["yaku"][0]["id"] == "riichi"
    assert result == tenhou.score(HAND) and hash(result) == hash(tenhou.score(HAND))
    assert result != tenhou.score(HAND.replace("riichi ", ""))
    assert "points=2000" in repr(tenhou.score(HAND))
    assert dataclasses.replace(result, points=1).points == 1
    with pytest.raises(AttributeError):
        result.nothing
    fields = {field.name for field in dataclasses.fields(kazoe.Result)}
    assert fields | {"explain"} <= {*dir(tenhou.score(HAND))}


def test_fields_equal_json(tenhou):
    others = [kazoe.Ruleset(name) for name in ("mcr", "riichi-chips", "tenhou-sanma", "classical")]
    for rules in (tenhou, *others):
        for hand in (HAND, "19m19p19s1234567z +1m tsumo", "111222333z55566z +6z", "123m789p55z +1p", "234m"):
            try:
                result = rules.score(hand)
            except kazoe.HandError:
                continue
            written = result.json()
            for name in ("win", "total", "qualifying", "fu", "limit", "multiplier", "points", "payments", "chips"):
                if name in written:
                    assert getattr(result, name) == written[name], (rules, hand, name)
            assert [(y.id, y.value, y.count, y.limit) for y in result.yaku] == [
                (y["id"], y["value"], y["count"], y.get("limit")) for y in written.get("yaku", [])
            ]
            assert result.reason == written.get("reason")


def test_limits_and_bonus(tenhou):
    result = tenhou.score("19m19p19s1234567z +1m tsumo seat=E")
    assert result.limit == "yakuman" and result.payments["E"] == result.points
    assert result.yaku[0].value == 0 and result.yaku[0].limit == "yakuman"
    assert (result.points, result.total, result.qualifying) == (48000, 0, 0)
    dora = tenhou.score("123456m23p55789s +1p riichi dora=4s seat=S from=W").yaku[-1]
    assert (dora.id, dora.count) == ("dora", 2)


def test_no_win(tenhou):
    result = tenhou.score("123m456m78p99s [234s] +9p seat=S from=W")
    assert (result.win, result.reason, result.points, result.payments) == (False, "no_yaku", 0, {})
    dora = tenhou.score("123m456m78p99s [234s] +9p seat=S from=W dora=8p")
    assert (dora.win, dora.total, dora.fu) == (False, 1, 30)


def test_head_bump():
    rules = kazoe.Ruleset("ema-2025", options={"multiple_ron": "head_bump"})
    won = [{"hand": "123456m23p55789s", "win": "1p", "seat": seat} for seat in "SN"]
    assert [result.reason for result in rules.settle({"winners": won, "from": "E"}).results] == [None, "head_bump"]


def test_unknown_discarder(tenhou):
    assert tenhou.score("123456m23p55789s +1p riichi seat=S").payments == {"S": 2000, "discarder": -2000, "others": 0}


def test_texts_of_any_length():
    def write(text, buffer, size):
        ffi.memmove(buffer, text + b"\0", min(len(text) + 1, size))
        return len(text)

    for length in (10, 1 << 16, 100000, 20):
        assert written(write, b"x" * length) == "x" * length


def test_records(tenhou):
    record = {"hand": "123456m23p55789s", "win": "1p", "seat": "S", "from": "W", "flags": ["riichi"]}
    assert tenhou.score(record) == tenhou.score(HAND) == tenhou.score(HAND.encode())
    assert tenhou.score(bytearray(HAND.encode())) == tenhou.score(memoryview(HAND.encode())) == tenhou.score(HAND)
    with pytest.raises(TypeError, match="not int"):
        tenhou.score(3)


def test_numbers_and_gaps_of_records(tenhou):
    record = {"hand": "123456m23p55789s", "win": "1p", "seat": "S"}
    want = tenhou.score({**record, "honba": 2})
    gaps = {"from": None, "flags": None, "deposits": float("nan")}
    assert tenhou.score({**record, "honba": 2.0, **gaps}) == want
    assert pytest.raises(kazoe.HandError, tenhou.score, {**record, "honba": 2.5}).value.key == "honba"
    deal = {"winners": [{**record, "win": "1p", "pao": None}], "from": "W", "honba": 2.0, "deposits": None}
    assert tenhou.settle(deal).payments["W"] == -1600
    np, pd = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    assert tenhou.score({**record, "honba": np.float64(2), "from": pd.NA, "flags": np.array([], dtype=str)}) == want
    for wrong in ({1}, pd.Timestamp(0)):
        with pytest.raises(TypeError, match="a record holds texts, numbers, lists and mappings"):
            tenhou.score({**record, "honba": wrong})


def test_records_have_the_keys_of_a_hand(tenhou):
    with pytest.raises(kazoe.HandError, match="did you mean flags"):
        tenhou.score({"hand": "123456m23p55789s1p", "words": "riichi"})


def test_value(tenhou):
    value = tenhou.value(3, 40, "tsumo seat=E honba=2")
    assert value.payments == {"E": 8400, "S": -2800, "W": -2800, "N": -2800} and value.yaku == ()
    assert value.json()["points"] == 7800
    assert tenhou.value(limit="mangan").points == 8000
    assert kazoe.Ruleset("tianjin").value(8, situation="tsumo", factor=4).points == 96
    with pytest.raises(kazoe.HandError):
        tenhou.value(limit="bla")
    for number in (-1, 10**30):
        for name in ("total", "fu", "multiplier", "points", "chips", "factor"):
            with pytest.raises(ValueError, match=f"{name} takes a whole number from 0 to 2147483647, not {number}"):
                tenhou.value(**{name: number})


def test_values_that_no_hand_has(tenhou):
    for value, points in (((1, 25), 800), ((1, 20), 700), ((2, 25, "tsumo"), 1600)):
        paid = tenhou.value(*value)
        assert paid.points == points and paid.json()["unusual"] and "no hand is worth this" in paid.text()
    for value in ({"total": 1, "fu": 33}, {"limit": "mangan", "multiplier": 2}):
        with pytest.raises(kazoe.HandError, match="no hand"):
            tenhou.value(**value)


def test_ruleset():
    rules = kazoe.Ruleset("tenhou", options={"kiriage_mangan": True})
    assert (rules.id, rules.unit, rules.seats, rules.has_chips) == ("tenhou", "fan", 4, False)
    assert rules.label == "tenhou kiriage_mangan=yes" and len(rules.digest) == 16 and rules.version
    assert rules.title("ja") != rules.title()
    option = rules.options()["kiriage_mangan"]
    assert (option.value, option.default, option.choices) == ("yes", "no", ("no", "yes"))
    assert rules.yaku_names("ja")["riichi"] != rules.yaku_names()["riichi"] == "Riichi"
    assert "mangan" in rules.limit_names()
    assert rules.warnings == ()
    assert rules != kazoe.Ruleset(rules.label) and rules.digest == kazoe.Ruleset(rules.label).digest
    for name in ("id", "label", "digest", "version", "unit", "seats", "has_chips", "warnings"):
        assert getattr(kazoe.Ruleset, name).__doc__
        with pytest.raises(AttributeError):
            setattr(rules, name, None)
    numbers = kazoe.Ruleset("tenhou", options={"honba_ron": 100000}).options()["honba_ron"]
    assert (numbers.value, numbers.choices) == ("100000", ())
    for value, said in ((100001, "0 to 100000"), (-1, "from 0 to 999999"), (1000000, "from 0 to 999999")):
        with pytest.raises(kazoe.RulesError, match=said):
            kazoe.Ruleset("tenhou", options={"honba_ron": value})


def test_every_ruleset_of_the_package():
    assert {"tenhou", "mcr", "ema-2025"} <= set(kazoe.list())
    for name in kazoe.list():
        assert kazoe.Ruleset(name).id == name


CLUB = "kazoe: 1\ntitle: Club\nyaku:\n  pinfu: {value: 2}\n"


def test_spelling(tmp_path):
    spelled = kazoe.Ruleset("tenhou red_fives=no + local-yaku")
    assert spelled.label == "tenhou red_fives=no + local-yaku"
    same = kazoe.Ruleset("tenhou", ["local-yaku"], {"red_fives": False})
    assert (same.label, same.digest) == (spelled.label, spelled.digest)
    assert kazoe.Ruleset(spelled.label).digest == pickle.loads(pickle.dumps(spelled)).digest == spelled.digest
    path = tmp_path / "our club.yaml"
    path.write_text(CLUB)
    by_path = kazoe.Ruleset(f'tenhou + "{path}"')
    assert by_path.label == f'tenhou + "{path}"' == kazoe.Ruleset("tenhou", [path]).label
    rows = kazoe.compare(["tenhou", "tenhou + local-yaku"], "123456m23p55789s +1p seat=S from=W")
    assert [result.ruleset for result in rows.results] == ["tenhou", "tenhou + local-yaku"]
    for wrong, code in [("tenhou +", "bad_rules"), ("tenhou red", "bad_rules"), ("tenhou + no", "not_found")]:
        with pytest.raises(kazoe.RulesError) as caught:
            kazoe.Ruleset(wrong)
        assert caught.value.code == code
    with pytest.raises(kazoe.RulesError):
        kazoe.Ruleset("tenhou red_fives=no", options={"red_fives": True})


def test_overlays(tmp_path):
    (tmp_path / "club.yaml").write_text(CLUB)
    by_path = kazoe.Ruleset("tenhou", overlays=[tmp_path / "club.yaml"])
    by_text = kazoe.Ruleset("tenhou", overlays=[CLUB])
    assert by_path.digest == by_text.digest != kazoe.Ruleset("tenhou").digest
    assert by_path.score(HAND).total == 3
    assert kazoe.Ruleset("ema-2016", overlays=["local-yaku"]).yaku_names()
    with pytest.raises(TypeError):
        kazoe.Ruleset("tenhou", overlays="club.yaml")


def test_rules_of_a_path_extend_what_is_beside_them(tmp_path):
    (tmp_path / "house.yaml").write_text("kazoe: 1\nruleset: house\nextends: ours\n")
    (tmp_path / "ours.yaml").write_text("kazoe: 1\nruleset: ours\nextends: tenhou\nyaku:\n  pinfu: {value: 3}\n")
    rules = kazoe.Ruleset(tmp_path / "house.yaml")
    assert rules.score(HAND).total == 4
    stored = pickle.dumps(rules)
    assert str(tmp_path).encode() not in stored
    for path in tmp_path.iterdir():
        path.unlink()
    assert pickle.loads(stored).score(HAND).total == 4


def test_a_parent_that_cannot_be_read(tmp_path, monkeypatch):
    (tmp_path / "house.yaml").write_text("kazoe: 1\nruleset: house\nextends: ours\n")
    (tmp_path / "ours.yaml").write_text("kazoe: 1\nruleset: ours\nextends: tenhou\n")
    read = Path.read_bytes

    def read_bytes(path):
        if path.name == "ours.yaml":
            raise PermissionError("not yours")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    for call in kazoe.Ruleset, kazoe.check:
        with pytest.raises(PermissionError, match="not yours"):  # through C
            call(tmp_path / "house.yaml")


def test_text():
    rules = kazoe.Ruleset(text="kazoe: 1\nruleset: mine\nextends: ema-2016\n")
    assert rules.id == "mine" and rules.score(HAND).points == kazoe.Ruleset("ema-2016").score(HAND).points
    with pytest.raises(TypeError):
        kazoe.Ruleset()
    with pytest.raises(TypeError):
        kazoe.Ruleset("tenhou", text="kazoe: 1")


def test_digest_is_that_of_the_command():
    command = PROJECT / "kazoe"
    if not command.exists():
        pytest.skip("the command kazoe is not built")
    shown = subprocess.run([command, "score", "-r", "tenhou", "--json", HAND], capture_output=True, text=True, check=True,
                           env={"KAZOE_PATH": str(PROJECT / "rules")})
    assert kazoe.Ruleset("tenhou").digest in shown.stdout
    import json

    assert kazoe.Ruleset("tenhou").score(HAND).json() == json.loads(shown.stdout)


def test_pickle(tenhou):
    rules = kazoe.Ruleset("tenhou", overlays=[CLUB], options={"red_fives": False})
    again = pickle.loads(pickle.dumps(rules))
    assert (again.label, again.digest) == (rules.label, rules.digest)
    assert pickle.loads(pickle.dumps(again)).score(HAND) == rules.score(HAND)
    assert copy.deepcopy(rules) is rules
    result = pickle.loads(pickle.dumps(tenhou.score(HAND)))
    assert result == tenhou.score(HAND) and result.explain() == tenhou.score(HAND).explain()
    error = pytest.raises(kazoe.HandError, tenhou.score, "1m").value
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.code == "tile_count"


def test_needs_no_path_and_no_environment(tmp_path):
    code = f"import sys; sys.path[:0] = {sys.path!r}; import kazoe; print(kazoe.Ruleset('tenhou').score({HAND!r}).points)"
    done = subprocess.run([sys.executable, "-I", "-c", code], cwd=tmp_path, env={}, capture_output=True, text=True)
    assert done.stdout == "2000\n", done.stderr


def test_threads(tenhou):
    wrong = []

    def work():
        for _ in range(2000):
            if tenhou.score(HAND).points != 2000:
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_stand_ins(tenhou):
    hongzhong = kazoe.Ruleset("hongzhong")
    assert hongzhong.score("123m456m789p11s3s7z +5s tsumo seat=S").stand_ins == [{"tile": "7z", "as": "4s"}]
    assert tenhou.score(HAND).stand_ins == []


def test_factor(tenhou):
    guangdong = kazoe.Ruleset("guangdong")
    assert guangdong.score("111m555m999p11s33s +3s ron seat=E").factor == 2
    assert tenhou.score(HAND).factor is None
