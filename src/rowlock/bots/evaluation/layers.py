"""The layers that the value networks of both games have, with NumPy alone.

The first layer is a sum of table lines, and each game has lines of its own (`network.py`,
`card_network.py`); two small layers follow. They come from a file of weights, which beside them
carries the digest of the variant it was trained for and that of the layout its numbers belong to
(`layout.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.evaluation.features import row_features
from rowlock.variants.variant import Variant

STAMPS = ("id", "digest", "layout")
"""What a file of weights has beside the weights."""
ONE_THREAD = 1 << 18
"""A product of more multiplications than this wakes OpenBLAS's other threads, and to wait for them
takes longer than to do without them."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False, kw_only=True)
class Layers:
    """The layers, ready to be added up."""

    variant: Variant
    rows: Floats
    """[slot, row, state, hidden]"""
    penalties: Floats
    """[slot, 2 * penalties + is next, hidden]"""
    scalars: Floats
    """[slot, or the lead, or the near lead; hidden]"""
    bias: Floats
    second: Floats
    """[hidden, second]"""
    second_bias: Floats
    last: Floats
    """[win or margin, second]"""
    last_bias: Floats

    def out(self, hidden: Floats) -> NDArray[Any]:
        """[position, win or margin] what the last layer says to these sums, which it uses up."""
        np.maximum(hidden, 0, out=hidden)
        second = np.empty((len(hidden), len(self.second_bias)), dtype=np.float32)
        step = max(1, ONE_THREAD // self.second.size)
        for start in range(0, len(hidden), step):
            some = slice(start, start + step)
            np.matmul(hidden[some], self.second, out=second[some])
        second = np.maximum(second + self.second_bias, 0)
        out: NDArray[Any] = second @ self.last.T + self.last_bias
        return out


def weights(data: Mapping[str, NDArray[Any]]) -> dict[str, Floats]:
    """The weights of a file by name, without its stamps."""
    return {name: data[name].astype(np.float32) for name in data if name not in STAMPS}


def layers(variant: Variant, arrays: Mapping[str, Floats]) -> dict[str, Any]:
    """The fields of `Layers`."""
    rows = np.einsum("rsd,krdh->krsh", row_features(variant), arrays["rows"])
    return {
        "variant": variant,
        "rows": np.ascontiguousarray(rows),
        "penalties": arrays["penalties"],
        "scalars": arrays["scalars"],
        "bias": arrays["bias"],
        "second": np.ascontiguousarray(arrays["second.weight"].T),
        "second_bias": arrays["second.bias"],
        "last": arrays["last.weight"],
        "last_bias": arrays["last.bias"],
    }
