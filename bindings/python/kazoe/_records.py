"""Hands and deals as texts, and texts that the engine writes."""

from __future__ import annotations

import json
import operator
from collections.abc import Mapping
from typing import Any, Union

from ._engine import ffi
from ._errors import KazoeError, error_of

Text = Union[str, bytes, bytearray, memoryview]
#: A hand as one line ("123406m34p55789s +2p riichi"), or an object with the keys of a JSON record.
Hand = Union[Text, Mapping[str, Any]]
Deal = Union[Text, Mapping[str, Any]]

#: The types of a Text, and of one hand or deal.
TEXT = (str, bytes, bytearray, memoryview)
ONE = (*TEXT, Mapping)


def is_missing(value: Any) -> bool:
    """Return whether a value is None, NaN, or pandas.NA, whose comparison is not a truth value."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and value != value)


#: Types of JSON; a record has mostly these.
_JSON = frozenset({str, int, bool, type(None)})


def _plain(value: Any) -> Any:
    """Return a part of a record as JSON has it: numbers and arrays of NumPy as numbers and lists, missing
    values as None, and floats that are whole as integers, because pandas writes those of a column with gaps so.
    """
    if isinstance(value, Mapping):
        return {key: part if type(part) in _JSON else _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [part if type(part) in _JSON else _plain(part) for part in value]
    if isinstance(value, (str, int)):
        return value
    if is_missing(value):
        return None
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    raise TypeError(f"a record holds texts, numbers, lists and mappings, not {type(value).__name__}")


def to_bytes(record: Hand) -> bytes:
    """Return the text of a hand or a deal as bytes. Invalid UTF-8 is kept, because the engine reports its
    place.
    """
    if isinstance(record, str):
        return record.encode("utf-8", "surrogatepass")
    if isinstance(record, Mapping):
        return json.dumps(_plain(record), ensure_ascii=False).encode("utf-8", "surrogatepass")
    if isinstance(record, (bytes, bytearray, memoryview)):
        return bytes(record)
    raise TypeError(f"a hand is a str, bytes or a mapping, not {type(record).__name__}")


def encoded(argument: str, value: Any) -> bytes:
    """Return the text of an argument as bytes."""
    if not isinstance(value, str):
        raise TypeError(f"{argument} takes a str, not {type(value).__name__}")
    return value.encode("utf-8", "surrogatepass")


def whole(argument: str, value: Any, most: int = 2**31 - 1) -> int:
    """Return an argument that is a whole number from 0 to most."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{argument} takes a whole number, not {type(value).__name__}") from None
    if not 0 <= number <= most:
        raise ValueError(f"{argument} takes a whole number from 0 to {most}, not {number}")
    return number


def without_end(line: bytes) -> bytes:
    """Return a line without the line break at its end."""
    return line[:-2] if line.endswith(b"\r\n") else line[:-1] if line.endswith(b"\n") else line


def _value_of(record: Mapping[str, Any], key: str) -> str | None:
    value = record.get(key)
    if isinstance(value, list):
        value = " ".join(str(part) for part in value)
    return None if value is None else str(value)


def raise_error(error: Any, text: bytes) -> None:
    """Raise the exception for an error in a text, which it shows with a caret."""
    subject: str | None = text.decode("utf-8", "replace")
    key = bytes(ffi.string(error.key)).decode()
    if key:
        try:
            record = json.loads(text)
            subject = _value_of(record, key) if isinstance(record, dict) else None
        except ValueError:
            subject = None
    raised = error_of(error, subject)
    if isinstance(raised, KazoeError):
        column, shown = raised.diagnostic.shown_column, raised.diagnostic.shown
        if shown is not None and (column or 0) > len(shown) + 1:
            raised = error_of(error)
    raise raised


_buffers: list[Any] = []


def written(write: Any, *arguments: Any) -> str:
    """Return the text that a call writes to a buffer with a size, as snprintf does."""
    try:
        buffer = _buffers.pop()
    except IndexError:
        buffer = ffi.new("char[]", 1 << 16)
    needed = write(*arguments, buffer, len(buffer))
    if needed >= len(buffer):
        buffer = ffi.new("char[]", needed + 1)
        needed = write(*arguments, buffer, len(buffer))
    if needed == 0:
        raise MemoryError("kazoe: out of memory")
    text = bytes(ffi.buffer(buffer, needed)).decode("utf-8", "replace")
    _buffers.append(buffer)
    return text
