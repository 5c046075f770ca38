"""Columns of hands that are scored into columns of results, through Arrow's PyCapsule interface."""

from __future__ import annotations

import ctypes
import json
from array import array
from binascii import crc32
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any

from ._engine import ffi, lib
from ._errors import STATUS_CODES
from ._records import ONE, is_missing, to_bytes, without_end

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from ._ruleset import Ruleset

_SCHEMA, _ARRAY, _STREAM = b"arrow_schema", b"arrow_array", b"arrow_array_stream"

_get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_get_pointer.restype, _get_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

# --- handing out ----------------------------------------------------------------------------------


def _capsule(made: Any, name: bytes, free: Any) -> Any:
    """Return a capsule that owns a struct of Arrow."""
    return _new_capsule(int(ffi.cast("uintptr_t", made)), name, int(ffi.cast("uintptr_t", free)))


def _checked(made: Any) -> Any:
    if not made:
        raise MemoryError("kazoe: out of memory")
    return made


class _Exported:
    """Columns as other libraries take them, and as pickle copies them. number: of one column; -1: all."""

    _columns: Any
    _number: int

    def __reduce__(self) -> tuple[Any, tuple[bytes, int, int]]:
        packed = bytearray(lib.kzpy_columns_pack(self._columns, ffi.NULL))
        lib.kzpy_columns_pack(self._columns, ffi.from_buffer(packed))
        return _unpacked, (bytes(packed), self._number, crc32(packed))

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

    Arrow libraries take it without a copy, and so does NumPy if it holds numbers and none is missing.
    Otherwise missing numbers are NaN (numpy.asarray, pandas.Series), other missing values None. Elements are
    Python values; a missing one is None.
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

    def __getitem__(self, row: int | slice) -> Any:
        if isinstance(row, slice):
            return [self[i] for i in range(*row.indices(len(self)))]
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
        return iter(self.to_list())

    def to_list(self) -> list[Any]:
        """Return the elements as a list."""
        made: list[Any] = ffi.unpack(self._values, len(self) + (self._elements is not None)) if len(self) else []
        if self._elements is not None:
            items = self._elements.to_list()
            made = [items[start:end] for start, end in zip(made, made[1:])]
        elif self._words is not None:
            made = [self._words[index] for index in made]
        elif self._format == "b":
            made = [value != 0 for value in made]
        if self._column.validity == ffi.NULL:
            return made
        bits = bytes(ffi.buffer(self._column.validity, (len(self) + 7) // 8))
        return [value if bits[row >> 3] >> (row & 7) & 1 else None for row, value in enumerate(made)]

    def __repr__(self) -> str:
        return f"<kazoe.Column {self.name}, {len(self)} rows>"

    def _there(self) -> Any:
        """Return an array for NumPy, True for each row that has a value; None if all have one."""
        import numpy

        if self._column.validity == ffi.NULL:
            return None
        bits = numpy.frombuffer(ffi.buffer(self._column.validity, (len(self) + 7) // 8), dtype=numpy.uint8)
        there = numpy.unpackbits(bits, count=len(self), bitorder="little").astype(bool)
        return None if there.all() else there

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy  # called by NumPy

        wanted = None if dtype is None else numpy.dtype(dtype)
        there = self._there()
        numbers = self._words is None and self._elements is None
        shared: Any = self._shared() if numbers else None
        if numbers and there is None and wanted in (None, shared.dtype):
            return shared.copy() if copy else shared
        if copy is False:
            raise ValueError(f"NumPy needs a copy of the column {self.name!r}: not all of it is numbers of this type")
        if wanted is None and there is not None and numbers and self._format != "b":
            wanted = numpy.dtype(float)
        if numbers and there is None:
            return shared.astype(wanted)
        if wanted is not None and wanted.kind in "biu":
            raise ValueError(f"values of the column {self.name!r} are missing, and {wanted} has no missing values")
        if numbers and wanted is not None and wanted.kind in "fc":
            return numpy.where(there, shared, numpy.nan).astype(wanted)
        made = numpy.empty(len(self), dtype=object)
        made[:] = self.to_list()
        return made if wanted is None else made.astype(wanted)

    def _shared(self) -> Any:
        import numpy

        typestr = "|b1" if self._format == "b" else _NUMBERS[self._format][1]
        return numpy.asarray(_Shared(self, int(ffi.cast("uintptr_t", self._column.plain)), typestr))


class _Shared:
    """Memory that NumPy shares; it keeps this object."""

    def __init__(self, column: Column, address: int, typestr: str) -> None:
        self.column = column
        self.__array_interface__ = {"shape": (len(column),), "typestr": typestr, "data": (address, True), "version": 3}


class Scores(_Exported):
    """Columns of results, one row for each hand, in order.

    win (bool); error: the code of the error of a refused hand; points; total and qualifying in the unit of
    the ruleset; fu; limit (id); E, S, W, N: the change of each seat's points, and discarder, others: the same
    if the discarder is not named; yaku (list of ids) and yaku_counts (how often each counts). Missing values:
    all except error if a hand is missing or refused; fu and limit if there are none; payments without a win.

    Of hands worth a limit (yakuman), total and qualifying are 0; limit and points say what they are worth.
    Hands that do not win keep the total and fu of their yaku.

    scores["points"] is a Column. pyarrow.table, polars.DataFrame and DuckDB take the whole without a copy;
    other libraries can take it as an iterable of rows, each a dict, but to_pandas is faster. pickle and copy
    take both, a Column with all the others.
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

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (dict(zip(self._by_name, row)) for row in zip(*self._by_name.values()))

    @property
    def column_names(self) -> list[str]:
        return list(self._by_name)

    def keys(self) -> list[str]:
        return self.column_names

    def to_pandas(self) -> pandas.DataFrame:
        """Return a DataFrame of pandas; missing numbers are NaN. to_arrow().to_pandas() is faster, but codes
        are categories there and lists arrays.
        """
        import pandas

        return pandas.DataFrame(self._by_name)

    def to_polars(self) -> polars.DataFrame:
        """Return a DataFrame of Polars, which shares the memory."""
        import polars

        return polars.DataFrame(self)

    def to_arrow(self) -> pyarrow.Table:
        """Return a table of PyArrow, which shares the memory."""
        import pyarrow

        return pyarrow.table(self)

    def __repr__(self) -> str:
        return f"<kazoe.Scores, {len(self)} rows: {', '.join(self._by_name)}>"


def _unpacked(packed: bytes, number: int, checksum: int) -> Scores | Column:
    if crc32(packed) != checksum:
        raise ValueError("this pickle of scores is damaged: its checksum is wrong, so score the hands again")
    columns = ffi.gc(_checked(lib.kzpy_columns_unpack(packed, len(packed))), lib.kzpy_columns_free)
    return Scores(columns) if number < 0 else Column(columns, number)


# --- reading --------------------------------------------------------------------------------------

_LAYOUTS = {"u": 0, "z": 0, "U": 1, "Z": 1, "vu": 2, "vz": 2}


class _Chunk:
    """An Arrow array of another library, with the object that keeps its memory."""

    def __init__(self, array: Any, format: str, offset: int, length: int, keeps: Any) -> None:
        self.array, self.format, self.offset, self.length, self.keeps = array, format, offset, length, keeps

    def texts(self) -> Any:
        """Return the struct kzpy_texts, with Arrow's validity and layout."""
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
            # The buffers: validity, views, the texts, and the lengths of these.
            texts.buffers, texts.n_buffers = array.buffers + 2, array.n_buffers - 3
        else:
            texts.bytes = ffi.cast("char *", array.buffers[2])
        return texts


    def to_list(self) -> list[bytes | None]:
        """Return the texts; a missing one is None."""
        return list(_texts_of(self))


def _format(schema: Any) -> str:
    return str(ffi.string(schema.format).decode())


def _chunk(array: Any, schema: Any, keeps: Any, offset: int, length: int) -> _Chunk:
    format = _format(schema)
    if format == "+s":
        alone = [i for i, name in enumerate(_names(schema)) if not name.startswith("_")]  # records have keys for notes
        if len(alone) == 1 and array.null_count == 0 and not _is_nested(schema.children[alone[0]]):
            at = offset + array.offset
            return _chunk(array.children[alone[0]], schema.children[alone[0]], keeps, at, length)
    if schema.dictionary != ffi.NULL or _is_nested(schema) or format == "n":
        if format == "+s":
            _check_keys(_names(schema), [schema.children[i] for i in range(schema.n_children)])
        return _laid_out(map(_text_of, _values(array, schema, offset, length)))
    if format not in _LAYOUTS:
        raise TypeError(f"a column of hands is one of texts or tiles, not of {_KINDS.get(format, repr(format))}")
    return _Chunk(array, format, offset, length, keeps)


_INTEGERS = {"c": "int8_t", "C": "uint8_t", "s": "int16_t", "S": "uint16_t", "i": "int32_t", "I": "uint32_t"}
_PLAIN = {**_INTEGERS, "l": "int64_t", "L": "uint64_t", "f": "float", "g": "double"}
_LISTS = {"+l": "int32_t", "+L": "int64_t"}
#: Words for the contents of columns without texts.
_KINDS = {"b": "booleans", **dict.fromkeys(_PLAIN, "numbers")}


def _names(schema: Any) -> list[str]:
    """Return the names of the columns of a table."""
    return [str(ffi.string(schema.children[i].name).decode()) for i in range(schema.n_children)]


def _is_nested(schema: Any) -> bool:
    return _format(schema).startswith("+")


def _values(array: Any, schema: Any, offset: int, length: int) -> list[Any]:
    """Return the elements of an Arrow array; a missing one is None. Used for anything but a plain column of
    texts.
    """
    format, at = _format(schema), array.offset + offset
    validity = ffi.cast("uint8_t *", array.buffers[0]) if array.null_count != 0 and array.n_buffers else ffi.NULL
    there = [validity == ffi.NULL or bool(validity[row // 8] >> row % 8 & 1) for row in range(at, at + length)]
    made: list[Any]
    if format == "n":
        return [None] * length
    if format == "+s":
        names = _names(schema)
        columns = [_values(array.children[i], schema.children[i], at, length) for i in range(schema.n_children)]
        made = [dict(zip(names, row)) for row in zip(*columns)]
    elif format in _LISTS or format.startswith("+w:"):
        ends = (
            ffi.unpack(ffi.cast(f"{_LISTS[format]} *", array.buffers[1]) + at, length + 1)
            if format in _LISTS
            else [row * int(format[3:]) for row in range(at, at + length + 1)]
        )
        items = _values(array.children[0], schema.children[0], ends[0], ends[-1] - ends[0])
        made = [items[start - ends[0] : end - ends[0]] for start, end in zip(ends, ends[1:])]
    elif format in _LAYOUTS:
        texts = _texts_of(_Chunk(array, format, offset, length, None))
        made = [None if text is None else text.decode("utf-8", "surrogateescape") for text in texts]
    elif format == "b":
        bits = ffi.cast("uint8_t *", array.buffers[1])
        made = [bool(bits[row // 8] >> row % 8 & 1) for row in range(at, at + length)]
    elif format in _PLAIN:
        made = ffi.unpack(ffi.cast(f"{_PLAIN[format]} *", array.buffers[1]) + at, length) if length else []
    else:
        raise TypeError(f"columns of hands hold texts, numbers, lists and structs, not Arrow's format {format!r}")
    if schema.dictionary != ffi.NULL:
        words = _values(array.dictionary, schema.dictionary, 0, array.dictionary.length)
        return [words[index] if is_there else None for index, is_there in zip(made, there)]
    return [value if is_there else None for value, is_there in zip(made, there)]


def _texts_of(chunk: _Chunk) -> Iterator[bytes | None]:
    """Yield the texts of a chunk."""
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
    """Copy texts into one buffer, an Arrow array."""
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


#: Names of columns in addition to the keys of a JSON record.
_KEYS = {"tiles": "hand", "way": "by", "words": "flags"}
#: Keys that are lists in a record; in a column, blanks may separate their elements.
_LISTED = {"melds", "dora", "ura", "flags"}


def _check_keys(names: list[str], columns: list[Any]) -> None:
    """Raise TypeError unless columns of these names and schemas make hands. The engine knows the keys of a record."""
    keys = [_KEYS.get(name, name) for name in names]
    hand, error = ffi.gc(_checked(lib.kz_hand_new()), lib.kz_hand_free), ffi.new("kz_error *")
    text = json.dumps(dict.fromkeys(keys)).encode()
    lib.kz_hand_parse(hand, text, len(text), error)
    unknown = ffi.string(error.code) == b"unknown_key"
    # With only an id the texts are whole lines; it is probably a mistake if no column says how a hand was won.
    lines = sorted(keys) == ["hand", "id"] and not _is_nested(columns[keys.index("hand")])
    twice = [name for name, key in zip(names, keys) if keys.count(key) > 1]
    if "hand" in keys and not twice and not unknown and not lines:
        return
    said = "one of them holds the tiles"
    if unknown or lines:
        said = ffi.string(error.text).decode("utf-8", "replace") if unknown else "give the lines alone"
    elif twice:
        said = f"{' and '.join(map(repr, twice))} are the same key: leave one out"
    raise TypeError(
        f"hands are one column, not a table of {len(names)} ({', '.join(map(repr, names))}), unless they are "
        f"named as the keys of a JSON record, 'hand' (or 'tiles') among them: {said}"
    )


def _record(row: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a row of columns as a JSON record; None if its tiles are missing."""
    # A row with both names of a key keeps them: the engine refuses one.
    record = {key if _KEYS.get(key) in row else _KEYS.get(key, key): value for key, value in row.items()}
    if is_missing(record.get("hand", "")):
        return None
    return {
        key: value.split() if key in _LISTED and isinstance(value, str) else value for key, value in record.items()
    }


def _text_of(hand: Any) -> bytes | None:
    """Return the text of a hand in a column (a text, a record, or a list of tiles); None if it is missing."""
    if not isinstance(hand, str) and hasattr(hand, "as_py"):
        hand = hand.as_py()
    if isinstance(hand, (list, tuple)):
        hand = {"hand": hand}
    if isinstance(hand, Mapping):
        hand = _record(hand)
    return None if is_missing(hand) else without_end(to_bytes(hand))


def _each_text(hands: Iterable[Any]) -> Iterator[bytes | None]:
    for row, hand in enumerate(hands):
        try:
            yield _text_of(hand)
        except TypeError as error:
            raise TypeError(f"row {row}, counted from 0: {error}") from None


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


#: The number of hands of an iterable that are copied at a time.
_AT_ONCE = 65536


def chunks_of(column: Any) -> Iterator[_Chunk]:
    """Yield the texts of any column, in one chunk or several."""
    if isinstance(column, ONE):
        raise TypeError("a column of hands is needed, not one hand")
    if hasattr(column, "reset_index"):
        column = column.reset_index(drop=True)  # pandas hands out an index as one more column
    # A pandas column of an older pandas has its Arrow array inside.
    inner: Any = getattr(column, "array", None)
    if not hasattr(column, "__arrow_c_stream__") and hasattr(inner, "__arrow_array__"):
        column = inner.__arrow_array__()
    if hasattr(column, "__arrow_c_stream__"):
        yield from _from_stream(column.__arrow_c_stream__())
    elif hasattr(column, "__arrow_c_array__"):
        yield _from_array(column.__arrow_c_array__())
    else:
        if getattr(column, "shape", ())[1:] == (1,):
            column = column.reshape(-1)  # the only column of a frame
        if type(column).__name__ == "LazyFrame":
            raise TypeError("a LazyFrame has no rows yet: give what its collect() returns")
        texts = _each_text(column.tolist() if hasattr(column, "tolist") else column)
        while some := list(islice(texts, _AT_ONCE)):
            yield _laid_out(some)


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
