"""Unfinished hands, deals, and several rulesets."""

import pickle
import signal
import time

import pytest

import kazoe
from conftest import HAND

DOUBLE_WIND = "123m67p777z11z [789s] +8p ron seat=E from=S"


def test_waits(tenhou):
    waits = tenhou.waits("123406m23p55789s seat=S")
    assert (waits.shanten, waits.accepts) == (0, ())
    assert [(wait.tile, wait.left) for wait in waits.waits] == [("1p", 4), ("4p", 4)]
    assert waits.waits[0].discard.points < waits.waits[0].self_draw.points
    assert waits.waits[0].self_draw.explain()["reading"]["wait"] == "two_sided"
    assert "1p" in waits.waits[0].discard.text()
    assert pickle.loads(pickle.dumps(waits)) == waits


def test_every_tile(tenhou):
    tiles = [f"{number}{suit}" for suit in "mpsz" for number in range(1, 8 if suit == "z" else 10)]
    melds = "[123m] [456p] [789s] [123s]"
    for tile, other in zip(tiles, tiles[1:] + tiles[:1]):
        assert [wait.tile for wait in tenhou.waits(f"{tile} {melds}").waits] == [tile]
        kept = {discard.tile: discard.accepts for discard in tenhou.discards(f"{tile} {other} {melds}")}
        assert [[accept.tile for accept in kept[thrown]] for thrown in (tile, other)] == [[other], [tile]]


def test_waits_for_a_red_five(tenhou):
    (wait,) = tenhou.waits("123456m46p55789s").waits
    assert (wait.tile, wait.left, wait.discard.reason) == ("5p", 4, "no_yaku")
    assert (wait.red.tile, wait.red.left, wait.red.self_draw.points) == ("0p", 1, 2000)


def test_furiten(tenhou):
    assert tenhou.waits("123456m23p55789s discards=1p").furiten is True
    assert tenhou.waits("123456m23p55789s discards=9m").furiten is False
    assert tenhou.waits("123456m23p55789s").furiten is None
    assert kazoe.Ruleset("mcr").waits("123456m23p55789s discards=1p").furiten is None


def test_waits_by_one_way_alone(tenhou):
    assert [wait.self_draw for wait in tenhou.waits("123456m23789s99p robbing_kong").waits] == [None, None]


def test_waits_of_a_hand_that_is_not_ready(tenhou):
    waits = tenhou.waits("1234m67p55789s22z")
    assert (waits.shanten, waits.waits) == (1, ())
    assert [(tile.tile, tile.left) for tile in waits.accepts] == [("5p", 4), ("8p", 4), ("5s", 2), ("2z", 2)]
    assert pytest.raises(kazoe.HandError, tenhou.waits, HAND).value.code == "contradiction"
    assert pytest.raises(kazoe.HandError, tenhou.waits, "123456m23p557899s").value.code == "tile_count"


def test_discards(tenhou):
    discards = tenhou.discards("123456m23p557899s seat=S")
    assert (discards[0].tile, discards[0].shanten, discards[0].accepted) == ("9s", 0, 8)
    assert (discards[0].best, discards[0].mean) == (1500, 1500.0)
    assert [tile.tile for tile in discards[0].accepts] == ["1p", "4p"]
    assert discards[-1].best is None
    assert pytest.raises(kazoe.HandError, tenhou.discards, "123m").value.code == "tile_count"


def test_discards_ahead(tenhou):
    hand = "123456m23p557899s seat=S"
    (best, *rest) = tenhou.discards(hand, turns=2)
    assert best.tile == "9s" and 0 < best.win < 1 and best.expected > rest[-1].expected
    assert [turn.win for turn in best.turns] == sorted(turn.win for turn in best.turns)
    assert len(best.turns) == 2 and best.turns[-1] == kazoe.Prospect(best.expected, best.win)
    near, wide = (tenhou.discards(hand, turns=18, width=width)[0] for width in (1, 2))
    assert wide.expected > near.expected > best.expected
    assert 0 < len(tenhou.discards("1459m1469p1469s12z", turns=18, memory=1_000_000)[0].turns) < 18
    none, one = (tenhou.discards("12345678m2399p13s", turns=5, width=width)[0] for width in (0, 1))
    assert none.expected < one.expected
    for width in (-1, 4):
        with pytest.raises(ValueError, match=f"width takes a whole number from 0 to 3, not {width}"):
            tenhou.discards(hand, turns=2, width=width)
    assert tenhou.discards(hand)[0].expected is None
    assert pytest.raises(kazoe.KazoeError, tenhou.discards, hand, turns=19).value.code == "bad_usage"
    assert pytest.raises(kazoe.HandError, tenhou.discards, "123m", turns=2).value.code == "tile_count"


