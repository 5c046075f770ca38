"""What is refused: every code, with its place."""

import re

import pytest

import kazoe
from conftest import HAND


def refused(call, *arguments):
    return pytest.raises(kazoe.KazoeError, call, *arguments).value


WANTED = re.compile(r"= (?P<code>\w+)(?: (?P<key>[a-z_]+))?(?: (?P<column>\d+))?: (?P<message>.*)")

def seen(examples):
    """The codes that the hands and deals of the project's tests are refused with."""
    rules = kazoe.Ruleset("tenhou")
    codes = set()
    for name, call in (("bad_hands.txt", rules.score), ("bad_deals.txt", rules.settle)):
        for text, _ in examples(name):
            try:
                call(text)
            except kazoe.HandError as error:
                codes.add(error.code)
    return codes


def test_every_code(examples):
    rules = kazoe.Ruleset("tenhou")
    codes = seen(examples)
    codes.add(refused(rules.score, "").code)
    codes.add(refused(rules.score, b"\xff").code)
    codes.add(refused(rules.score, "1m " * 100_000).code)
    codes.add(refused(kazoe.Ruleset(text=RICH).score, "123m456p789s2223z +3z from=W flowers=255").code)
    codes.add(refused(lambda: rules.discards("1459m1469p1469s12z", turns=18, memory=100)).code)
    # Only in a stream under several rulesets do records choose; here the caller chooses a Ruleset.
    assert codes | {"unknown_ruleset"} == set(kazoe.error_codes())


# A hand with all flowers is worth more than points can be.
RICH = """kazoe: 1
ruleset: rich
extends: base/classic
total: {unit: points}
payments: {self_draw: {any_wins: {others: {times: 1}}}, discard: {any_wins: {discarder: {times: 1}}}}
shapes: {standard: {sets: 4, pairs: 1}}
tiles.marks: {flowers: {number: flowers}}
yaku:
""" + "".join(f"  y{i}: {{value: 100000, each: {{mark: flowers}}, bonus: yes}}\n" for i in range(200))


def test_place_of_a_hand(tenhou):
    error = refused(tenhou.score, "1234567m23p55789s +1p riichii seat=S")
    assert isinstance(error, kazoe.HandError) and isinstance(error, ValueError)
    assert (error.code, error.column, error.key, error.file) == ("unknown_word", 23, None, None)
    assert str(error).splitlines() == [f"column 23: {error.message}", "  1234567m23p55789s +1p riichii seat=S", " " * 24 + "^"]
    assert "did you mean riichi" in error.message


def test_place_of_a_record(tenhou):
    error = refused(tenhou.score, {"hand": "123456m23p55789s", "win": "1p", "flags": ["riichi", "ippatsuu"]})
    assert (error.code, error.column, error.key) == ("unknown_word", 8, "flags")
    assert str(error).splitlines() == [f"flags: column 8: {error.message}", "  riichi ippatsuu", " " * 9 + "^"]


def test_caret_below_wide_characters(tenhou):
    error = refused(tenhou.score, "123456m23p55789s +1p 立直 立直立直")
    assert error.code in {"unknown_word", "duplicate"}
    lines = str(error).splitlines()
    assert lines[1:] == ["  123456m23p55789s +1p 立直 立直立直", " " * 28 + "^"]


def test_long_lines_are_cut(tenhou):
    error = refused(tenhou.score, "123456m23p55789s +1p " + "riichi " * 60 + "bla")
    assert max(map(len, str(error).splitlines()[1:])) < 200


def test_column_in_characters(tenhou):
    assert refused(tenhou.score, "🀇🀈🀉123456p55789s +1p bla").column == 22


def test_rules(tmp_path):
    (tmp_path / "club.yaml").write_text("kazoe: 1\nyaku:\n  pinfu: {vale: 2}\n")
    error = refused(kazoe.Ruleset, "tenhou", [tmp_path / "club.yaml"])
    assert isinstance(error, kazoe.RulesError) and error.code == "bad_rules"
    assert (error.file, error.line) == (str(tmp_path / "club.yaml"), 3) and error.column
    assert error.diagnostics[0] == error.diagnostic
    assert str(error).startswith(f"{error.file}:3:{error.column}: {error.message}\n")
    assert "vale" in str(error).splitlines()[1]


