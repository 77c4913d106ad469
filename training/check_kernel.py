"""Compares the networks of `on_kernel.py` in torch with the package's networks.

    PYTHONPATH=src python3 training/check_kernel.py

Writes a network with random weights to a file. On every sheet and for every seat, torch must
compute the same values from the inputs of lessons as the package computes from the positions and
the file.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import torch
from kernel_lessons import inputs, positions_of, readable_judges
from network import ValueNet
from on_kernel import SHEETS, facts

from rowlock.bots.compiled.next_turn import recorded_games
from rowlock.bots.evaluation.network import read_network
from rowlock.variants import load_variant

CLOSE = 2e-3
"""Tolerance, because the file has float16 weights."""


def compare(sheet: str, players: int, folder: Path) -> int:
    """Compare all values and return their number; exits at the first difference."""
    variant = load_variant(sheet)
    net = ValueNet(facts(sheet, torch.device("cpu")), hidden=32, second=16)
    net.save(folder / "random.npz")
    network = read_network(variant, folder / "random.npz")
    seats = np.zeros((4, players), dtype=np.int64)
    states, _ = recorded_games(readable_judges(variant), seats, seed=1)
    positions = positions_of(variant, states, players)
    for seat in range(players):
        lines, scalars = (torch.from_numpy(part) for part in inputs(positions, seat))
        with torch.no_grad():
            win = torch.sigmoid(net(lines, scalars)[:, 0]).numpy()
        expected, _ = network.expect(positions, seat)
        if not np.allclose(win, expected, atol=CLOSE) or np.ptp(win) < 10 * CLOSE:
            raise SystemExit(f"{sheet}: training and package differ for seat {seat}")
    return len(states) * players


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for sheet in SHEETS:
            for players in (2, 5):
                print(sheet, compare(sheet, players, Path(folder)), "values", flush=True)


if __name__ == "__main__":
    main()
