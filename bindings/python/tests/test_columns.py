"""score_many: columns of the libraries that people have, in and out."""

import copy
import gc
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor

import pytest

import kazoe
from conftest import HAND

WIN, REFUSED, TSUMO = HAND, "1234567m23p55789s +1p", "123456m23p55789s +1p tsumo seat=E"
NO_WIN = "123m456m78p99s [234s] +9p seat=S from=W"
HANDS = [WIN, None, REFUSED, TSUMO, NO_WIN]
POINTS = [2000, None, None, 2100, 0]


def texts(count):
    """Many hands, of different lengths and with gaps."""
    return [HANDS[i * i % 5] if i % 7 else f"{WIN} honba={i % 10}" for i in range(count)]


def expected(rules, hands):
    points = []
    for hand in hands:
        try:
            points.append(None if hand is None else rules.score(hand).points)
        except kazoe.HandError:
            points.append(None)
    return points


def test_columns(tenhou):
    scores = tenhou.score_many(HANDS)
    assert len(scores) == 5
    assert scores["win"].to_list() == [True, None, None, True, False]
    assert scores["error"].to_list() == [None, None, "tile_count", None, None]
    assert scores["points"].to_list() == POINTS
    assert scores["total"].to_list() == [2, None, None, 2, 0]
    assert scores["fu"].to_list() == [30, None, None, 20, 30]
    assert scores["limit"].to_list() == [None] * 5
    assert scores["S"].to_list() == [2000, None, None, -700, None]
    assert scores["discarder"].to_list() == [None] * 5
    assert scores["yaku"].to_list() == [["riichi", "pinfu"], None, None, ["menzen_tsumo", "pinfu"], []]
    assert scores["yaku_counts"].to_list() == [[1, 1], None, None, [1, 1], []]
    assert scores["points"][-1] == 0 and list(scores["win"])[0] is True
    with pytest.raises(IndexError):
        scores["points"][5]
    with pytest.raises(KeyError):
        scores["nothing"]
    unknown = tenhou.score_many(["123456m23p55789s +1p riichi seat=S"])
    assert [unknown[name][0] for name in ("E", "S", "discarder", "others")] == [None, 2000, -2000, 0]


def test_rows_equal_single_hands(tenhou):
    hands = texts(20_001)  # some blocks of the engine, and more yaku than it makes room for at first
    scores = tenhou.score_many(hands)
    assert scores["points"].to_list() == expected(tenhou, hands)
    for name in scores.column_names:
        assert scores[name].to_list() == [scores[name][row] for row in range(len(hands))]
    for row in range(0, len(hands), 997):
        if scores["win"][row] is not None:
            result = tenhou.score(hands[row])
            assert scores["yaku"][row] == [yaku.id for yaku in result.yaku]
            assert scores["fu"][row] == result.fu


def test_many_yaku():
    rules = kazoe.Ruleset("mcr")
    hands = ["123456789m11p45s +6s ron seat=S from=W flowers=8", "19m19p19s1234567z +1m tsumo"] * 10_000
    scores = rules.score_many(hands)
    for row in (0, 1, 8191, 8192, 19_999):
        assert scores["yaku"][row] == [yaku.id for yaku in rules.score(hands[row]).yaku]
        assert scores["yaku_counts"][row] == [yaku.count for yaku in rules.score(hands[row]).yaku]


def test_iterables(tenhou):
    record = {"hand": "123456m23p55789s", "win": "1p", "seat": "S", "from": "W", "flags": ["riichi"]}
    scores = tenhou.score_many(iter([WIN, WIN.encode(), record, None, float("nan"), b"\xff"]))
    assert scores["points"].to_list() == [2000, 2000, 2000, None, None, None]
    assert scores["error"][5] == "not_utf8"
    assert len(tenhou.score_many([])) == 0 and tenhou.score_many([])["yaku"].to_list() == []
    for wrong in (WIN, b"1m", bytearray(b"1m"), {"hand": "1m"}, [3], 3):
        with pytest.raises(TypeError):
            tenhou.score_many(wrong)
    with pytest.raises(TypeError, match="row 1, counted from 0: a hand is a str, bytes or a mapping, not int"):
        tenhou.score_many([WIN, 5])


