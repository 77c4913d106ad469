"""Trains a network so that the win shares of all seats add up to one.

Needs NumPy, torch, a C++ compiler and the exported arrays, but no GPU.

    python3 training/even.py --arrays training/arrays/bonus_b.npz --start run10.npz --out even.npz

A network that played weaker opponents in training overestimates its share, because its input does
not contain the opponents' strength (`improve.py --as-met`). This script trains its last two layers
on positions of self-play. The targets are its win shares divided by their sum over the table. The
first layer stays unchanged.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import torch
from improve import inputs
from network import ValueNet
from rules import Rules
from torch import Tensor
from torch.nn import functional
from train import loss_of
from turns import People, Turns

PEOPLE, ERROR = 0.5, 0.02


def first_layer(net: ValueNet, positions: Tensor, players: int, seat: int) -> Tensor:
    seats = torch.full((len(positions),), seat, device=positions.device)
    lines, scalars = inputs(net, positions, players, seats)
    hidden = functional.embedding_bag(lines, net.table(), mode="sum")
    return torch.relu(hidden + scalars @ net.scalars + net.bias)


def last_layers(net: ValueNet, hidden: Tensor) -> Tensor:
    out: Tensor = net.last(torch.relu(net.second(hidden)))
    return out


@torch.no_grad()
def lessons(net: ValueNet, turns: Turns, players: int, games: int) -> tuple[Tensor, Tensor]:
    """Outputs of the first layer for positions, with the targets: share and margin."""
    policies = torch.zeros(games, players, dtype=torch.int32, device=turns.device)
    spreads = torch.full((games,), ERROR, device=turns.device)
    played = turns.play([net], [People(PEOPLE)], policies, spreads, players, 1.0)
    hidden = [first_layer(net, played.positions, players, seat) for seat in range(players)]
    out = torch.stack([last_layers(net, seen) for seen in hidden])
    shares = torch.sigmoid(out[..., 0])
    sums = shares.sum(0)
    print(players, "players: shares add up to", round(float(sums.mean()), 4), flush=True)
    wanted = torch.stack([shares / sums, out[..., 1]], -1)
    return torch.cat(hidden), wanted.flatten(0, 1)


def learn(net: ValueNet, hidden: Tensor, wanted: Tensor, steps: int, rate: float) -> None:
    layers = [*net.second.parameters(), *net.last.parameters()]
    optimiser = torch.optim.Adam(layers, lr=rate)
    for step in range(steps):
        optimiser.param_groups[0]["lr"] = rate * 0.5 * (1 + math.cos(math.pi * step / steps))
        some = torch.randint(len(hidden), (4096,), device=hidden.device)
        loss = loss_of(last_layers(net, hidden[some]), *wanted[some].unbind(1))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add("--arrays", type=Path, required=True)
    add("--start", type=Path, required=True)
    add("--out", type=Path, required=True)
    add("--games", type=int, default=400, help="of every seat count")
    add("--steps", type=int, default=2000)
    add("--rate", type=float, default=5e-4)
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    torch.manual_seed(1)
    rules = Rules(args.arrays, torch.device(args.device))
    sizes = ValueNet.sizes(args.start)
    net = ValueNet(rules, *sizes).to(args.device)
    net.load(args.start)
    turns = Turns(rules, *sizes)
    parts = [lessons(net, turns, players, args.games) for players in (2, 3, 4, 5)]
    hidden, wanted = (torch.cat(column) for column in zip(*parts, strict=True))
    learn(net, hidden, wanted, args.steps, args.rate)
    for players in (2, 3, 4, 5):
        lessons(net, turns, players, max(1, args.games // 10))
    net.save(args.out)


if __name__ == "__main__":
    main()
