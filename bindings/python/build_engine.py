"""The compiled module kazoe._engine: the C sources of Kazoe, engine.c, and what cffi writes for them."""

import os
import re
import subprocess
import tempfile
from pathlib import Path

import cffi

HERE = Path(__file__).resolve().parent
# A source distribution contains the C sources and the rules; otherwise they are next to bindings/.
SOURCE = HERE / "source" if (HERE / "source").exists() else HERE.parent.parent



def logs_libraries():
    """How to link expat and zlib, with which logs of games are read: their archives, if they can be part of
    a module, so that the package needs no installed library. None without them."""
    calls = "#include <expat.h>\n#include <zlib.h>\nvoid *probe(z_stream *s) { inflate(s, 0); return XML_ParserCreate(0); }\n"
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "logs.c"
        probe.write_text(calls)
        for libraries in (["-l:libexpat.a", "-l:libz.a"], ["-lexpat", "-lz"]):
            command = [*os.environ.get("CC", "cc").split(), "-shared", "-fPIC", str(probe), "-o", f"{folder}/logs.so"]
            if subprocess.run([*command, *libraries], stderr=subprocess.DEVNULL).returncode == 0:
                return libraries
    return None


LOGS = logs_libraries()
FOLDERS = ["base", "tile", "hand", "rules", "words", "compile", "score", "report", "analysis", *(["logs"] if LOGS else [])]
OWN = ["engine.c", "texts.c", "columns.c", "rows.c", "arrow.c"]
WRITTEN = {"gen_splits.c", "splits_classic.c", "classic_tables.c", "assets.c"}

CALLBACKS = """
extern "Python" int kzpy_find(void *, const char *, const char **, size_t *);
extern "Python" void kzpy_diagnose(void *, const kz_error *);
extern "Python" int kzpy_goes_on(void *, uint64_t);
"""


def declarations(header):
    """The declarations of a header, as cffi reads them: without comments and preprocessor lines."""
    text = re.sub(r"/\*.*?\*/", "", header.read_text("utf-8"), flags=re.S)
    numbers = re.findall(r"^#define KZ_MAX_\w+ +\d+$", text, flags=re.M)
    # Conditions (but for the guard, #ifndef) contain nothing but the definition of KZ_API and extern "C".
    text = re.sub(r"^#if(def)? .*?^#endif$", "", text, flags=re.S | re.M)
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    return "\n".join(numbers) + "\n" + text.replace("KZ_API ", "")


def sources():
    """The C files of both libraries, without those that a build generates."""
    folders = [SOURCE / "src" / folder for folder in FOLDERS]
    found = [path for folder in folders for path in sorted(folder.rglob("*.c"))]
    return [path for path in found if path.name not in WRITTEN] + sorted((SOURCE / "src").glob("api*.c"))


ffi = cffi.FFI()
headers = ["kazoe.h", "kazoe-analysis.h", *(["kazoe-logs.h"] if LOGS else [])]
for header in [*(SOURCE / "src" / name for name in headers), HERE / "engine.h"]:
    ffi.cdef(declarations(header))
ffi.cdef(CALLBACKS)
ffi.set_source(
    "kazoe._engine",
    '#include "engine.h"\n' + ('#include "kazoe-logs.h"\n' if LOGS else ""),
    include_dirs=[str(SOURCE / "src"), str(HERE)],
    define_macros=[("_GNU_SOURCE", "1"), ("KZ_RULES_DIR", '""')],  # rules are never looked up on disk
    extra_compile_args=["-std=c11", "-fvisibility=hidden", "-g0"],
    extra_link_args=["-Wl,--exclude-libs,ALL", *(LOGS or [])],
    py_limited_api=True,
)
