"""Compiling for the solver: as in `rowlock.kernel.jit`, but always with Numba.

The sweep uses vector operations that the interpreter does not have, so there is no slow twin of
it; `plain.py` is its readable counterpart.
"""

from __future__ import annotations

from typing import Any

from rowlock.kernel import taught
from rowlock.kernel.jit import Function, compiled, stamped

TAUGHT: Any = taught
"""Numba knows the small rules, also where the kernel itself runs in the interpreter."""


def piece(function: Function) -> Function:
    """A part of entries, built into each of them."""
    return compiled(function, forceinline=True)


def entry(function: Function) -> Function:
    """A door from Python; its machine code is kept on disk, and threads run side by side."""
    return stamped(compiled(function, cache=True, nogil=True), function)
