"""A compiled function that entries call by its address.

What an entry calls by name is compiled into it, each time anew. A whole turn of judging bots takes
half a minute, and several entries play such turns: handed over by its address it is compiled once
for all of them, and so small are they that they compile in a moment.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from numba import typeof, types


class ByAddress(types.WrapperAddressProtocol):
    """What Numba wants to know of a function that it does not compile itself."""

    def __init__(self, machine: Any, arguments: tuple[Any, ...]) -> None:
        machine.compile(arguments)  # or loads what was compiled before
        self._machine = machine.overloads[arguments]  # its code lives as long as this does
        self._signature = types.void(*arguments)

    def __wrapper_address__(self) -> int:
        name = self._machine.fndesc.llvm_cfunc_wrapper_name
        return int(self._machine.library.get_pointer_to_function(name))

    def signature(self) -> Any:
        return self._signature


def by_address(machine: Callable[..., None], *arguments: Any) -> ByAddress:
    """A compiled function for arguments like these."""
    kinds: Any = map(typeof, arguments)
    return _found(machine, tuple(kinds))


@cache
def _found(machine: Any, arguments: tuple[Any, ...]) -> ByAddress:
    return ByAddress(machine, arguments)