# --- copies -----------------------------------------------------------------------------------------


def test_pickle(tenhou):
    for hands in (texts(1001), HANDS, []):
        scores = tenhou.score_many(hands)
        for again in (pickle.loads(pickle.dumps(scores)), copy.copy(scores), copy.deepcopy(scores)):
            assert list(again) == list(scores) and len(again) == len(hands)
            assert again.column_names == scores.column_names
        for column in scores.column_names:
            assert copy.deepcopy(scores[column]).to_list() == scores[column].to_list()
    pa = pytest.importorskip("pyarrow")
    copied = pickle.loads(pickle.dumps(scores := tenhou.score_many(HANDS)))
    pa.table(copied).validate(full=True)
    assert pa.table(copied) == pa.table(scores)
    stored = pickle.dumps(scores)
    packed = scores.__reduce__()[1][0]
    at = stored.index(packed) + len(packed) // 2
    with pytest.raises(ValueError, match="this pickle of scores is damaged"):
        pickle.loads(stored[:at] + bytes([stored[at] ^ 1]) + stored[at + 1 :])
    unpack, (packed, number, checksum) = scores.__reduce__()
    for wrong in (packed[:-1], packed[:20], b""):
        pytest.raises(ValueError, unpack, wrong, number, checksum)


def test_processes_return_scores(tenhou):
    with ProcessPoolExecutor(1) as pool:
        assert pool.submit(tenhou.score_many, HANDS).result()["points"].to_list() == POINTS


def test_threads(tenhou):
    wrong = []

    def work():
        if tenhou.score_many(HANDS * 1000)["points"].to_list() != POINTS * 1000:
            wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


# --- NumPy ------------------------------------------------------------------------------------------


def test_numpy_in(tenhou):
    np = pytest.importorskip("numpy")
    present = [WIN, REFUSED, TSUMO]
    for column in (np.array(present), np.array([text.encode() for text in present])):
        assert tenhou.score_many(column)["points"].to_list() == [2000, None, 2100]
    assert tenhou.score_many(np.array(HANDS, dtype=object))["points"].to_list() == POINTS
    if hasattr(np.dtypes, "StringDType"):
        column = np.array([WIN, None], dtype=np.dtypes.StringDType(na_object=None))
        assert tenhou.score_many(column)["points"].to_list() == [2000, None]
    with pytest.raises(TypeError):
        tenhou.score_many(np.array([1, 2]))


def test_numpy_out(tenhou):
    np = pytest.importorskip("numpy")
    scores = tenhou.score_many([WIN, TSUMO, NO_WIN])
    points = np.asarray(scores["points"])
    assert points.dtype == np.int64 and points.tolist() == [2000, 2100, 0]
    assert np.shares_memory(points, np.asarray(scores["points"])) and not points.flags.writeable
    assert not np.shares_memory(points, np.array(scores["points"]))
    assert np.asarray(scores["win"]).tolist() == [True, True, False]
    assert np.array(scores["points"], dtype=float).sum() == 4100
    del scores
    gc.collect()
    assert points.tolist() == [2000, 2100, 0]


def test_numpy_out_with_missing_values(tenhou):
    np = pytest.importorskip("numpy")
    scores = tenhou.score_many(HANDS)
    for name in ("points", "total", "qualifying", "fu", "E", "others"):
        column = np.asarray(scores[name])
        assert column.dtype == np.float64
        assert [None if value != value else value for value in column.tolist()] == scores[name].to_list()
    assert np.nansum(np.asarray(scores["points"], dtype="f4")) == 4100
    for name in ("win", "error", "limit", "yaku"):
        assert np.asarray(scores[name]).tolist() == scores[name].to_list()
    assert np.asarray(scores["points"], dtype=object).tolist() == POINTS
    assert np.isnan(np.asarray(scores["win"], dtype=float)).tolist() == [False, True, True, False, False]
    for name, dtype in (("points", int), ("fu", "i2"), ("win", bool), ("points", "u8")):
        assert "are missing" in str(pytest.raises(ValueError, np.asarray, scores[name], dtype=dtype).value)
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        for name in ("points", "error"):
            assert "needs a copy" in str(pytest.raises(ValueError, np.asarray, scores[name], copy=False).value)


