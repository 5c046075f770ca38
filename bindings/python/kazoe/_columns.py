"""Columns of hands, scored into columns of results, by Arrow's PyCapsule interface."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any

from ._engine import ffi, lib
from ._errors import STATUS_CODES
from ._records import to_bytes

if TYPE_CHECKING:
    from ._ruleset import Ruleset

_SCHEMA, _ARRAY, _STREAM = b"arrow_schema", b"arrow_array", b"arrow_array_stream"

_get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_get_pointer.restype, _get_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

# --- handing out ----------------------------------------------------------------------------------


def _capsule(made: Any, name: bytes, free: Any) -> Any:
    """A capsule that owns a struct of Arrow."""
    return _new_capsule(int(ffi.cast("uintptr_t", made)), name, int(ffi.cast("uintptr_t", free)))


def _checked(made: Any) -> Any:
    if not made:
        raise MemoryError("kazoe: out of memory")
    return made


class _Exported:
    """Columns as others take them. number: of one column, -1 of all."""

    _columns: Any
    _number: int

    def __arrow_c_schema__(self) -> Any:
        schema = _checked(lib.kzpy_new_schema())
        capsule = _capsule(schema, _SCHEMA, lib.kzpy_free_schema_capsule())
        _checked(lib.kzpy_export_schema(schema, self._columns, self._number))
        return capsule

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        made = _checked(lib.kzpy_new_array())
        capsule = _capsule(made, _ARRAY, lib.kzpy_free_array_capsule())
        _checked(lib.kzpy_export_array(made, self._columns, self._number))
        return self.__arrow_c_schema__(), capsule

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        stream = _checked(lib.kzpy_new_stream())
        capsule = _capsule(stream, _STREAM, lib.kzpy_free_stream_capsule())
        _checked(lib.kzpy_export_stream(stream, self._columns, self._number))
        return capsule


_NUMBERS = {"i": ("int32_t", "<i4"), "l": ("int64_t", "<i8"), "s": ("int16_t", "<i2"), "c": ("int8_t", "|i1")}


class Column(_Exported):
    """A column of results.

    Arrow libraries take it without a copy, and so does NumPy if it holds numbers (numpy.asarray): then
    missing values are 0, missing fu -1. Elements are Python values, None where one is missing.
    """

    def __init__(self, columns: Any, number: int) -> None:
        self._columns, self._number = columns, number
        self._column = lib.kzpy_column_of(columns, number)
        column = self._column
        self.name: str = ffi.string(column.name).decode()
        self._format = ffi.string(column.format).decode()
        self._elements = None if column.elements < 0 else Column(columns, column.elements)
        self._words: list[str] | None = None
        if column.n_dictionary >= 0:
            text = bytes(ffi.buffer(column.bytes, column.offsets[column.n_dictionary]))
            ends = [column.offsets[i] for i in range(column.n_dictionary + 1)]
            self._words = [text[start:end].decode() for start, end in zip(ends, ends[1:])]
        if self._format == "b":
            self._values = ffi.cast("uint8_t *", column.plain)
        elif self._format == "+L":
            self._values = ffi.cast("int64_t *", column.values)
        else:
            self._values = ffi.cast(f"{_NUMBERS[self._format][0]} *", column.values)

    def __len__(self) -> int:
        return int(self._column.length)

    def __getitem__(self, row: int) -> Any:
        if row < 0:
            row += len(self)
        if not 0 <= row < len(self):
            raise IndexError(row)
        validity = self._column.validity
        if validity != ffi.NULL and not validity[row // 8] >> row % 8 & 1:
            return None
        value = self._values[row]
        if self._elements is not None:
            return [self._elements[i] for i in range(value, self._values[row + 1])]
        if self._words is not None:
            return self._words[value]
        return bool(value) if self._format == "b" else value

    def __iter__(self) -> Iterator[Any]:
        return (self[row] for row in range(len(self)))

    def to_list(self) -> list[Any]:
        """The elements as a list."""
        return [self[row] for row in range(len(self))]

    def __repr__(self) -> str:
        return f"<kazoe.Column {self.name}, {len(self)} rows>"

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy  # NumPy calls this, so it is there

        if self._words is not None or self._elements is not None:
            if copy is False:
                raise ValueError(f"the column {self.name!r} does not hold numbers, so NumPy needs a copy")
            made = numpy.empty(len(self), dtype=object)
            made[:] = self.to_list()
            return made if dtype is None else made.astype(dtype)
        typestr = "|b1" if self._format == "b" else _NUMBERS[self._format][1]
        shared = numpy.asarray(_Shared(self, int(ffi.cast("uintptr_t", self._column.plain)), typestr))
        if dtype is not None and numpy.dtype(dtype) != shared.dtype:
            if copy is False:
                raise ValueError(f"the column {self.name!r} holds {shared.dtype}, not {dtype}")
            return shared.astype(dtype)
        return shared.copy() if copy else shared


class _Shared:
    """Memory that NumPy shares; it keeps this object."""

    def __init__(self, column: Column, address: int, typestr: str) -> None:
        self.column = column
        self.__array_interface__ = {"shape": (len(column),), "typestr": typestr, "data": (address, True), "version": 3}


class Scores(_Exported):
    """Columns of results, one row for each hand, in order.

    win (bool); error: the code of a hand that is refused; points; total and qualifying in the unit of the
    ruleset; fu; limit (id); E, S, W, N: the change of each seat's points, and discarder, others: the same on
    a discard by nobody named; yaku (list of ids) and yaku_counts (how often each counts). Missing: all but
    error where a hand is missing or refused; fu and limit where there are none; payments without a win.

    scores["points"] is a Column. As a whole it goes to pyarrow.table, polars.DataFrame,
    pandas.DataFrame.from_arrow and DuckDB, without a copy of its own.
    """

    def __init__(self, columns: Any) -> None:
        self._columns, self._number = columns, -1
        self._by_name: dict[str, Column] = {}
        for number in range(lib.KZPY_TOP_COLUMNS):
            column = Column(columns, number)
            self._by_name[column.name] = column

    def __len__(self) -> int:
        return len(self._by_name["win"])

    def __getitem__(self, name: str) -> Column:
        return self._by_name[name]

    @property
    def column_names(self) -> list[str]:
        return list(self._by_name)

    def __repr__(self) -> str:
        return f"<kazoe.Scores, {len(self)} rows: {', '.join(self._by_name)}>"


# --- reading --------------------------------------------------------------------------------------

_LAYOUTS = {"u": 0, "z": 0, "U": 1, "Z": 1, "vu": 2, "vz": 2}


class _Chunk:
    """One Arrow array that somebody handed out, and what keeps its memory."""

    def __init__(self, array: Any, format: str, offset: int, length: int, keeps: Any) -> None:
        self.array, self.format, self.offset, self.length, self.keeps = array, format, offset, length, keeps

    def texts(self) -> Any:
        """The struct kzpy_texts; validity and layout as Arrow has them."""
        array, texts = self.array, ffi.new("struct kzpy_texts *")
        texts.layout = layout = _LAYOUTS[self.format]
        at = array.offset + self.offset
        texts.n, texts.first = self.length, at
        if array.null_count != 0:
            texts.validity = ffi.cast("uint8_t *", array.buffers[0])
        index = ffi.cast("char *", array.buffers[1])
        if index != ffi.NULL:
            texts.index = index + at * (4, 8, 16)[layout]
        if layout == 2:
            # Validity, views, the texts, and the lengths of these buffers.
            texts.buffers, texts.n_buffers = array.buffers + 2, array.n_buffers - 3
        else:
            texts.bytes = ffi.cast("char *", array.buffers[2])
        return texts


def _format(schema: Any) -> str:
    return str(ffi.string(schema.format).decode())


def _chunk(array: Any, schema: Any, keeps: Any, offset: int, length: int) -> _Chunk:
    if _format(schema) == "+s":
        if schema.n_children != 1:
            names = ", ".join(repr(ffi.string(schema.children[i].name).decode()) for i in range(schema.n_children))
            raise TypeError(f"score_many takes one column, not a table of {schema.n_children} ({names})")
        at = offset + array.offset
        return _chunk(array.children[0], schema.children[0], keeps, at, length)
    if schema.dictionary != ffi.NULL:
        return _decoded(array, schema, keeps, offset, length)
    if _format(schema) not in _LAYOUTS:
        raise TypeError(f"score_many takes a column of texts, not of Arrow's format {_format(schema)!r}")
    return _Chunk(array, _format(schema), offset, length, keeps)


_INDICES = {"c": "int8_t", "C": "uint8_t", "s": "int16_t", "S": "uint16_t", "i": "int32_t", "I": "uint32_t"}


def _decoded(array: Any, schema: Any, keeps: Any, offset: int, length: int) -> _Chunk:
    """The texts that indices name, each where it is named."""
    words = list(_texts_of(_chunk(array.dictionary, schema.dictionary, keeps, 0, array.dictionary.length)))
    kind = _INDICES.get(_format(schema), "int64_t")
    indices, first = ffi.cast(f"{kind} *", array.buffers[1]), array.offset + offset
    validity = ffi.cast("uint8_t *", array.buffers[0]) if array.null_count != 0 else ffi.NULL
    return _laid_out(
        None if validity != ffi.NULL and not validity[row // 8] >> row % 8 & 1 else words[indices[row]]
        for row in range(first, first + length)
    )


def _texts_of(chunk: _Chunk) -> Iterator[bytes | None]:
    """The texts of a chunk, one by one; only dictionaries are read so."""
    texts = chunk.texts()
    for row in range(texts.n):
        bit = texts.first + row
        if texts.validity != ffi.NULL and not texts.validity[bit // 8] >> bit % 8 & 1:
            yield None
        elif chunk.format in ("vu", "vz"):
            view = ffi.cast("int32_t *", ffi.cast("char *", texts.index) + 16 * row)
            inline = view[0] <= 12
            start = ffi.cast("char *", view) + 4 if inline else ffi.cast("char *", texts.buffers[view[2]]) + view[3]
            yield bytes(ffi.buffer(start, view[0]))
        else:
            ends = ffi.cast("int32_t *" if texts.layout == 0 else "int64_t *", texts.index)
            yield bytes(ffi.buffer(texts.bytes + ends[row], ends[row + 1] - ends[row]))


def _laid_out(texts: Iterable[bytes | None]) -> _Chunk:
    """Texts copied into one buffer, as an Arrow array."""
    listed = list(texts)
    joined = b"".join(text for text in listed if text is not None)
    offsets = array("q", accumulate((len(text) if text is not None else 0 for text in listed), initial=0))
    bits = bytearray((len(listed) + 7) // 8)
    for row, text in enumerate(listed):
        if text is not None:
            bits[row // 8] |= 1 << row % 8
    made, buffers = ffi.new("struct ArrowArray *"), ffi.new("void *[3]")
    keeps = [made, buffers, joined, offsets, bits, *(ffi.from_buffer(part) for part in (bits, offsets, joined))]
    buffers[0], buffers[1], buffers[2] = keeps[5:]
    made.buffers, made.length, made.null_count = ffi.cast("void **", buffers), len(listed), -1
    return _Chunk(made, "U", 0, len(listed), keeps)


def _from_stream(capsule: Any) -> Iterator[_Chunk]:
    stream = ffi.cast("struct ArrowArrayStream *", _get_pointer(capsule, _STREAM))
    schema = ffi.gc(ffi.new("struct ArrowSchema *"), lib.kzpy_schema_release)
    _told(stream, lib.kzpy_stream_schema(stream, schema))
    while True:
        array = ffi.gc(ffi.new("struct ArrowArray *"), lib.kzpy_array_release)
        _told(stream, lib.kzpy_stream_next(stream, array))
        if array.release == ffi.NULL:
            return
        yield _chunk(array, schema, (array, schema, capsule), 0, array.length)


def _told(stream: Any, status: int) -> None:
    if status:
        said = lib.kzpy_stream_error(stream)
        raise RuntimeError(ffi.string(said).decode("utf-8", "replace") if said != ffi.NULL else f"Arrow: error {status}")


def _from_array(capsules: tuple[Any, Any]) -> _Chunk:
    schema = ffi.cast("struct ArrowSchema *", _get_pointer(capsules[0], _SCHEMA))
    made = ffi.cast("struct ArrowArray *", _get_pointer(capsules[1], _ARRAY))
    return _chunk(made, schema, capsules, 0, made.length)


def _is_missing(hand: Any) -> bool:
    """None, NaN, and pandas.NA, whose comparison is not a truth value."""
    return hand is None or type(hand).__name__ in ("NAType", "NaTType") or (isinstance(hand, float) and hand != hand)


#: Hands of an iterable that are laid out at a time.
_AT_ONCE = 65536


def chunks_of(column: Any) -> Iterator[_Chunk]:
    """The texts of any column, in one chunk or several, one after the other."""
    if isinstance(column, (str, bytes, Mapping)):
        raise TypeError("a column of hands is needed, not one hand")
    # A pandas column of an older pandas has its Arrow array inside.
    inner: Any = getattr(column, "array", None)
    if not hasattr(column, "__arrow_c_stream__") and hasattr(inner, "__arrow_array__"):
        column = inner.__arrow_array__()
    if hasattr(column, "__arrow_c_stream__"):
        yield from _from_stream(column.__arrow_c_stream__())
    elif hasattr(column, "__arrow_c_array__"):
        yield _from_array(column.__arrow_c_array__())
    else:
        hands = iter(column.tolist() if hasattr(column, "tolist") else column)
        while some := list(islice(hands, _AT_ONCE)):
            yield _laid_out(None if _is_missing(hand) else to_bytes(hand) for hand in some)


def outside(status: int) -> ValueError:
    return ValueError(f"a column whose texts lie outside it ({STATUS_CODES[status]})")


def score_many(rules: Ruleset, column: Any) -> Scores:
    chunks = list(chunks_of(column))
    made = lib.kzpy_columns_new(rules._rules, sum(chunk.length for chunk in chunks))
    columns = ffi.gc(_checked(made), lib.kzpy_columns_free)
    for chunk in chunks:
        status = lib.kzpy_columns_fill(columns, rules._rules, chunk.texts())
        if status == lib.KZ_NO_MEMORY:
            raise MemoryError("kazoe: out of memory")
        if status != lib.KZ_OK:
            raise outside(status)
    return Scores(columns)
