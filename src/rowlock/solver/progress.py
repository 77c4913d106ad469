"""Types shared by all solving devices: progress callback and result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Progress: TypeAlias = Callable[[float], None]
"""Callback with the share done, from 0 to 1."""


class Solved(Struct, frozen=True):
    """The values of all sheets: `values[phase, group, 4 * place + lane]`."""

    values: NDArray[np.float64]
    seconds: float
    compile_seconds: float