# --- PyArrow ----------------------------------------------------------------------------------------


@pytest.fixture
def pa():
    return pytest.importorskip("pyarrow")


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "binary", "large_binary", "binary_view"])
def test_arrow_in(tenhou, pa, kind):
    hands = texts(1000)
    column = pa.array(hands, pa.string()).cast(pa.binary() if "binary" in kind else pa.string()).cast(getattr(pa, kind)())
    points = expected(tenhou, hands)
    assert tenhou.score_many(column)["points"].to_list() == points
    assert tenhou.score_many(column.slice(13, 600))["points"].to_list() == points[13:613]
    chunks = pa.chunked_array([column[:7], column[7:7], column[7:300], column[301:]])
    assert tenhou.score_many(chunks)["points"].to_list() == points[:300] + points[301:]
    assert tenhou.score_many(chunks)["win"].to_list().count(True) == tenhou.score_many(column)["win"].to_list().count(True) - (points[300] not in (None, 0))


def test_arrow_dictionary_in(tenhou, pa):
    column = pa.array(HANDS * 3).dictionary_encode()
    assert tenhou.score_many(column)["points"].to_list() == POINTS * 3
    assert tenhou.score_many(column[3:])["points"].to_list() == (POINTS * 3)[3:]


def test_arrow_table_in(tenhou, pa):
    assert tenhou.score_many(pa.table({"hand": HANDS}))["points"].to_list() == POINTS
    assert tenhou.score_many(pa.record_batch({"hand": HANDS}))["points"].to_list() == POINTS
    with pytest.raises(TypeError, match="not a table of 2 .'hand', 'id'."):
        tenhou.score_many(pa.table({"hand": HANDS, "id": range(5)}))
    with pytest.raises(TypeError, match="not of numbers"):
        tenhou.score_many(pa.array([1, 2]))


def test_arrow_reads_in_place(tenhou, pa):
    column = pa.array([WIN] * 200_000, pa.large_string())
    before = pa.total_allocated_bytes()
    tenhou.score_many(column)
    assert pa.total_allocated_bytes() == before


def test_arrow_out(tenhou, pa):
    scores = tenhou.score_many(HANDS)
    table = pa.table(scores)
    table.validate(full=True)
    assert table.column_names == scores.column_names
    for name in scores.column_names:
        assert table[name].to_pylist() == scores[name].to_list(), name
        assert pa.array(scores[name]).to_pylist() == scores[name].to_list()
        assert pa.chunked_array(scores[name]).null_count == scores[name].to_list().count(None)
    assert pa.record_batch(scores).num_rows == 5
    assert pa.schema(scores) == table.schema
    batch = pa.record_batch(scores)
    del scores, table
    gc.collect()
    assert batch["points"].to_pylist() == POINTS


def test_arrow_out_after_odd_chunks(tenhou, pa):
    hands = texts(30_000)
    chunks = pa.chunked_array([hands[:3], hands[3:9001], hands[9001:]])
    table = pa.table(tenhou.score_many(chunks))
    table.validate(full=True)
    assert table == pa.table(tenhou.score_many(hands))


def test_arrow_empty(tenhou, pa):
    table = pa.table(tenhou.score_many(pa.chunked_array([], pa.string())))
    table.validate(full=True)
    assert table.num_rows == 0


# --- Polars, pandas, DuckDB -------------------------------------------------------------------------