def test_search_ends(tenhou):
    hand = "19m1469p2258s3577z"
    begun = time.monotonic()
    assert 0 < len(tenhou.discards(hand, turns=17, seconds=0.5)[0].turns) < 17
    assert time.monotonic() - begun < 3
    with pytest.raises(kazoe.HandError) as refused:
        tenhou.discards(hand, turns=17, seconds=0)
    assert refused.value.code == "limit"
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt):
            tenhou.discards(hand, turns=17)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_numbers_of_numpy(tenhou):
    numpy = pytest.importorskip("numpy")
    counts = numpy.zeros(34, numpy.uint8)
    counts[[0, 1, 2, 3, 4, 5, 10, 11, 24, 25, 26]] = 1
    counts[22] = 2
    assert tenhou.shanten({"hand": counts, "notation": "counts-34", "honba": numpy.int64(1)}) == 0


def test_convert(tenhou):
    assert {"kazoe", "majiang", "unicode", "tiles-136"} <= set(kazoe.notations())
    assert tenhou.convert("234m67s55z [345p] (7777z) +8s", "majiang") == "m234s67z55s8,p3-45,z7777"
    assert all(tenhou.convert(HAND, notation, tiles_only=True) for notation in kazoe.notations())
    assert tenhou.score(tenhou.convert(HAND)) == tenhou.score(HAND)
    assert tenhou.convert("123456m23p55789s", unfinished=True) == "123456m23p55789s"
    assert pytest.raises(kazoe.HandError, tenhou.convert, "1x").value.code == "unknown_suit"
    assert pytest.raises(kazoe.HandError, tenhou.convert, "234m67s55z [345p] (7777z) +8s", "counts-34").value.code == "bad_notation"
    assert pytest.raises(kazoe.KazoeError, tenhou.convert, HAND, "bla").value.code == "bad_usage"


def test_shanten(tenhou):
    assert tenhou.shanten("123456m23p55789s") == 0
    assert tenhou.shanten("123456m23p557899s") == 0
    assert tenhou.shanten("123456m234p55789s") == -1
    assert pytest.raises(kazoe.HandError, tenhou.shanten, "1x").value.code == "unknown_suit"


def test_game(tenhou):
    lines = ["players Anna Ben Chloe Dan", "Ben ron Anna 3 fan 40 fu riichi=Ben,Chloe", {"draw": "exhaustive"}]
    first, draw, end, evening = tenhou.game(lines)
    assert first["scores"] == [19800, 31200, 24000, 25000] and draw["draw"] == "exhaustive"
    assert end["places"][0]["name"] == "Ben" and evening["evening"][0]["name"] == "Ben"
    refused = tenhou.game("players Anna Ben Chloe Dan\nBem tsumo mangan\n")
    assert refused[0]["error"]["code"] == "bad_value" and refused[1]["refused"] == 1 and "places" not in refused[1]
    assert "Ben wins" in tenhou.game_text(lines) and "<table>" in tenhou.game_page(lines)
    assert "満貫" in tenhou.game_text("S ron E mangan", "ja") and "満貫" in tenhou.game_page("S ron E mangan", "ja")
    assert tenhou.settle("S ron W 3 fan 40 fu").payments == {"E": 0, "S": 5200, "W": -5200, "N": 0}
    pytest.raises(kazoe.RulesError, kazoe.Ruleset("toudai").game, lines)


def test_settle(tenhou):
    deal = {"winners": [{"hand": "123456m23p55789s", "win": "1p", "seat": "S"}], "from": "W", "honba": 1}
    settled = tenhou.settle(deal)
    assert settled.payments == {"E": 0, "S": 1300, "W": -1300, "N": 0}
    assert (settled.deposits_left, settled.draw, settled.chip_payments) == (0, None, None)
    assert settled.results[0].points == 1000 and "S" == settled.results[0].seat
    assert settled.results[0].explain()["fu_items"]
    assert settled.json()["payments"] == settled.payments and settled.explain() and settled.text()
    assert pickle.loads(pickle.dumps(settled)) == settled
    draw = tenhou.settle('{"draw":"exhaustive","tenpai":["E"],"deposits":1}')
    assert (draw.draw, draw.deposits_left, draw.payments["E"], draw.results) == ("exhaustive", 1, 3000, ())
    assert pytest.raises(kazoe.HandError, tenhou.settle, {"draw": "bla"}).value.key == "draw"


