"""Find the equilibrium of a tiny game for two with OpenSpiel's regret minimisation.

    pip install "rowlock[openspiel]"
    python examples/train_openspiel.py

The exploitability is what a best answer would win against the strategy found so far, in points; in
an equilibrium it is 0. Any sheet can be given, but only tiny ones can be walked through.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pyspiel

import rowlock.envs.openspiel  # noqa: F401  # registers the game

SHEET = Path(__file__).with_name("tiny_sheet.toml")


def train(sheet: str, rounds: int) -> Iterator[tuple[int, float]]:
    """The exploitability after 1, 2, 4, 8 … rounds."""
    settings = {"variant": sheet, "players": 2, "reward": "margin"}
    game = pyspiel.convert_to_turn_based(pyspiel.load_game("rowlock_v1", settings))
    solver = pyspiel.CFRPlusSolver(game)
    for number in range(1, rounds + 1):
        solver.evaluate_and_update_policy()
        if number & (number - 1) == 0:
            yield number, pyspiel.exploitability(game, solver.average_policy())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheet", default=str(SHEET), help="a file or the name of a sheet")
    parser.add_argument("--rounds", type=int, default=64)
    given = parser.parse_args()
    print("rounds  exploitability")
    for number, value in train(given.sheet, given.rounds):
        print(f"{number:6}  {value:14.4f}", flush=True)


if __name__ == "__main__":
    main()
