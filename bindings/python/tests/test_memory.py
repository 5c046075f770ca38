"""Memory: that it is out is said, and what was handed out and is dropped takes none."""

import ctypes
import gc
import os
import subprocess
import sys

import pytest

from conftest import HAND

# The number of allocations before one fails; -1: none fails.
FAILING = """
#include <stdlib.h>
extern void *__libc_calloc(size_t, size_t);
long left = -1;
void *calloc(size_t count, size_t size) { return left >= 0 && left-- == 0 ? NULL : __libc_calloc(count, size); }
"""

PROGRAM = f"""
import ctypes, kazoe
left = ctypes.c_long.in_dll(ctypes.CDLL(None), "left")
rules, hands = kazoe.Ruleset("tenhou"), ["{HAND}", "1m", None]
scores = rules.score_many(hands)
for name, call in {{
    "Ruleset": lambda: kazoe.Ruleset("tenhou"),
    "score_many": lambda: rules.score_many(hands),
    "schema": scores.__arrow_c_schema__,
    "array": scores.__arrow_c_array__,
    "stream": scores.__arrow_c_stream__,
}}.items():
    said, count = set(), 0
    while left.value < 0:
        left.value, raised = count, "nothing"
        try:
            call()
        except Exception as error:
            raised = type(error).__name__
        if left.value < 0:
            said.add(raised)
            count += 1
    left.value = -1
    print(name, *said)
"""


def test_out_of_memory(tmp_path):
    source, library = tmp_path / "failing.c", tmp_path / "failing.so"
    source.write_text(FAILING)
    compiler = (os.environ.get("CC") or "cc").split()
    try:
        subprocess.run([*compiler, "-shared", "-fPIC", "-o", library, source], check=True, capture_output=True)
        ctypes.CDLL(str(library))
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("there is no C compiler, or another C library than that of GNU")
    done = subprocess.run([sys.executable, "-I", "-c", PROGRAM], capture_output=True, text=True, cwd=tmp_path,
                          env={**os.environ, "LD_PRELOAD": str(library)})
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines() == [f"{name} MemoryError" for name in ("Ruleset", "score_many", "schema", "array", "stream")]


class Used(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")]


def test_what_is_dropped_takes_no_memory(tenhou):
    try:
        mallinfo = ctypes.CDLL(None).mallinfo2
    except AttributeError:
        pytest.skip("this C library does not say how much memory is used")
    mallinfo.restype = Used
    scores = tenhou.score_many([HAND, None])
    for made in (lambda: tenhou.score_many([HAND]), scores.__arrow_c_schema__, scores.__arrow_c_array__, scores.__arrow_c_stream__):
        before = 0
        for count in (10, 1000):
            gc.collect()
            before = mallinfo().uordblks
            for _ in range(count):
                made()
        gc.collect()
        assert mallinfo().uordblks - before < 1000, made