def test_settle_stated(tenhou):
    hand = {"winners": [{"hand": "123456m23p55789s", "win": "1p", "seat": "S"}], "from": "W", "honba": 1}
    stated = {"winners": [{"total": 1, "fu": 30, "seat": "S"}], "from": "W", "honba": 1}
    settled = tenhou.settle(stated)
    assert settled.payments == tenhou.settle(hand).payments
    result = settled.results[0]
    assert (result.points, result.total, result.fu, result.yaku, result.limit) == (1000, 1, 30, (), None)
    assert settled.json()["results"][0]["stated"] is True and settled.explain() and settled.text()
    points = tenhou.settle({"winners": [{"points": 8000, "seat": "S"}], "from": "W"})
    assert points.payments == {"E": 0, "S": 8000, "W": -8000, "N": 0} and points.results[0].fu is None
    unusual = tenhou.settle({"winners": [{"total": 1, "fu": 20, "seat": "S"}], "from": "W"})
    assert unusual.json()["results"][0]["unusual"] is True
    alone = {"winners": [{"points": 8000, "seat": "S"}]}
    assert pytest.raises(kazoe.HandError, tenhou.settle, alone).value.code == "bad_value"
    assert tenhou.value(points=7700, situation="from=E").payments["E"] == -7700


def test_settle_chips():
    rules = kazoe.Ruleset("riichi-chips")
    settled, again = (rules.settle({"draw": "exhaustive", "tenpai": []}) for _ in range(2))
    assert settled.chip_payments == {"E": 0, "S": 0, "W": 0, "N": 0}
    assert settled == again and hash(settled) == hash(again)
    assert rules.has_chips and rules.score("123406m23p55789s +1p riichi seat=S from=W").chips is not None


@pytest.fixture(scope="module")
def ema():
    return [kazoe.Ruleset("ema-2016"), kazoe.Ruleset("ema-2025")]


def test_compare(ema):
    compared = kazoe.compare(ema, DOUBLE_WIND)
    assert (compared.same, compared.differs) == (False, ("fu", "points", "payments"))
    assert [result.points for result in compared.results] == [2000, 1500]
    assert compared.results[1].explain()["fu"] == 30
    assert pickle.loads(pickle.dumps(compared)) == compared
    with pytest.raises(kazoe.HandError):
        kazoe.compare(ema, "bla")
    many = kazoe.compare(ema, [DOUBLE_WIND, HAND, "bla"])
    assert [one.same for one in many] == [False, True, True]
    assert {error.code for error in many[2].results} == {"unknown_word"}


def test_compare_columns(ema):
    pa, pd, pl = (pytest.importorskip(name) for name in ("pyarrow", "pandas", "polars"))
    hands = [DOUBLE_WIND, HAND, "bla"]
    want = [compared.differs for compared in kazoe.compare(ema, hands)]
    assert kazoe.compare(ema, bytearray(HAND.encode())).same
    for column in (pd.Series(hands), pd.DataFrame({"hand": hands}), pd.Series(hands, dtype="category"), pl.Series(hands),
                   pl.DataFrame({"hand": hands}), pa.array(hands), list(pa.array(hands)), pa.table({"hand": hands}),
                   iter(hands)):
        assert [compared.differs for compared in kazoe.compare(ema, column)] == want
    table = pd.DataFrame({"hand": ["123456m23p55789s"], "win": ["1p"], "honba": [2.0]})
    assert kazoe.compare(ema, table)[0].results[0].payments["others"] == 0
    with pytest.raises(TypeError, match="not a table of 2"):
        kazoe.compare(ema, pd.DataFrame({"hand": hands, "player": hands}))
    for missing in ([HAND, None], [HAND, float("nan")], pd.Series([HAND, None]), pa.array([HAND, None])):
        with pytest.raises(TypeError, match="row 1, counted from 0: the hand is missing"):
            kazoe.compare(ema, missing)