def test_rules_not_found():
    assert "did you mean 'tenhou'?" in str(refused(kazoe.Ruleset, "tenhu"))
    for name in ("tenhu", "no/such/file.yaml"):
        assert refused(kazoe.Ruleset, name).code == "not_found"
    assert refused(kazoe.Ruleset, "tenhou", ["no-such-overlay"]).code == "not_found"
    parent = refused(lambda: kazoe.Ruleset(text="kazoe: 1\nruleset: x\nextends: nowhere\n"))
    assert isinstance(parent, kazoe.RulesError) and "nowhere" in str(parent)


def test_names_in_other_spellings():
    for name, meant in [("Tenhou", "tenhou"), ("MCR", "mcr"), ("mahjong_soul", "mahjong-soul")]:
        with pytest.raises(kazoe.RulesError, match=f"'{meant}'"):
            kazoe.Ruleset(name)


def test_rules_unreadable(tmp_path):
    (tmp_path / "folder.yaml").mkdir()
    assert refused(kazoe.Ruleset, tmp_path / "folder.yaml").code == "io"


def test_options():
    assert isinstance(refused(kazoe.Ruleset, "tenhou", (), {"bla": True}), kazoe.RulesError)
    assert isinstance(refused(kazoe.Ruleset, "tenhou", (), {"red_fives": "bla"}), kazoe.RulesError)


def test_too_many_overlays():
    assert refused(kazoe.Ruleset, "tenhou", ["kazoe: 1\n"] * 17).code in {"bad_usage", "bad_rules"}


def test_bad_usage(tenhou):
    assert refused(tenhou.why_not, HAND, "bla").code == "bad_usage"
    assert refused(kazoe.compare, [], HAND).code == "bad_usage"
    assert refused(kazoe.compare, [tenhou] * 17, HAND).code == "bad_usage"


def test_arguments_of_other_types(tenhou):
    hand = "123456m23p557899s"
    for call, said in (
        (lambda: tenhou.title(5), "language takes a str, not int"),
        (lambda: tenhou.options(None), "language takes a str, not NoneType"),
        (lambda: tenhou.score(HAND).text(5), "language takes a str, not int"),
        (lambda: tenhou.why_not(HAND, 5), "yaku takes a str, not int"),
        (lambda: tenhou.convert(HAND, None), "notation takes a str, not NoneType"),
        (lambda: tenhou.value(3, 40, 5), "situation takes a str, not int"),
        (lambda: tenhou.value(limit=5), "limit takes a str, not int"),
        (lambda: tenhou.value(3.5, 40), "total takes a whole number, not float"),
        (lambda: tenhou.discards(hand, turns=3, memory="1"), "memory takes a whole number, not str"),
        (lambda: kazoe.Ruleset("tenhou", options=["red_fives"]), "options is a mapping of values by id, not list"),
        (lambda: kazoe.Ruleset("tenhou", options=None), "options is a mapping of values by id, not NoneType"),
        (lambda: kazoe.Ruleset("tenhou", overlays=None), "overlays is a list of paths, names or texts"),
        (lambda: kazoe.Ruleset(text=5), "text is a str or bytes, not int"),
    ):
        assert str(pytest.raises(TypeError, call).value) == said


def test_arguments_out_of_range(tenhou):
    hand = "123456m23p557899s"
    for seconds in (-1, float("nan")):
        with pytest.raises(ValueError, match=f"seconds takes a number from 0, not {seconds}"):
            tenhou.discards(hand, turns=3, seconds=seconds)
    for memory in (-1, 10**30):
        with pytest.raises(ValueError, match=f"memory takes a whole number from 0 to .*, not {memory}"):
            tenhou.discards(hand, turns=3, memory=memory)
    assert refused(kazoe.compare, [], HAND).message == "1 to 16 rulesets are compared, not 0"
    assert refused(kazoe.compare, [tenhou] * 17, [HAND]).message == "1 to 16 rulesets are compared, not 17"
    assert "there is no notation 'foo'" in str(refused(tenhou.convert, HAND, "foo"))


def test_an_overlay_is_no_ruleset():
    said = str(refused(lambda: kazoe.Ruleset(text="kazoe: 1\n")))
    assert "lay it over a ruleset (the command does with -r" in said


def test_check():
    assert kazoe.check("tenhou") == []
    found = kazoe.check(text="kazoe: 1\nyaku:\n  pinfu: {vale: 2}\n")
    assert [(d.severity, d.line) for d in found] == [("error", 3)]
    assert all(d.severity in {"warning", "error"} for d in kazoe.check("ema-2016", ["local-yaku"], notes=True))
    assert refused(kazoe.check, "tenhu").code == "not_found"
