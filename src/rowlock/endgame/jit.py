"""Numba decorators for the search: like `rowlock.kernel.jit`, with more inlining.

LLVM optimises everything that a function calls each time it compiles one, so deep call chains take
minutes. Functions called in one place are therefore inlined before compilation.
"""

from __future__ import annotations

from typing import Protocol

from rowlock.kernel.jit import (
    JIT,
    FlatArray,
    Function,
    compiled,
    entry_point,
    inline,
    noinline,
)

__all__ = ["FlatArray", "Floats", "entry_point", "inline", "noinline", "within"]


class Floats(Protocol):
    """A flat array of floats."""

    def __getitem__(self, place: int, /) -> float: ...

    def __setitem__(self, place: int, value: float, /) -> None: ...


def within(function: Function) -> Function:
    """Inline a function into its only caller before compilation."""
    return compiled(function, inline="always") if JIT else function
