"""Mahjong hands scored by rules that are data: riichi, MCR, Hong Kong, Taiwan and many more.

    import kazoe
    rules = kazoe.Ruleset("tenhou", options={"kiriage_mangan": True})
    result = rules.score("123456m23p55789s +1p riichi seat=S from=W")
    result.points, result.yaku, result.payments, result.explain()

See Ruleset, compare, diff, check and list. Refused input raises KazoeError: HandError or RulesError.
"""

from __future__ import annotations

import builtins

from . import _rules
from ._analysis import Comparison, Diff, Difference, WhyNot, compare, diff, summary
from ._columns import Column, Scores
from ._deal import Settlement
from ._engine import ffi, lib
from ._errors import Diagnostic, HandError, KazoeError, RulesError
from ._logs import replay
from ._result import Result, StandIn, Yaku
from ._rules import check
from ._ruleset import Option, Ruleset
from ._unfinished import Accept, Discard, Prospect, Wait, Waits

__all__ = [
    "Accept",
    "Column",
    "Comparison",
    "Diagnostic",
    "Diff",
    "Difference",
    "Discard",
    "HandError",
    "KazoeError",
    "Option",
    "Prospect",
    "Result",
    "Ruleset",
    "RulesError",
    "Scores",
    "Settlement",
    "StandIn",
    "Wait",
    "Waits",
    "WhyNot",
    "Yaku",
    "check",
    "compare",
    "diff",
    "error_codes",
    "list",
    "notations",
    "replay",
    "summary",
]



def __dir__() -> builtins.list[str]:
    return sorted({*__all__, "__version__", *({"dask", "games", "parts", "spark"} & globals().keys())})


#: The version of the engine.
__version__: str = ffi.string(lib.kz_version()).decode()


def list() -> builtins.list[str]:
    """Return the names of the rulesets in the package."""
    return _rules.names()


def notations() -> builtins.list[str]:
    """Return the notations that Ruleset.convert writes; most of them are recognized when hands are read."""
    found: builtins.list[str] = []
    while (name := lib.kz_notation_name(len(found))) != ffi.NULL:
        found.append(ffi.string(name).decode())
    return found


def error_codes() -> builtins.list[str]:
    """Return the codes of errors of hands and deals."""
    return [ffi.string(lib.kz_error_code(i)).decode() for i in range(1, lib.kz_error_code_count() + 1)]
