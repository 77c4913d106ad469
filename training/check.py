"""Compares the rules on tensors with the readable core. Needs torch and this package.

    PYTHONPATH=src python3 training/check.py --arrays training/arrays

Plays random games of every variant and number of players turn by turn. Each new position must be
among those that the core allows from the previous one with the same dice. If there is a trained
network, both implementations of it must give equal values for these positions.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import torch
from check_args import files_and_games
from core_turns import core_game, possible, rolled
from msgspec.structs import replace
from network import ValueNet
from rules import Rules
from selfplay import Joint, Tables, outcome
from torch import Tensor

from rowlock.bots.evaluation.network import read_network
from rowlock.bots.evaluation.positions import Positions
from rowlock.core.game import result
from rowlock.variants import load_variant

WEIGHTS = Path("src/rowlock/bots/weights")
ROUNDING = 1e-4


def positions(tables: Tables) -> list[list[int]]:
    """The games in the layout of `positions.py`."""
    parts = [tables.rows.flatten(1), tables.penalties, tables.lucky, tables.bar]
    parts += [tables.closed[:, None], tables.active[:, None]]
    found: list[list[int]] = torch.cat(parts, 1).tolist()
    return found


def check(file: Path, games: int, players: int) -> int:
    rules = Rules(file, torch.device("cpu"))
    tables = Tables(rules, games, players)
    variant = load_variant(rules.id)
    looked = 0

    def judge(joint: Joint, seat: Tensor) -> Tensor:
        return torch.rand(len(seat)) + 0.5 * (joint.penalties.sum(1) == 0)

    while len(tables):
        dice = tables.roll()
        before = [core_game(variant, line, players) for line in positions(tables)]
        over = tables.turn([judge], dice)
        for g, line in enumerate(positions(tables)):
            game, after = rolled(before[g], dice[g].tolist()), core_game(variant, line, players)
            found = (after.sheets, after.closed, bool(over[g]))
            if found not in possible(game):
                raise SystemExit(f"{rules.id}: {game.sheets} {game.roll} became {found}")
            if over[g]:
                core = result(replace(after, stage="over"))
                shares = outcome(rules, tables.rows[g : g + 1], tables.penalties[g : g + 1])[0][0]
                winners = tuple(int(k) for k in (shares > 0).nonzero().squeeze(1))
                assert winners == core.winners, (rules.id, core, shares)
            looked += 1
        tables.keep((~over).nonzero().squeeze(1))
        if len(tables) and WEIGHTS.joinpath(file.name).exists():
            compare_networks(tables)
    return looked


def compare_networks(tables: Tables) -> None:
    """Check that the networks on tensors and in the package give equal values with equal
    weights."""
    rules, j = tables.rules, tables.joint()
    file = WEIGHTS / f"{rules.id}.npz"
    net = ValueNet(rules, *ValueNet.sizes(file))
    net.load(file)
    with torch.no_grad():
        seats = 0 * j.following
        seen = net.inputs(j.rows, j.penalties, j.bar, j.lucky, j.closed, j.following, seats)
        found = torch.sigmoid(net(*seen)[:, 0])
    variant = load_variant(rules.id)
    network = read_network(variant, file)
    for k, lucky in enumerate(j.lucky.tolist()):
        here = j[torch.tensor([k])]
        positions = Positions(
            variant,
            rows=here.rows.numpy(),
            penalties=here.penalties.numpy(),
            bar=here.bar.numpy(),
            closed=here.closed.numpy(),
            following=here.following.numpy(),
            over=here.over.numpy(),
            lucky=tuple(lucky),
        )
        expected = float(network.expect(positions, 0)[0][0])
        if abs(expected - float(found[k])) > ROUNDING:
            raise SystemExit(f"{rules.id}: {expected} became {float(found[k])} at {positions}")


def main() -> None:
    files, games = files_and_games(__doc__, games=20)
    for file, players in itertools.product(files, (2, 3)):
        print(file.stem, players, check(file, games, players), "turns agree", flush=True)


if __name__ == "__main__":
    main()
