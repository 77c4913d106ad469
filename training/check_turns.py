"""Hold the compiled turns to the readable bots: needs torch, g++ and this package.

    PYTHONPATH=src python3 training/check_turns.py --arrays training/arrays

Positions of games with errors, random dice, a champion, a heuristic or a race in each seat: the
position after the turn must be the one that the bots of the package reach with the same dice. Sums
of many small numbers are rounded otherwise here and there, so that a near tie may go the other way.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import torch
from msgspec.structs import replace
from network import ValueNet
from rules import Rules
from torch import Tensor
from turns import HEURISTIC, RACE, People, Turns

from rowlock.bots.champion import Champion
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.judges import PEOPLE
from rowlock.bots.race import Race
from rowlock.core.game import deciders, new_game, play, roll
from rowlock.core.sheet import Sheet
from rowlock.core.state import Game, Roll
from rowlock.core.view import view
from rowlock.variants import load_variant

SHEETS = ("classic", "mixx_a", "mixx_b", "longo", "bonus_a", "bonus_b")
WEIGHTS = Path("src/rowlock/bots/weights")
BOTS = {0: Champion, HEURISTIC: Heuristic, RACE: Race}
NEAR_TIES = 1 / 100
"""How many turns may end otherwise."""


def core_game(name: str, position: list[int], players: int) -> Game:
    variant = load_variant(name)
    lucky = None
    if variant.lucky_pairs:
        lucky = [variant.lucky_pairs[k] for k in position[5 * players : 6 * players]]
    names = [f"P{k}" for k in range(players)]
    game = new_game(variant, names, first=position[7 * players + 1], lucky=lucky)
    sheets = tuple(
        Sheet(
            rows=tuple(position[4 * q : 4 * q + 4]),
            penalties=position[4 * players + q],
            bar=position[6 * players + q],
        )
        for q in range(players)
    )
    return replace(game, sheets=sheets, closed=position[7 * players])


def played(game: Game, dice: list[int], policies: list[int]) -> Game:
    """The game after one turn of these bots."""
    closed = game.closed
    colours = tuple(None if closed >> c & 1 else dice[2 + c] for c in range(4))
    after = roll(game, Roll((dice[0], dice[1]), colours)).state
    bots = [BOTS[policy]() for policy in policies]
    rng = random.Random(1)
    while not after.over and after.stage != "roll":
        seat = deciders(after)[0]
        after = play(after, seat, bots[seat].choose(view(after, seat), rng)).state
    return after


def check(rules: Rules, net: ValueNet, turns: Turns, players: int, games: int) -> tuple[int, int]:
    policies = torch.zeros(games, players, dtype=torch.int32)
    spreads = torch.full((games,), 0.03)
    found = turns.play([net], [People(PEOPLE)], policies, spreads, players, 0.5)
    positions = found.positions.contiguous()
    n = len(positions)
    mixed = torch.tensor(list(BOTS), dtype=torch.int32)[torch.randint(len(BOTS), (n, players))]
    dice = torch.randint(1, rules.sides + 1, (n, 6), dtype=torch.int32)
    _, after = turns.expect([net], [People(PEOPLE)], positions, mixed, 1, dice=dice)

    def lists(tensor: Tensor) -> list[list[int]]:
        return [[int(x) for x in line] for line in tensor]

    other = 0
    for before, rolled, who, then in zip(*map(lists, (positions, dice, mixed, after)), strict=True):
        game = played(core_game(rules.id, before, players), rolled, who)
        rows = [mask for sheet in game.sheets for mask in sheet.rows]
        penalties = [sheet.penalties for sheet in game.sheets]
        bars = [sheet.bar for sheet in game.sheets]
        same = rows + penalties == then[: 5 * players]
        same &= [*bars, game.closed] == then[6 * players : 7 * players + 1]
        other += not same
    return n, other


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--arrays", type=Path, default=Path("training/arrays"))
    parser.add_argument("--games", type=int, default=60)
    args = parser.parse_args()
    torch.manual_seed(1)
    for sheet in SHEETS:
        rules = Rules(args.arrays / f"{sheet}.npz", torch.device("cpu"))
        sizes = ValueNet.sizes(WEIGHTS / f"{sheet}.npz")
        net, turns = ValueNet(rules, *sizes), Turns(rules, *sizes)
        net.load(WEIGHTS / f"{sheet}.npz")
        for players in (2, 3, 5):
            looked, other = check(rules, net, turns, players, args.games)
            print(sheet, players, "players:", looked, "turns,", other, "end otherwise", flush=True)
            if other > NEAR_TIES * looked:
                raise SystemExit(f"{sheet}: the compiled turns do not play like the bots")


if __name__ == "__main__":
    main()
