"""Tables with a row for each hand and ruleset, and how others read them."""

import csv
import subprocess

import pytest

import kazoe
from conftest import HAND, PROJECT

DOUBLE_WIND = "123m67p777z11z [789s] +8p ron seat=E from=S"
HANDS = [DOUBLE_WIND, HAND, None, "bla", "123m456m78p99s [234s] +9p seat=S from=W", "123456m23p55789s +1p riichi seat=S"]

pa = pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def rules():
    return [kazoe.Ruleset("ema-2016"), kazoe.Ruleset("ema-2025"), kazoe.Ruleset("tenhou")]


def test_columns(rules):
    table = kazoe.compare(rules, HANDS, as_table=True)
    table.validate(full=True)
    scores = rules[0].score_many(HANDS)
    assert table.column_names == ["hand", "ruleset", *scores.column_names, "same", "differs", "why"]
    assert table["hand"].to_pylist() == [hand for hand in HANDS for _ in rules]
    assert table["ruleset"].to_pylist() == ["ema-2016", "ema-2025", "tenhou"] * len(HANDS)
    for index, each in enumerate(rules):
        scores = each.score_many(HANDS)
        for name in scores.column_names:
            assert table[name].to_pylist()[index::3] == scores[name].to_list(), (each, name)
    assert table["same"].to_pylist() == [True, False, True, *[True] * 3, *[None] * 3, *[True] * 9]
    assert table["differs"].to_pylist()[:8] == [[], ["fu", "points", "payments"], [], [], [], [], None, None]
    assert table["why"].to_pylist()[:7] == ["", "options.double_wind_pair_fu (4 -> 2)", "", "", "", "", None]


def test_rows_equal_comparisons(rules, corpus):
    hands = [*corpus, "bla"]
    table = kazoe.compare(rules, hands, as_table=True)
    rows = table.to_pylist()
    different = 0
    for number, compared in enumerate(kazoe.compare(rules, hands, reasons=True)):
        mine = rows[3 * number : 3 * number + 3]
        assert all(row["same"] for row in mine) == compared.same
        assert {field for row in mine for field in row["differs"]} == {*compared.differs}
        reasons = {reason["result"]: reason["message"] for reason in compared.details["reasons"]}
        for index, (row, result) in enumerate(zip(mine, compared.results)):
            if isinstance(result, kazoe.HandError):
                assert (row["error"], row["points"]) == (result.code, None)
            else:
                assert (row["error"], row["points"], row["fu"]) == (None, result.points, result.fu)
                assert row["yaku"] == [yaku.id for yaku in result.yaku]
            assert bool(row["why"]) == (index in reasons)
            for rule in filter(None, row["why"].split("; ")):
                assert rule in reasons[index]
        different += not compared.same
    assert different > 50


def test_a_hand_is_read_with_the_words_of_all(rules):
    """As by compare, which reads a hand once."""
    both = [rules[2], kazoe.Ruleset("tenhou", overlays=["local-yaku"])]
    hand = "123456m23p55789s +1p riichi riichi_discard"
    assert both[0].score_many([hand])["error"][0] == "unknown_word"
    table = kazoe.compare(both, [hand], as_table=True)
    assert table["error"].to_pylist() == [None, None] and "yaku" in table["differs"].to_pylist()[1]
    assert table["points"].to_pylist() == [result.points for result in kazoe.compare(both, hand).results]


def test_texts_have_names_of_their_own():
    clubs = [kazoe.Ruleset("tenhou", overlays=[f"kazoe: 1\nyaku:\n  pinfu: {{value: {value}}}\n"]) for value in (2, 3)]
    assert len({rules.label for rules in clubs}) == 2


def test_why_is_missing_where_nobody_asks(rules):
    table = kazoe.compare(rules[:2], [DOUBLE_WIND], as_table=True, reasons=False)
    assert table["why"].to_pylist() == [None, None] and table["same"].to_pylist() == [True, False]