def test_polars(tenhou):
    pl = pytest.importorskip("polars")
    series = pl.Series("hand", HANDS * 100)
    scores = tenhou.score_many(series)
    assert scores["points"].to_list() == POINTS * 100
    assert tenhou.score_many(series[3:47])["points"].to_list() == (POINTS * 100)[3:47]
    assert tenhou.score_many(series.cast(pl.Categorical))["points"].to_list() == POINTS * 100
    assert tenhou.score_many(pl.DataFrame({"hand": series}))["points"].to_list() == POINTS * 100
    frame = pl.DataFrame(scores)
    assert frame["points"].to_list() == POINTS * 100
    assert frame["yaku"][0].to_list() == ["riichi", "pinfu"] and frame["error"][2] == "tile_count"
    assert pl.Series(scores["fu"]).sum() == 80 * 100
    long = pl.concat([series, pl.Series("hand", [WIN])], rechunk=False)
    assert tenhou.score_many(long)["points"].to_list() == [*(POINTS * 100), 2000]


def test_pandas(tenhou):
    pd = pytest.importorskip("pandas")
    for dtype in (object, "string[python]", "string[pyarrow]", "str", "category"):
        try:
            column = pd.Series(HANDS, dtype=dtype)
        except ImportError:
            continue
        assert tenhou.score_many(column)["points"].to_list() == POINTS, dtype
    pa = pytest.importorskip("pyarrow")
    column = pd.Series(HANDS, dtype=pd.ArrowDtype(pa.large_string()))
    scores = tenhou.score_many(column)
    assert scores["points"].to_list() == POINTS
    frame = pd.DataFrame.from_arrow(scores) if hasattr(pd.DataFrame, "from_arrow") else pa.table(scores).to_pandas()
    assert frame["points"].fillna(-1).tolist() == [2000, -1, -1, 2100, 0]
    assert frame["error"].tolist()[2] == "tile_count"


def test_a_column_of_pandas_without_values(tenhou):
    pd = pytest.importorskip("pandas")
    scores = tenhou.score_many(["bla"])
    assert pd.DataFrame(scores)["points"].tolist() == [None]  # of rows, as README.md says
    assert scores.to_pandas()["points"].dtype == float


def test_lazy_frames_have_no_rows(tenhou):
    pl = pytest.importorskip("polars")
    lazy = pl.LazyFrame({"hand": HANDS})
    try:
        assert tenhou.score_many(lazy)["points"].to_list() == POINTS
    except TypeError as error:
        assert "collect()" in str(error)


def test_duckdb(tenhou):
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    with duckdb.connect() as db:
        db.execute("create table t (id integer, hand varchar)")
        db.executemany("insert into t values (?, ?)", list(enumerate(HANDS)))
        scores = tenhou.score_many(db.sql("select hand from t order by id"))
        assert scores["points"].to_list() == POINTS
        assert db.sql("select sum(points), count(error), max(len(yaku)) from scores").fetchall() == [(4100, 1, 2)]
        scored = db.sql("select hand from t order by id").arrow()
        table = scored.read_all() if hasattr(scored, "read_all") else scored
        assert tenhou.score_many(table["hand"])["points"].to_list() == POINTS


# --- whole tables -------------------------------------------------------------------------------------


def test_rows(tenhou):
    first, second, third, *_ = tenhou.score_many(HANDS)
    assert (first["points"], first["fu"], first["yaku"]) == (2000, 30, ["riichi", "pinfu"])
    assert set(second.values()) == {None} and third["error"] == "tile_count"


def test_pandas_index_is_no_column(tenhou):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"hand": HANDS})
    for index in [[4, 2, 0, 1, 3], list("abcde"), pandas.Index(range(5), name="game"), pandas.Index(list("abcde"), name="id")]:
        assert tenhou.score_many(frame.set_axis(index))["points"].to_list() == POINTS
    assert tenhou.score_many(frame[frame.hand.eq(TSUMO)])["points"].to_list() == [2100]
    assert tenhou.score_many(frame.to_numpy())["points"].to_list() == POINTS
    assert tenhou.score_many(frame.assign(_note=1))["points"].to_list() == POINTS


def test_columns_without_any_hand(tenhou, pa):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    nothing = [pa.nulls(2), polars.Series([None, None]), pandas.Series([None, None], dtype=object), [None, None]]
    for column in nothing:
        assert tenhou.score_many(column)["error"].to_list() == [None, None]
    with pytest.raises(TypeError, match="not of numbers"):
        tenhou.score_many(pa.array([1.5]))


