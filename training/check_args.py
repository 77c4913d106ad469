"""What every check of the training asks its command line."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch


def files_and_games(description: str | None, games: int) -> tuple[list[Path], int]:
    """The exported sheets and how many games to play on each; chance is the same in every run."""
    parser = argparse.ArgumentParser(description=(description or "").partition("\n")[0])
    parser.add_argument("--arrays", type=Path, default=Path("training/arrays"))
    parser.add_argument("--games", type=int, default=games)
    args = parser.parse_args()
    torch.manual_seed(1)
    return sorted(args.arrays.glob("*.npz")), args.games
