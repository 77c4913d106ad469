"""Compares the compiled turns with the readable bots. Needs torch, g++ and this package.

    PYTHONPATH=src python3 training/check_turns.py --arrays training/arrays

Takes positions from games with random errors, random dice, and a champion, heuristic or race bot in
each seat. After one turn, the position must equal the one that the package's bots reach with the
same dice. Rounding errors may decide near ties differently; the position must then still be one
that the core allows.

Sheets without a trained network have no champion. There, a random network plays the games that the
positions come from, and the readable bots play the turns.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import torch
from check_args import files_and_games
from core_turns import core_game, played, possible, rolled
from gpu import HEURISTIC, RACE
from network import ValueNet
from rules import Rules
from torch import Tensor
from turns import People, Turns

from rowlock.bots.champion import Champion
from rowlock.bots.evaluation.evaluators import PEOPLE
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.race import Race
from rowlock.core.bot import Bot
from rowlock.variants import load_variant

WEIGHTS = Path("src/rowlock/bots/weights")
READABLE: dict[int, Callable[[], Bot]] = {HEURISTIC: Heuristic, RACE: Race}
BOTS: dict[int, Callable[[], Bot]] = {0: Champion, **READABLE}
NEAR_TIES = 2 / 100
"""Maximum share of turns that may differ. Readable bots have ties in about one turn of a
hundred."""


def check(
    net: ValueNet, turns: Turns, players: int, games: int, bots: list[int]
) -> tuple[int, int]:
    """Returns the numbers of turns played and of turns that differ; `bots` take the seats."""
    rules = net.rules
    policies = torch.zeros(games, players, dtype=torch.int32)
    spreads = torch.full((games,), 0.03)
    found = turns.play([net], [People(PEOPLE)], policies, spreads, players, 0.5)
    positions = found.positions.contiguous()
    n = len(positions)
    mixed = torch.tensor(bots, dtype=torch.int32)[torch.randint(len(bots), (n, players))]
    dice = torch.randint(1, rules.sides + 1, (n, 6), dtype=torch.int32)
    _, after = turns.expect([net], [People(PEOPLE)], positions, mixed, 1, dice=dice)

    def lists(tensor: Tensor) -> list[list[int]]:
        return [[int(x) for x in line] for line in tensor]

    variant, other = load_variant(rules.id), 0
    for before, faces, who, then in zip(*map(lists, (positions, dice, mixed, after)), strict=True):
        game = rolled(core_game(variant, before, players), faces)
        compiled = core_game(variant, then, players)
        by_bots = played(game, [BOTS[policy]() for policy in who])
        if (by_bots.sheets, by_bots.closed) == (compiled.sheets, compiled.closed):
            continue
        other += 1
        allowed = {(sheets, closed) for sheets, closed, _ in possible(game)}
        if (compiled.sheets, compiled.closed) not in allowed:
            raise SystemExit(f"{rules.id}: {game.sheets} {game.roll} became {compiled.sheets}")
    return n, other


def main() -> None:
    files, games = files_and_games(__doc__, games=60)
    for file in files:
        rules, weights = Rules(file, torch.device("cpu")), WEIGHTS / file.name
        trained = weights.exists()
        sizes = ValueNet.sizes(weights) if trained else (128, 64)
        net, turns = ValueNet(rules, *sizes), Turns(rules, *sizes)
        if trained:
            net.load(weights)
        for players in (2, 3, 5):
            bots = list(BOTS if trained else READABLE)
            looked, other = check(net, turns, players, games, bots)
            figures = f"{looked} turns, {other} end otherwise"
            print(rules.id, players, "players:", figures, flush=True)
            if other > NEAR_TIES * looked:
                raise SystemExit(
                    f"{rules.id}: too many compiled turns differ from those of the bots"
                )


if __name__ == "__main__":
    main()