def test_slices_and_names(tenhou):
    scores = tenhou.score_many(HANDS)
    assert scores["points"][1:4] == POINTS[1:4]
    assert list(scores.keys()) == scores.column_names


def test_pandas_knows_what_is_missing(tenhou):
    pd = pytest.importorskip("pandas")
    scores = tenhou.score_many(HANDS)
    hands = pd.DataFrame({"hand": HANDS})
    for points in (
        pd.Series(scores["points"]),
        hands.assign(points=scores["points"])["points"],
        pd.DataFrame(scores)["points"],
        pd.DataFrame({"points": scores["points"]})["points"],
        scores.to_pandas()["points"],
    ):
        assert points.isna().tolist() == [False, True, True, False, False]
        assert points.sum() == 4100 and points.mean() == pytest.approx(4100 / 3)
    for name in scores.column_names:
        missing = [value is None for value in scores[name]]
        for frame in (pd.DataFrame(scores), scores.to_pandas()):
            assert frame[name].isna().tolist() == missing, name
    frame = scores.to_pandas()
    assert frame["fu"].min() == 20 and frame["win"].tolist() == [True, None, None, True, False]
    assert tenhou.score_many([WIN]).to_pandas()["points"].dtype == "int64"


def test_to_polars_and_arrow(tenhou, pa):
    pl = pytest.importorskip("polars")
    scores = tenhou.score_many(HANDS)
    assert scores.to_polars()["points"].to_list() == POINTS and scores.to_polars()["fu"].null_count() == 2
    assert scores.to_polars().columns == scores.column_names
    assert scores.to_arrow()["points"].to_pylist() == POINTS and scores.to_arrow()["points"].null_count == 2
    assert tenhou.score_many([]).to_polars().schema["points"] == pl.Int64


# --- columns of tiles -----------------------------------------------------------------------------------

TILES = ["1m", "2m", "3m", "4m", "5m", "6m", "2p", "3p", "5s", "5s", "7s", "8s", "9s"]
NUMBERS = [0, 4, 8, 12, 17, 20, 40, 44, 89, 90, 96, 100, 104, 36]
STRUCTURED = {
    "tiles": [TILES, TILES, None, TILES, ["1m"]],
    "win": ["1p", "1p", "1p", "1p", "1p"],
    "way": ["ron", "tsumo", "ron", None, "ron"],
    "seat": ["S", "E", "S", "S", "S"],
    "from": ["W", None, "W", "E", "W"],
    "words": ["riichi", "riichi ippatsu", "riichi", None, None],
    "honba": [None, 2, None, 1, 0],
    "dora": ["4p9m", None, None, None, None],
}
LINES = [
    "123456m23p55789s +1p riichi seat=S from=W dora=4p9m",
    "123456m23p55789s +1p tsumo seat=E honba=2 riichi ippatsu",
    None,
    "123456m23p55789s +1p seat=S from=E honba=1",
    "1m +1p seat=S from=W",
]


def same(rules, column, lines):
    got, want = rules.score_many(column), rules.score_many(lines)
    for name in want.column_names:
        assert got[name].to_list() == want[name].to_list(), name


def test_structured_columns(tenhou, pa):
    table = pa.table(STRUCTURED)
    same(tenhou, table, LINES)
    same(tenhou, table.slice(1, 3), LINES[1:4])
    same(tenhou, pa.concat_tables([table.slice(3), table]), LINES[3:] + LINES)
    same(tenhou, pa.StructArray.from_arrays([column.combine_chunks() for column in table.columns], table.column_names), LINES)
    flags = [words and words.split() for words in STRUCTURED["words"]]
    records = table.drop_columns(["tiles", "way", "words"])
    for name, values in (("hand", STRUCTURED["tiles"]), ("by", STRUCTURED["way"]), ("flags", flags)):
        records = records.append_column(name, pa.array(values))
    same(tenhou, records, LINES)
    assert kazoe.summary([tenhou, tenhou], table)["hands"] == 4