def test_compare_reasons(ema):
    plain, reasoned = kazoe.compare(ema, DOUBLE_WIND), kazoe.compare(ema, DOUBLE_WIND, reasons=True)
    assert "1500" in plain.text and reasoned.text.startswith(plain.text) and reasoned.text != plain.text


def test_summary(ema):
    found = kazoe.summary(ema, [DOUBLE_WIND, HAND, "bla"])
    assert (found["hands"], found["refused"], found["different"]) == (3, 1, 1)
    (compared,) = found["from_first"]
    assert compared["rules"] is None and compared["unexplained"] is None  # nobody looked
    (compared,) = kazoe.summary(ema, [DOUBLE_WIND], reasons=True)["from_first"]
    assert compared["rules"][0]["hands"] == 1 and compared["unexplained"] == 0


def test_lines_of_a_file(ema):
    lines = [f"{HAND}\n", f"{HAND}\r\n".encode(), f"{HAND}\n", HAND]
    assert kazoe.summary(ema, iter(lines))["refused"] == 0
    assert ema[0].score_many(iter(lines))["error"].to_list() == [None] * 4
    assert not any(isinstance(compared.results[0], kazoe.HandError) for compared in kazoe.compare(ema, lines))
    assert ema[0].score_many([f"{HAND}\n\n"])["error"][0] == "bad_value"


def test_diff(ema):
    found = kazoe.diff(*ema)
    assert found.complete
    assert "fu.pair.double_wind" in [difference.address for difference in found.differences]
    assert "ema-2016" in found.differences[0].text and "ema-2016" in repr(found.differences[0])
    assert not kazoe.diff(ema[0], ema[0]).differences


def test_diff_witnesses():
    first, second = kazoe.Ruleset("ema-2025"), kazoe.Ruleset("ema-2025", options={"double_wind_pair_fu": 4})
    (difference,) = kazoe.diff(first, second, witnesses=True).differences
    hand = difference.details["witness"]["hand"]
    assert not kazoe.compare([first, second], hand).same


def test_why_not(tenhou):
    why = tenhou.why_not(HAND, "tanyao")
    assert not why.counts and why.message in why.text and why.details["yaku"] == "tanyao"
    assert tenhou.why_not(HAND, "pinfu").counts
    assert pytest.raises(kazoe.HandError, tenhou.why_not, "bla", "pinfu").value.code == "unknown_word"


def test_rulesets_by_name(tenhou):
    by_name = kazoe.compare(["ema-2016", "ema-2025"], DOUBLE_WIND)
    assert [result.ruleset for result in by_name.results] == ["ema-2016", "ema-2025"]
    assert kazoe.compare([tenhou, "ema-2025"], [HAND])[0].results[1].ruleset == "ema-2025"
    assert kazoe.summary(["ema-2016", "ema-2025"], [DOUBLE_WIND])["hands"] == 1
    assert kazoe.diff("ema-2016", "ema-2016").differences == ()
    error = pytest.raises(kazoe.RulesError, kazoe.compare, ["tenhou", "ema-2024"], HAND).value
    assert "there is no ruleset 'ema-2024'; did you mean" in str(error)


@pytest.mark.parametrize(
    "given, said",
    [
        (["tenhou", 3], "a ruleset is a kazoe.Ruleset or its name, not int"),
        ([None], "a ruleset is a kazoe.Ruleset or its name, not NoneType"),
        ("tenhou", "rulesets are a list of rulesets or their names, not one str"),
        (None, "rulesets are a list of rulesets or their names, not one NoneType"),
    ],
)
def test_what_is_no_ruleset(given, said):
    for call in (kazoe.compare, kazoe.summary):
        assert said in str(pytest.raises(TypeError, call, given, HAND).value)


def test_texts_in_a_language(tenhou):
    assert "Pinfu" in tenhou.score(HAND).text() and "\u5e73\u548c" in tenhou.score(HAND).text("ja")
    won = {"from": "W", "riichi": ["S"], "winners": [{"seat": "S", "hand": "123456m23p55789s", "win": "1p", "flags": ["riichi"]}]}
    assert "\u5e73\u548c" in tenhou.settle(won).text("ja")
    assert "Payment" in tenhou.score(HAND).text(explain=True) and "Payment" not in tenhou.score(HAND).text()
    assert len(tenhou.settle(won).text(explain=True)) > len(tenhou.settle(won).text())