def test_many_hands_and_none(rules):
    hands = [HANDS[i % len(HANDS)] for i in range(70_001)]  # more than are in memory at a time
    table = kazoe.compare(["ema-2016", "ema-2025"], hands, as_table=True)
    table.validate(full=True)
    assert table.num_rows == 140_002 and table["hand"].to_pylist()[::2] == hands
    assert table["points"].to_pylist()[::2] == rules[0].score_many(hands)["points"].to_list()
    for none in ([], pa.array([], pa.string()), pa.chunked_array([], pa.string())):
        empty = kazoe.compare(rules, none, as_table=True)
        assert empty.num_rows == 0 and empty.schema == table.schema
    with pytest.raises(TypeError):
        kazoe.compare(rules, HAND, as_table=True)
    with pytest.raises(kazoe.KazoeError):
        kazoe.compare([], [HAND], as_table=True)


def test_columns_of_others(rules):
    pl, pd = pytest.importorskip("polars"), pytest.importorskip("pandas")
    want = kazoe.compare(rules, HANDS, as_table=True)
    for column in (pl.Series(HANDS), pd.Series(HANDS, dtype="string[pyarrow]"), pa.chunked_array([HANDS[:2], HANDS[2:]]),
                   pa.array(HANDS).dictionary_encode(), pa.table({"hand": HANDS}), iter(HANDS)):
        assert kazoe.compare(rules, column, as_table=True).to_pylist() == want.to_pylist()
    bytes = [hand and hand.encode() for hand in HANDS] + [b"\xff"]
    table = kazoe.compare(rules, bytes, as_table=True)
    assert table["error"].to_pylist()[-1] == "not_utf8" and table["hand"].to_pylist()[-1] == "\ufffd"
    structured = pa.table({"tiles": [["1m"]], "win": ["1p"], "way": ["ron"]})
    assert kazoe.compare(rules, structured, as_table=True)["error"].to_pylist() == ["tile_count"] * 3


def test_who_reads_them(rules, corpus):
    duckdb, pl = pytest.importorskip("duckdb"), pytest.importorskip("polars")
    rows = kazoe.compare(rules[:2], corpus, as_table=True)
    summary = kazoe.summary(rules[:2], corpus, reasons=True)
    with duckdb.connect() as db:
        found = db.sql("SELECT count(*), count(*) FILTER (list_contains(differs, 'points')) FROM rows WHERE NOT same")
        assert found.fetchall()[0][0] == summary["different"]
        sums = db.sql("SELECT sum(points) FROM rows GROUP BY ruleset ORDER BY ruleset").fetchall()
    frame = pl.DataFrame(rows)
    assert frame.group_by("ruleset").agg(pl.col("points").sum()).sort("ruleset")["points"].to_list() == [n for n, in sums]
    assert rows.to_pandas().groupby("ruleset")["points"].sum().to_list() == [n for n, in sums]
    assert frame.filter(~pl.col("same"))["why"].value_counts()["count"].sum() == summary["different"]


def columns_of_the_command(*arguments, input=None):
    command = PROJECT / "kazoe"
    if not command.exists():
        pytest.skip("the command kazoe is not built")
    done = subprocess.run([command, *arguments], input=input, capture_output=True, text=True,
                          env={"KAZOE_PATH": str(PROJECT / "rules")})
    assert done.returncode in (0, 1), done.stderr
    return list(csv.DictReader(done.stdout.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


def as_command(row, names):
    """A row of a table as the command writes it."""
    said = {}
    for name in names:
        value = row[name]
        if name == "yaku":
            value = " ".join(id if times == 1 else f"{id}*{times}" for id, times in zip(value, row["yaku_counts"]))
        elif name == "limit" and not row["win"]:
            value = None
        elif isinstance(value, list):
            value = " ".join(value)
        said[name] = "" if value is None else str(int(value) if isinstance(value, bool) else value)
    return said


def test_the_command_writes_the_same(rules, corpus):
    names = ["ruleset", "error", "win", "points", "total", "qualifying", "fu", "limit", "E", "S", "W", "N", "discarder",
             "others", "yaku", "same", "differs", "why"]
    said = columns_of_the_command("compare", "-r", "ema-2016", "-r", "ema-2025", "-r", "tenhou", "--columns",
                                  ",".join(names), input="\n".join(corpus))
    assert said == [as_command(row, names) for row in kazoe.compare(rules, corpus, as_table=True).to_pylist()]