def test_structured_columns_of_others(tenhou):
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    frame = pl.DataFrame(STRUCTURED)
    same(tenhou, frame, LINES)
    same(tenhou, frame[1:4], LINES[1:4])
    same(tenhou, frame.to_struct("hands"), LINES)
    same(tenhou, frame.with_columns(pl.col("way", "seat").cast(pl.Categorical)), LINES)
    same(tenhou, pd.DataFrame(STRUCTURED), LINES)
    same(tenhou, pd.DataFrame(STRUCTURED).astype({"way": "category"}), LINES)
    same(tenhou, frame.to_dicts(), LINES)


def test_records_of_pandas(tenhou):
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"hand": ["123456m23p55789s", "123456m23p55789s", None], "win": ["1p"] * 3, "honba": [2, None, 1],
                          "from": [None, "W", "W"], "words": ["riichi", None, "riichi"]})
    same(tenhou, frame, frame.to_dict("records"))
    assert tenhou.score_many(frame.to_dict("records"))["points"].to_list() == [2000, 1000, None]


def test_empty_texts_in_a_table(tenhou, pa):
    hand = "123456m23p55789s"
    columns = {"tiles": [hand, hand, ""], "win": ["1p", "1p", "1p"], "words": ["riichi", "", "riichi"]}
    same(tenhou, pa.table(columns), [f"{hand} +1p riichi", f"{hand} +1p", {"hand": "", "win": "1p"}])
    for key in ("win", "way", "seat", "from", "round", "melds", "dora", "ura", "id", "notation"):
        table = pa.table({**columns, key: ["", None, "1z"]})
        same(tenhou, table, table.to_pylist())


def test_columns_of_lists(tenhou, pa):
    lines = ["123456m23p55789s1p", None, "1m"]
    lists = [[*TILES, "1p"], None, ["1m"]]
    same(tenhou, lists, lines)
    for kind in (pa.list_(pa.string()), pa.large_list(pa.string_view()), pa.list_(pa.dictionary(pa.int8(), pa.string()))):
        same(tenhou, pa.array(lists, kind), lines)
        same(tenhou, pa.array([lists[2], *lists], kind)[1:], lines)
        same(tenhou, pa.table({"tiles": pa.array(lists, kind)}), lines)
    same(tenhou, pa.array(lists[:2], pa.list_(pa.string(), 14)), lines[:2])
    same(tenhou, pa.array([lists[1], *lists[:2]], pa.list_(pa.string(), 14))[1:], lines[:2])
    for numbers in (pa.uint8(), pa.int64(), pa.int16()):
        same(tenhou, pa.array([NUMBERS, None], pa.list_(numbers)), lines[:2])
    kinds = [number // 4 for number in NUMBERS]
    same(tenhou, pa.table({"tiles": [kinds], "notation": ["tiles-34"]}), lines[:1])
    # Numbers below 34 may be tiles or kinds of tiles: nothing is guessed.
    assert tenhou.score_many([[0, 1, 2, 3, 4, 5]])["error"].to_list() == ["ambiguous"]


def test_columns_that_are_no_hands(tenhou, pa):
    for names, said in (
        (["tiles", "player"], '"player" is not a key of a hand'),
        (["seat", "win"], "one of them holds the tiles"),
        (["tiles", "seat", "hand"], "'tiles' and 'hand' are the same key"),
        (["hand", "words", "flags"], "'words' and 'flags' are the same key"),
        (["hand", "id"], "give the lines alone"),
    ):
        table = pa.table({name: ["1m"] for name in names})
        assert said in str(pytest.raises(TypeError, tenhou.score_many, table).value)
    dates = pa.table({"hand": pa.array([1], pa.date32()), "seat": ["S"]})
    assert "format 'tdD'" in str(pytest.raises(TypeError, tenhou.score_many, dates).value)
    assert tenhou.score_many([{"hand": "1m", "tiles": "1m"}])["error"][0] == "unknown_key"
