"""Command-line arguments of all checks of the training code."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch


def files_and_games(description: str | None, games: int) -> tuple[list[Path], int]:
    """Parse the exported sheets and the number of games; sets a fixed random seed."""
    parser = argparse.ArgumentParser(description=(description or "").partition("\n")[0])
    parser.add_argument("--arrays", type=Path, default=Path("training/arrays"))
    parser.add_argument("--games", type=int, default=games)
    args = parser.parse_args()
    torch.manual_seed(1)
    return sorted(args.arrays.glob("*.npz")), args.games
