# The compiled module, which cffi writes (build_engine.py).
from typing import Any

ffi: Any
lib: Any
