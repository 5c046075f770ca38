"""Rows of hands, as tables of Arrow: scores under one ruleset, or one row for each hand and ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._analysis import Comparer
from ._columns import Scores, chunks_of, outside
from ._engine import ffi, lib
from ._ruleset import Ruleset

if TYPE_CHECKING:
    import pyarrow

#: Columns of scores, in types that every reader of Parquet has.
SCORES = (
    ("win", "bool"),
    ("error", "text"),
    ("points", "wide"),
    ("total", "whole"),
    ("qualifying", "whole"),
    ("fu", "whole"),
    ("limit", "text"),
    *((name, "wide") for name in ("E", "S", "W", "N", "discarder", "others")),
    ("yaku", "texts"),
    ("yaku_counts", "wholes"),
)
#: The columns that a comparison adds, after the name of the ruleset.
DIFFERENCES = (("same", "bool"), ("differs", "texts"), ("why", "text"))
#: The columns of a win in a log.
LOGGED = (
    ("file", "text"),
    ("game", "whole"),
    ("round", "text"),
    ("seat", "text"),
    ("player", "text"),
    ("logged_total", "whole"),
    ("logged_points", "wide"),
)
_SPARK = {
    "bool": "boolean",
    "text": "string",
    "whole": "int",
    "wide": "bigint",
    "texts": "array<string>",
    "wholes": "array<int>",
}

#: Hands whose rows are made at a time.
AT_ONCE = 65536

Fields = tuple[tuple[str, str], ...]


def _types() -> dict[str, Any]:
    import pyarrow as pa

    whole, text = pa.int32(), pa.string()
    return {
        "bool": pa.bool_(),
        "text": text,
        "whole": whole,
        "wide": pa.int64(),
        "texts": pa.list_(text),
        "wholes": pa.list_(whole),
    }


def arrow_schema(fields: Fields) -> pyarrow.Schema:
    import pyarrow

    types = _types()
    return pyarrow.schema([(name, types[kind]) for name, kind in fields])


def spark_schema(fields: Fields) -> str:
    """Return the schema in the syntax of Spark."""
    return ", ".join(f"`{name}` {_SPARK[kind]}" for name, kind in fields)


@dataclass(frozen=True)
class Rows:
    """A description of rows: scores under the only ruleset, or a row for each hand and ruleset. It is pickled
    for other processes. column: the name of the column of hands.
    """

    rulesets: tuple[Ruleset, ...]
    compares: bool
    reasons: bool = True
    column: str = "hand"

    @property
    def fields(self) -> Fields:
        compared = (("ruleset", "text"), *SCORES, *DIFFERENCES)
        return ((self.column, "text"), *(compared if self.compares else SCORES))

    def maker(self) -> Callable[[Any], Iterator[pyarrow.RecordBatch]]:
        """Return a function that makes the rows of an array of texts or bytes. It takes memory and time to
        make, and is for one thread at a time.
        """
        comparer = Comparer(self.rulesets, self.reasons) if self.compares else None

        def make(hands: Any) -> Iterator[pyarrow.RecordBatch]:
            for start in range(0, len(hands), AT_ONCE):
                yield self._batch(comparer, hands[start : start + AT_ONCE])

        return make

    def _batch(self, comparer: Comparer | None, hands: Any) -> pyarrow.RecordBatch:
        import pyarrow

        columns = (
            _compared(comparer, hands) if comparer else [_texts(hands), *_scores(self.rulesets[0].score_many(hands))]
        )
        return pyarrow.record_batch(columns, schema=arrow_schema(self.fields))


def table(rows: Rows, column: Any) -> pyarrow.Table:
    """Return the rows of any column of hands that score_many takes."""
    import pyarrow

    make = rows.maker()
    batches = [
        batch for chunk in chunks_of(column) for batch in make(pyarrow.array(chunk.to_list(), pyarrow.binary()))
    ]
    return pyarrow.Table.from_batches(batches, arrow_schema(rows.fields))


def _scores(scores: Scores) -> list[Any]:
    import pyarrow

    types, made = _types(), pyarrow.record_batch(scores)
    return [_plain(made.column(name), types[kind]) for name, kind in SCORES]


def _texts(hands: Any) -> Any:
    """Return hands as texts; invalid UTF-8 is replaced."""
    import pyarrow

    try:
        return hands.cast(pyarrow.string())
    except pyarrow.ArrowInvalid:
        return pyarrow.array([hand and hand.decode("utf-8", "replace") for hand in hands.to_pylist()], pyarrow.string())


def _plain(array: Any, type: Any) -> Any:
    """Return a table without dictionaries, and with lists whose offsets have the usual width."""
    import pyarrow

    if not pyarrow.types.is_list(type):
        return array.cast(type)
    values = array.flatten().cast(type.value_type)
    return pyarrow.ListArray.from_arrays(array.offsets.cast(pyarrow.int32()), values, mask=array.is_null())


# --- under several rulesets -----------------------------------------------------------------------


def _compared(comparer: Comparer, hands: Any) -> list[Any]:
    import pyarrow as pa

    rulesets = comparer.rulesets
    pointers = ffi.new("kz_ruleset *[]", [rules._rules for rules in rulesets])
    made = lib.kzpy_rows_new(pointers, len(rulesets), len(hands))
    if made == ffi.NULL:
        raise MemoryError("kazoe: out of memory")
    rows = ffi.gc(made, lib.kzpy_rows_free)
    for chunk in chunks_of(hands):
        status = lib.kzpy_rows_fill(rows, comparer.comparison, chunk.texts())
        if status == lib.KZ_NO_MEMORY:
            raise MemoryError("kazoe: out of memory")
        if status != lib.KZ_OK:
            raise outside(status)
    under = [_under(comparer, rows, i, hands) for i in range(len(rulesets))]
    # The rows of a hand are next to each other, in the order of the rulesets.
    order = pa.array([i * len(hands) + hand for hand in range(len(hands)) for i in range(len(rulesets))], pa.int64())
    return [pa.concat_arrays(parts).take(order) for parts in zip(*under)]


def _under(comparer: Comparer, rows: Any, index: int, hands: Any) -> list[Any]:
    """Return the columns of one ruleset."""
    import pyarrow as pa
    import pyarrow.compute as pc

    scores = Scores(ffi.gc(lib.kzpy_rows_columns(rows, index), lib.kzpy_columns_free))
    differs, why = (_said(rows, index, what, len(hands)) for what in (lib.KZPY_DIFFERS, lib.KZPY_WHY))
    there, nothing = hands.is_valid(), pa.scalar(None, pa.string())
    same = pc.equal(differs, "")
    fields = pc.if_else(same, pa.scalar([], pa.list_(pa.string())), pc.split_pattern(differs, ", "))
    missing = (pa.scalar(None, array.type) for array in (same, fields))
    return [
        _texts(hands),
        pa.repeat(comparer.rulesets[index].label, len(hands)),
        *_scores(scores),
        *(pc.if_else(there, array, none) for array, none in zip((same, fields), missing)),
        pc.if_else(there, why, nothing) if comparer.reasons else pa.nulls(len(hands), pa.string()),
    ]


def _said(rows: Any, index: int, what: int, count: int) -> Any:
    import pyarrow as pa

    said = lib.kzpy_rows_said(rows, index, what)
    size = said.offsets[count]
    text = bytes(ffi.buffer(said.bytes, size)) if size else b""
    offsets = bytes(ffi.buffer(said.offsets, 8 * (count + 1)))
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(text)]
    return pa.Array.from_buffers(pa.large_string(), count, buffers).cast(pa.string())
