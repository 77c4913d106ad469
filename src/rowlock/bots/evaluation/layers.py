"""The layers that both value networks have, in NumPy.

The first layer is a sum of table lines, which differ between the dice and the card game
(`network.py`, `card_network.py`); two small layers follow. A file of weights also has the digest of
the variant for which it was trained, and that of the layout of its numbers (`input_layout.py`).
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
"""Entries of a file of weights that are not weights."""
ONE_THREAD = 1 << 18
"""Number of multiplications from which OpenBLAS uses several threads, which takes longer than one
thread."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False, kw_only=True)
class Layers:
    """The layers of a value network."""

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
        """[position, win or margin] the output for these sums of the first layer, which are
        overwritten."""
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
