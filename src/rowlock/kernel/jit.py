"""Compile a function with Numba, or leave it as it is.

The kernel is restricted Python: integers and flat arrays. With Numba its functions run as
machine code; without it, or with ROWLOCK_JIT=0 in the environment, the very same functions run
in the interpreter and give the same results, bit for bit, some hundred times slower.

`piece` marks a function that only other kernel functions call; it becomes part of them.
`entry` marks one that is called from Python; its machine code is kept on disk between runs and
it gives up the interpreter's lock, so that threads run side by side. `handed` makes of an entry
what others can call without being compiled together with it.

Numba looks only at an entry's own file to see whether its code on disk is stale, although pieces
of other files are built into it. We stamp it with a digest over its whole part of the package, the
kernel and the small rules instead.
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


class Flat(Protocol):
    """What the kernel reads and writes: an array of integers, or a list in the interpreter."""

    def __getitem__(self, place: int, /) -> int: ...

    def __setitem__(self, place: int, value: int, /) -> None: ...

    def __len__(self) -> int: ...


HAS_NUMBA = find_spec("numba") is not None
JIT = HAS_NUMBA and os.environ.get("ROWLOCK_JIT", "1") != "0"
"""Whether the kernel is compiled in this process."""

# The kernel allocates nothing, so its arrays need no reference counts: three times the speed.
_OPTIONS: dict[str, Any] = {"_nrt": False}


def piece(function: Function) -> Function:
    """A part of entries, built into each of them."""
    return always_piece(function) if JIT else function


def part(function: Function) -> Function:
    """A part of entries that stays a function of its own: long, or seldom needed."""
    return compiled(function) if JIT else function


def entry(function: Function) -> Function:
    """A door from Python into the kernel."""
    return always_entry(function) if JIT else cast(Function, _with_plain_integers(function))


def handed(function: Function, *arguments: Any) -> Function:
    """An entry to hand to other entries, for arguments like these."""
    if not JIT:
        return cast(Function, getattr(function, "__wrapped__", function))
    return cast(
        Function, import_module("rowlock.kernel.by_address").by_address(function, *arguments)
    )


def always_piece(function: Function) -> Function:
    """A part of entries that has no meaning in the interpreter (the solver's vectors)."""
    return compiled(function, forceinline=True)


def always_entry(function: Function) -> Function:
    """Likewise a door from Python."""
    return _stamped(compiled(function, cache=True, nogil=True), function)


def _with_plain_integers(function: Callable[..., Any]) -> Callable[..., Any]:
    """The rules want `int`, but arrays hand out NumPy's integers; a view of them does not."""

    @wraps(function)
    def door(*args: Any) -> Any:
        return function(*map(_plain, args))

    return door


def _plain(argument: Any) -> Any:
    if isinstance(argument, tuple):
        return type(argument)(*map(_plain, argument))
    return memoryview(argument) if getattr(argument, "dtype", None) == "int64" else argument


def compiled(function: Function, **options: Any) -> Function:
    """The function as Numba compiles it, once it was taught the small rules."""
    import numba

    import_module("rowlock.kernel.taught")
    decorate: Callable[[Function], Function] = numba.njit(**options, **_OPTIONS)
    return decorate(function)


def _stamped(machine: Function, function: Function) -> Function:
    """A compiled function whose code on disk is stale when any of its sources changed."""
    file = getattr(getattr(machine, "_cache", None), "_cache_file", None)
    if file is not None:  # None where no folder can be written
        file._source_stamp = _sources(function.__code__.co_filename)
    return machine


@cache
def _sources(own: str) -> str:
    digest = hashlib.sha256()
    kernel, core = Path(__file__).parent, Path(rules.__file__).parent
    part = next((p for p in Path(own).parents if p.parent == kernel.parent), Path(own).parent)
    for file in sorted(file for folder in {part, kernel, core} for file in folder.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
