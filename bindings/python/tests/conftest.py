import json
import sys
import time
from pathlib import Path

import pytest

import kazoe

PROJECT = Path(__file__).resolve().parents[3]
HAND = "123456m23p55789s +1p riichi seat=S from=W"


@pytest.fixture(scope="session")
def tenhou():
    return kazoe.Ruleset("tenhou")


@pytest.fixture(scope="session")
def corpus():
    """Random hands that are complete."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))
    from corpus import corpus

    return corpus(2000)


@pytest.fixture(scope="session")
def examples():
    """Examples of the project's own tests: a text, then "= code [key] column: message"."""

    def read(name):
        path = PROJECT / "tests" / "data" / name
        if not path.exists():
            pytest.skip(f"{path} is not there: the package was tested outside the project")
        lines = [line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]
        return list(zip(lines[::2], lines[1::2]))

    return read


# --- a corpus in parts ---------------------------------------------------------------------------


def written(summary):
    return json.dumps(summary, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def parts(out):
    """The files of parts that are finished, with what tells one file from another."""
    return {path.name: path.stat().st_ino for path in out.glob("part-*")}


def wait_for_parts(out, count, seconds=120):
    begun = time.monotonic()
    while len(parts(out)) < count:
        assert time.monotonic() < begun + seconds, "no parts are made"
        time.sleep(0.002)
