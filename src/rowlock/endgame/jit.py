"""Compiling for the search: as in `rowlock.kernel.jit`, with few functions of their own.

LLVM goes through everything that a compiled function calls each time it compiles one, so a tower of
functions takes minutes. Those that are called in one place are written into their caller before
anything is compiled.
"""

from __future__ import annotations

from typing import Protocol

from rowlock.kernel.jit import JIT, Flat, Function, compiled, entry, part, piece

__all__ = ["Flat", "Floats", "entry", "part", "piece", "within"]


class Floats(Protocol):
    """An array of numbers."""

    def __getitem__(self, place: int, /) -> float: ...

    def __setitem__(self, place: int, value: float, /) -> None: ...


def within(function: Function) -> Function:
    """A part of one other function, written into it."""
    return compiled(function, inline="always") if JIT else function
