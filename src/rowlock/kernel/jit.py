"""Decorators that compile functions with Numba, or leave them unchanged without it.

The kernel is restricted Python: integers and flat arrays. Numba compiles its functions to machine
code; without Numba, or with ROWLOCK_JIT=0 in the environment, the same functions run in the
interpreter with bit-identical results, several hundred times slower.

`inline` marks a function that only other kernel functions call; it is inlined into its callers.
`noinline` marks a function that stays separate because it is long or rarely called.
`entry_point` marks a function that Python calls: its machine code is cached on disk, and it
releases the GIL, so threads run in parallel. `callable_by_address` turns an entry point into a
function that others can call without being compiled together with it.

To detect a stale cache entry, Numba checks only the file that defines the entry point, although
functions from other files are inlined into it. We therefore use a digest of the whole package, the
kernel and the small rules.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

from rowlock.core import rules

Function = TypeVar("Function", bound=Callable[..., Any])


class FlatArray(Protocol):
    """An array of integers that the kernel reads and writes; in the interpreter also a list."""

    def __getitem__(self, place: int, /) -> int: ...

    def __setitem__(self, place: int, value: int, /) -> None: ...

    def __len__(self) -> int: ...


HAS_NUMBA = find_spec("numba") is not None
JIT = HAS_NUMBA and os.environ.get("ROWLOCK_JIT", "1") != "0"
"""Whether the kernel is compiled in this process."""

# The kernel allocates nothing, so its arrays need no reference counting: three times faster.
_OPTIONS: dict[str, Any] = {"_nrt": False}


def inline(function: Function) -> Function:
    """Inline a function into every entry point that calls it."""
    return always_inline(function) if JIT else function


def noinline(function: Function) -> Function:
    """Do not inline a function, because it is long or rarely called."""
    return compiled(function) if JIT else function


def entry_point(function: Function) -> Function:
    """Make a function callable from Python."""
    return always_entry_point(function) if JIT else cast(Function, _with_plain_integers(function))


def callable_by_address(function: Function, *arguments: Any) -> Function:
    """A function pointer to an entry point compiled for arguments of these types."""
    if not JIT:
        return cast(Function, getattr(function, "__wrapped__", function))
    return cast(
        Function, import_module("rowlock.kernel.by_address").by_address(function, *arguments)
    )


def always_inline(function: Function) -> Function:
    """Like `inline`, for functions that cannot run in the interpreter (the solver's vectors)."""
    return compiled(function, forceinline=True)


def always_entry_point(function: Function) -> Function:
    """Like `entry_point`, for functions that cannot run in the interpreter."""
    return _stamped(compiled(function, cache=True, nogil=True), function)


def _with_plain_integers(function: Callable[..., Any]) -> Callable[..., Any]:
    """Pass arrays as memoryviews: the rules need `int`, but arrays return NumPy integers."""

    @wraps(function)
    def call(*args: Any) -> Any:
        return function(*map(_plain, args))

    return call


def _plain(argument: Any) -> Any:
    if isinstance(argument, tuple):
        return type(argument)(*map(_plain, argument))
    if getattr(argument, "dtype", None) != "int64":
        return argument
    return memoryview(argument) if argument.ndim == 1 else tuple(map(memoryview, argument))


def compiled(function: Function, **options: Any) -> Function:
    """Compile a function with Numba, after registering the small rules."""
    import numba

    import_module("rowlock.kernel.numba_rules")
    decorate: Callable[[Function], Function] = numba.njit(**options, **_OPTIONS)
    return decorate(function)


def _stamped(machine: Function, function: Function) -> Function:
    """Make the cached machine code stale whenever one of its sources changes."""
    file = getattr(getattr(machine, "_cache", None), "_cache_file", None)
    if file is not None:  # None if no cache folder is writable
        file._source_stamp = _sources(function.__code__.co_filename)
        # Numba compares versions before it unpickles the index, which may name types of modules
        # that are gone.
        file._version = f"{file._version} {file._source_stamp}"
    return machine


@cache
def _sources(own: str) -> str:
    digest = hashlib.sha256()
    kernel, core = Path(__file__).parent, Path(rules.__file__).parent
    noinline = next((p for p in Path(own).parents if p.parent == kernel.parent), Path(own).parent)
    for file in sorted(
        file for folder in {noinline, kernel, core} for file in folder.rglob("*.py")
    ):
        digest.update(file.read_bytes())
    return digest.hexdigest()
