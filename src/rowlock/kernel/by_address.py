"""Function pointers: compiled functions that entry points call by address.

Numba compiles everything that an entry point calls by name into it, every time. A whole turn of a
bot with an evaluator takes half a minute to compile, and several entry points play such turns.
Called by address, it is compiled once for all of them, and the entry points compile in a moment.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from numba import typeof, types


class ByAddress(types.WrapperAddressProtocol):
    """Describes an already compiled function to Numba."""

    def __init__(self, machine: Any, arguments: tuple[Any, ...]) -> None:
        machine.compile(arguments)  # or load it from the cache
        self._machine = machine.overloads[arguments]  # keeps the code alive
        self._signature = types.void(*arguments)

    def __wrapper_address__(self) -> int:
        name = self._machine.fndesc.llvm_cfunc_wrapper_name
        return int(self._machine.library.get_pointer_to_function(name))

    def signature(self) -> Any:
        return self._signature


def by_address(machine: Callable[..., None], *arguments: Any) -> ByAddress:
    """The address of the function compiled for arguments of these types."""
    kinds: Any = map(typeof, arguments)
    return _found(machine, tuple(kinds))


@cache
def _found(machine: Any, arguments: tuple[Any, ...]) -> ByAddress:
    return ByAddress(machine, arguments)
