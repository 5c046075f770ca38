"""Errors in hands, deals and rule files, with their places."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any

from ._engine import ffi

STATUS_CODES = ["ok", "bad_usage", "bad_hand", "bad_rules", "not_found", "no_memory", "io"]


def _width(text: str) -> int:
    """Return the width of a text in the columns of a terminal."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


@dataclass(frozen=True)
class Diagnostic:
    """One error or warning.

    code: the error of a hand or a deal ("tile_count", ...); otherwise "bad_rules", "not_found", ... severity:
    "error" or "warning". file, line: of a rule file; None for a hand. column: in characters from 1, within
    the line or, in a record, within the value of key; None if the error has no place. key: in a record, the
    key in whose value column is; else None. shown, shown_column: the line (or the part of it around the
    column), and the column within it.
    """

    code: str
    message: str
    severity: str = "error"
    file: str | None = None
    line: int | None = None
    column: int | None = None
    key: str | None = None
    shown: str | None = None
    shown_column: int | None = None

    def __str__(self) -> str:
        """Return the message with its place, and the line with a caret below."""
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        if self.file is None:
            place = ": ".join(part for part in (self.key, f"column {self.column}" if self.column else None) if part)
        text = f"{place}: {self.message}" if place else self.message
        if self.shown is None or not self.shown_column:
            return text
        before = self.shown[: self.shown_column - 1]
        return f"{text}\n  {self.shown}\n  {' ' * _width(before)}^"


class KazoeError(Exception):
    """An error of Kazoe. str() is the message with its place, and the text with a caret."""

    def __init__(self, diagnostic: Diagnostic, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(diagnostic, diagnostics)
        self.diagnostic = diagnostic
        #: For a log that was read in part: an object for each game, as kazoe.replay returns them.
        self.games: list[dict[str, Any]] = []
        #: For a ruleset that was not loaded: all errors and warnings, in the order of the files.
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return str(self.diagnostic)

    @property
    def code(self) -> str:
        """ "tile_count", "unknown_word", ...: codes never change."""
        return self.diagnostic.code

    @property
    def message(self) -> str:
        """The message, one sentence or two, without the place."""
        return self.diagnostic.message

    @property
    def column(self) -> int | None:
        """The column, in characters from 1, within the line or within the value of key."""
        return self.diagnostic.column

    @property
    def key(self) -> str | None:
        """In a record, the key whose value contains the column."""
        return self.diagnostic.key

    @property
    def file(self) -> str | None:
        """The rule file, or None."""
        return self.diagnostic.file

    @property
    def line(self) -> int | None:
        """The line in a rule file, from 1."""
        return self.diagnostic.line


class HandError(KazoeError, ValueError):
    """The text is not a hand or a deal, or the rules forbid it."""


class RulesError(KazoeError, ValueError):
    """Rules that have errors or are not found. diagnostics has all errors and warnings."""


def _text(field: Any) -> str:
    return bytes(ffi.string(field)).decode("utf-8", "replace")


def diagnostic_of(error: Any, subject: str | None = None) -> Diagnostic:
    """Return a kz_error as a dataclass. subject: the text that column is in, if the error has none."""
    shown = _text(error.shown) or None
    shown_column = error.shown_column or None
    column = error.column or None
    key = _text(error.key) or None
    if shown is None and subject is not None and column is not None:
        start = max(0, column - 100)
        shown, shown_column = subject[start : start + 160], column - start
    return Diagnostic(
        code=_text(error.code) or STATUS_CODES[error.status],
        message=_text(error.text),
        severity="error" if error.severity else "warning",
        file=_text(error.file) or None,
        line=error.line or None,
        column=column,
        key=key,
        shown=shown,
        shown_column=shown_column,
    )


def error_of(error: Any, subject: str | None = None) -> KazoeError | MemoryError:
    """Return the exception for a kz_error of a hand, a deal or an argument."""
    code = STATUS_CODES[error.status]
    if code == "no_memory":
        return MemoryError("kazoe: out of memory")
    found = diagnostic_of(error, subject)
    kinds = {"bad_hand": HandError, "bad_rules": RulesError, "not_found": RulesError}
    return KazoeError(found) if found.code == "bad_log" else kinds.get(code, KazoeError)(found)


for _public in (Diagnostic, KazoeError, HandError, RulesError):
    _public.__module__ = "kazoe"
