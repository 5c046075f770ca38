"""What is around the code: types, and the package as it is installed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kazoe
from conftest import PROJECT

PACKAGE = Path(kazoe.__file__).parent
HERE = Path(__file__).resolve().parent


def test_types(tmp_path):
    """mypy --strict finds nothing, in the package and in a program that uses it."""
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(
        "import kazoe, kazoe.dask, kazoe.parts, kazoe.spark\n"
        "rules = kazoe.Ruleset('tenhou', overlays=['local-yaku'], options={'red_fives': False})\n"
        "result: kazoe.Result = rules.score('1m')\n"
        "points: int = result.points\n"
        "one: kazoe.Comparison = kazoe.compare([rules], '1m')\n"
        "many: list[kazoe.Comparison] = kazoe.compare([rules], ['1m'])\n"
        "names: list[str] = kazoe.list()\n"
        "named: kazoe.Comparison = kazoe.compare(['tenhou', rules], '1m')\n"
        "rows: list[dict[str, object]] = list(rules.score_many(['1m']))\n"
        "all: kazoe.parts.Files = 'hands/'\n"
        "summed: int = kazoe.summary([rules, rules], ['1m'])['hands']\n"
        "wins: list[dict[str, object]] = kazoe.replay('game.mjlog')\n"
        "table = kazoe.compare([rules], ['1m'], as_table=True, reasons=False)\n"
        "table = kazoe.replay('game.mjlog', as_table=True, others=['ema-2025'])\n"
        "file: str = kazoe.parts.compare(all, [rules, rules], out='out')[0].name\n"
        "frame = kazoe.dask.compare(all, [rules, rules]).compute()\n"
        "frame = kazoe.spark.score(['a.txt'], 'tenhou').collect()\n"
        "tile: str = rules.discards('1m')[0].accepts[0].tile\n"
        "again: kazoe.Result = rules.score(bytearray(b'1m')) or rules.score(memoryview(b'1m'))\n"
        "result.poinst  # type: ignore[attr-defined]\n"
        "rules.id = 'mine'  # type: ignore[misc]\n"
    )
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", HERE.parent / "pyproject.toml",
         "--cache-dir", tmp_path / "cache", program],
        # An installed package is found by its py.typed.
        env={"PATH": ""} if PACKAGE.parent.name == "site-packages" else {"PATH": "", "MYPYPATH": str(PACKAGE.parent)},
        cwd=tmp_path, capture_output=True, text=True,
    )
    assert checked.returncode == 0, checked.stdout


def test_rules_are_those_of_the_project():
    rules = PROJECT / "rules"
    if not rules.exists():
        pytest.skip("the package was tested outside the project")
    for path in (PACKAGE / "rules").rglob("*.yaml"):
        assert path.read_bytes() == (rules / path.relative_to(PACKAGE / "rules")).read_bytes(), path
    assert kazoe.list() == sorted(p.stem for p in rules.glob("*.yaml") if not p.name.endswith(".cases.yaml"))


def test_has_the_licence_of_what_is_linked_into_it():
    assert "Kirill Simonov" in (PACKAGE / "COPYING.libraries").read_text(encoding="utf-8")


def test_everything_public_is_documented():
    for name in kazoe.__all__:
        assert getattr(kazoe, name).__doc__, name


def test_dir_shows_what_is_public():
    shown = dir(kazoe)
    assert {*kazoe.__all__, "__version__"} <= {*shown}
    assert all(hasattr(kazoe, name) for name in shown)
    assert not {"ffi", "lib", "builtins", "annotations"} & {*shown}


def test_needs_no_installed_library():
    """Neither libkazoe nor libyaml."""
    (module,) = PACKAGE.glob("_engine*.so")
    names = re.findall(rb"lib(?:kazoe|yaml)[-a-z0-9]*\.so[.0-9]*", module.read_bytes())
    assert not names


def test_readme():
    """The Python of the page, each block after the other; what a comment says a line gives, it gives."""
    page = HERE.parent / "README.md"
    names = {}
    for block in re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), flags=re.S | re.M):
        if "import mahjong" in block or "from mahjong" in block:
            pytest.importorskip("mahjong")
        for name in ("polars", "duckdb"):
            if name in block:
                pytest.importorskip(name)
        exec(compile(block, str(page), "exec"), names)
        for line, said in re.findall(r"^([^#\n]+?) +# -> (.*)$", block, flags=re.M):
            assert repr(eval(line, names)) == said, line


def test_example(tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "change.png"
    example = HERE.parent / "examples" / "rule_change.py"
    done = subprocess.run(
        [sys.executable, example, "--hands", "500", "--output", picture],
        env={"PYTHONPATH": str(PACKAGE.parent), "MPLCONFIGDIR": str(tmp_path), "PATH": ""}, capture_output=True, text=True,
    )
    assert done.returncode == 0, done.stderr
    assert picture.read_bytes().startswith(b"\x89PNG") and "hands" in done.stdout


def test_speed():
    """What is not built or not installed is left out."""
    example = HERE.parent / "examples" / "speed.py"
    done = subprocess.run(
        [sys.executable, example, "--hands", "500"],
        env={"PYTHONPATH": str(PACKAGE.parent), "PATH": os.environ["PATH"]}, capture_output=True, text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "Python: one call for each hand" in done.stdout
    for said in re.findall(r"points are the same in (\d+ of \d+) hands", done.stdout):
        assert said == "500 of 500"
