"""Compiling for the solver: as in `rowlock.kernel.jit`, but always with Numba.

The sweep uses vector operations that the interpreter does not have, so there is no slow twin of
it; `plain.py` is its readable counterpart.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba

Function = TypeVar("Function", bound=Callable[..., Any])

# Compiled code allocates nothing, so its arrays need no reference counts.
_OPTIONS: dict[str, Any] = {"_nrt": False}


def piece(function: Function) -> Function:
    """A part of entries, built into each of them."""
    decorate: Callable[[Function], Function] = numba.njit(forceinline=True, **_OPTIONS)
    return decorate(function)


def entry(function: Function) -> Function:
    """A door from Python; its machine code is kept on disk, and threads run side by side."""
    decorate: Callable[[Function], Function] = numba.njit(cache=True, nogil=True, **_OPTIONS)
    compiled = decorate(function)
    file = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if file is not None:  # None where no folder can be written
        file._source_stamp = _sources()  # pieces come from several files
    return compiled


@cache
def _sources() -> str:
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
