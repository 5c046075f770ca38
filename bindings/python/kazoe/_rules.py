"""Rule files: those of the package, and those of a caller. The engine is given texts and reads no files."""

from __future__ import annotations

import difflib
import json
import os
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Union

from ._engine import ffi, lib
from ._errors import Diagnostic, RulesError, diagnostic_of, error_of
from ._records import TEXT, Text, to_bytes

RULES = Path(__file__).parent / "rules"

#: A path, a name of the package (a ruleset may have options and overlays), or the text of a rule file.
Rules = Union[str, "os.PathLike[str]"]
#: Values of options by id; True is yes, False is no.
Options = Mapping[str, Union[str, int, bool]]


def names(folder: Path = RULES) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.yaml"))


def _not_found(kind: str, name: str, known: list[str]) -> RulesError:
    like = name.lower().replace(" ", "-").replace("_", "-")
    near = difflib.get_close_matches(like, known, n=2) or [other for other in known if other.startswith(name)][:2]
    hint = f"; did you mean {' or '.join(repr(other) for other in near)}?" if near else ""
    return RulesError(Diagnostic("not_found", f"there is no {kind} '{name}'{hint}"))


@dataclass(frozen=True)
class RuleText:
    """A rule file in memory. folder: where it was read from, to find parents next to it."""

    name: str
    text: bytes
    folder: str | None = field(default=None, compare=False)

    def without_folder(self) -> RuleText:
        return RuleText(self.name, self.text)


def _read(path: Path) -> RuleText:
    try:
        return RuleText(path.name, path.read_bytes(), str(path.parent))
    except OSError as error:
        code = "not_found" if isinstance(error, FileNotFoundError) else "io"
        raise RulesError(Diagnostic(code, error.strerror or str(error), file=str(path))) from error


def _looks_like_path(name: str) -> bool:
    return "/" in name or os.sep in name or name.endswith((".yaml", ".yml"))


def _find(rules: Rules, kind: str, folder: Path) -> RuleText:
    """Return the rules with a path or a name of the package."""
    name = os.fspath(rules)
    if isinstance(rules, str) and name in names(folder):
        return RuleText(f"{name}.yaml", (folder / f"{name}.yaml").read_bytes())
    if not isinstance(rules, str) or _looks_like_path(name):
        return _read(Path(name))
    raise _not_found(kind, name, names(folder))


def _find_overlay(rules: Rules) -> RuleText:
    """Return an overlay, named as in a label: by its name, or by its path as given."""
    return replace(_find(rules, "overlay", RULES / "overlays"), name=os.fspath(rules))


def _overlay(rules: Rules) -> RuleText:
    if isinstance(rules, str) and ("\n" in rules or ": " in rules or not rules):
        text = rules.encode("utf-8", "surrogatepass")
        # The name is part of labels, by which tables are grouped, so two texts need two names.
        return RuleText(f"overlay {zlib.crc32(text):08x}", text)
    return _find_overlay(rules)


def _parts_of_spec(name: Rules) -> tuple[Rules, list[str], list[str]]:
    """Return the ruleset, the settings and the overlays of a spec; a path is not a spec."""
    if not isinstance(name, str) or name in names() or (_looks_like_path(name) and os.path.exists(name)):
        return name, [], []
    text = name.encode("utf-8", "surrogatepass")
    size = 6 * len(text) + 64  # for the longest escape, and for the keys
    out, error = ffi.new("char[]", size), ffi.new("kz_error *")
    if lib.kz_spec_json(text, out, size, ffi.NULL, error) != lib.KZ_OK:
        raise error_of(error)
    spec = json.loads(bytes(ffi.string(out)).decode("utf-8", "surrogatepass"))
    return spec["ruleset"], spec["settings"], spec["overlays"]


def _setting(option: str, value: str | int | bool) -> str:
    words = {"True": "yes", "False": "no"}  # NumPy has a True of its own
    return f"{option}={words.get(str(value), value)}"


@dataclass(frozen=True)
class Sources:
    """All texts and options of a ruleset, which pickle stores. parents: the texts that were extended, by the
    names in `extends`; complete: no others are needed.
    """

    rules: RuleText
    overlays: tuple[RuleText, ...]
    settings: tuple[str, ...]
    parents: dict[str, bytes] = field(default_factory=dict, compare=False)
    complete: bool = False

    @classmethod
    def of(cls, name: Rules | None, overlays: Iterable[Rules], options: Options, text: Text | None) -> Sources:
        if (name is None) == (text is None):
            raise TypeError("give the name of a ruleset, or text")
        if isinstance(overlays, (str, bytes, os.PathLike)) or not isinstance(overlays, Iterable):
            raise TypeError("overlays is a list of paths, names or texts")
        if not isinstance(options, Mapping):
            raise TypeError(f"options is a mapping of values by id, not {type(options).__name__}")
        if text is not None and not isinstance(text, TEXT):
            raise TypeError(f"text is a str or bytes, not {type(text).__name__}")
        settings: list[str] = []
        spelled: list[str] = []
        if text is not None:
            rules = RuleText("rules.yaml", to_bytes(text))
        else:
            assert name is not None
            name, settings, spelled = _parts_of_spec(name)
            rules = _find(name, "ruleset", RULES)
        more = map(_overlay, overlays)
        return cls(
            rules,
            (*map(_find_overlay, spelled), *more),
            (*settings, *(_setting(option, value) for option, value in options.items())),
        )

    def __getstate__(self) -> dict[str, Any]:
        overlays = tuple(overlay.without_folder() for overlay in self.overlays)
        return {**self.__dict__, "rules": self.rules.without_folder(), "overlays": overlays, "complete": True}

    def find(self, name: str) -> bytes | None:
        """Return the text of a parent, from next to the files that the caller gave, else from the package."""
        if name in self.parents or self.complete:
            return self.parents.get(name)
        folders = [Path(rules.folder) for rules in (self.rules, *self.overlays) if rules.folder is not None]
        for folder in [*folders, RULES]:
            path = folder / f"{name}.yaml"
            if path.is_file():
                self.parents[name] = path.read_bytes()
                return self.parents[name]
        return None


