import sys
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


def read(paths):
    """The files of parts as one table."""
    import pyarrow.parquet

    return pyarrow.concat_tables(pyarrow.parquet.read_table(path) for path in paths)