# --- the engine's side ----------------------------------------------------------------------------


class _Loading:
    """The C structs for a load, with the diagnostics of the engine."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.diagnostics: list[Diagnostic] = []
        self.raised: BaseException | None = None
        self.kept: list[Any] = []
        self.handle = ffi.new_handle(self)
        self.error = ffi.new("kz_error *")
        self.rules = ffi.new("kz_rule_text *")
        self._put(self.rules, sources.rules)
        how = self.how = ffi.new("kz_load_text_options *")
        how.size = ffi.sizeof("kz_load_text_options")
        how.n_overlays, how.n_settings = len(sources.overlays), len(sources.settings)
        overlays = self._keep(ffi.new("kz_rule_text[]", len(sources.overlays) + 1))
        for i, overlay in enumerate(sources.overlays):
            self._put(overlays[i], overlay)
        settings = [self._text(setting.encode("utf-8", "surrogatepass")) for setting in sources.settings]
        how.overlays = overlays
        how.settings = self._keep(ffi.new("char *[]", [*settings, ffi.NULL]))
        how.find, how.payload = lib.kzpy_find, self.handle

    def _keep(self, made: Any) -> Any:
        self.kept.append(made)
        return made

    def _text(self, text: bytes) -> Any:
        return self._keep(ffi.new("char[]", text))

    def _put(self, out: Any, rules: RuleText) -> None:
        out.name = self._text(rules.name.encode("utf-8", "surrogatepass"))
        out.text, out.len = self._text(rules.text), len(rules.text)

    def refused(self) -> Exception:
        raised = error_of(self.error)
        if isinstance(raised, RulesError):
            return RulesError(raised.diagnostic, tuple(self.diagnostics))
        return raised


def kzpy_find(context: Any, name: Any, text: Any, length: Any) -> int:
    loading = ffi.from_handle(context)
    try:
        found = loading.sources.find(bytes(ffi.string(name)).decode())
        if found is None:
            return 0
        text[0], length[0] = loading._text(found), len(found)
    except BaseException as error:  # an exception must not pass through C
        loading.raised = error
        return 0
    return 1


def kzpy_diagnose(context: Any, error: Any) -> None:
    ffi.from_handle(context).diagnostics.append(diagnostic_of(error))


for callback in (kzpy_find, kzpy_diagnose):
    ffi.def_extern()(callback)


def load(sources: Sources) -> tuple[Any, tuple[Diagnostic, ...]]:
    """Load rules; return the engine's ruleset and the warnings."""
    loading = _Loading(sources)
    out = ffi.new("kz_ruleset **")
    status = lib.kz_ruleset_load_text(out, loading.rules, loading.how, lib.kzpy_diagnose, loading.handle, loading.error)
    if loading.raised is not None:
        lib.kz_ruleset_free(out[0])
        raise loading.raised
    if status != lib.KZ_OK:
        raise loading.refused()
    rules = ffi.gc(out[0], lib.kz_ruleset_free)
    if lib.kz_ruleset_prove_covers(rules) != lib.KZ_OK:
        raise MemoryError
    return rules, tuple(loading.diagnostics)


def check(
    name: Rules | None = None,
    overlays: Iterable[Rules] = (),
    options: Options = {},
    *,
    text: Text | None = None,
    notes: bool = False,
) -> list[Diagnostic]:
    """Return all errors and warnings of a rule file (a ruleset or an overlay), as `kazoe check` finds them.
    The arguments are those of Ruleset. notes: add remarks on rules that are not wrong. Raises RulesError only
    for a file that cannot be read.
    """
    loading = _Loading(Sources.of(name, overlays, options, text))
    how = ffi.new("kz_check_options *")
    how.size, how.notes = ffi.sizeof("kz_check_options"), notes
    status = lib.kz_check_text(loading.rules, loading.how, how, lib.kzpy_diagnose, loading.handle, loading.error)
    if loading.raised is not None:
        raise loading.raised
    if status != lib.KZ_OK and not any(found.severity == "error" for found in loading.diagnostics):
        raise loading.refused()
    return loading.diagnostics
