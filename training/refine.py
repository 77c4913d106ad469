"""Refine a trained network on a plain processor: needs torch and this package.

    PYTHONPATH=src python3 training/refine.py --variant classic --minutes 20

Games are played in compiled code, some of them against the readable heuristic (`--mixed`), so
that the network knows how people play and not itself alone; `--against FILE --mixed 1` trains an
exploiter of that network instead. It learns from single positions
played one turn on with every pair of white dice (rowlock/bots/one_turn_on.py): targets with
hardly any luck in them. The weights that are kept are a running average; a line of JSON is
written at every measurement.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from collections import deque
from pathlib import Path

import numpy as np
import torch
from network import MARGIN_UNIT, ValueNet
from rules import Rules
from torch import Tensor
from train import averaged, loss_of

from rowlock.arena.match import half_width, shares
from rowlock.bots.match import Judge, Judges, compile_judges, play_match
from rowlock.bots.network import read_network
from rowlock.bots.one_turn_on import States, expected_turn, recorded_games
from rowlock.kernel.state import ACTIVE, BAR, CLOSED, HEAD, LUCKY, PENALTIES, ROWS, SEAT
from rowlock.variants import load
from rowlock.variants.variant import Variant

NOISY, OTHER, EXACT = 0, 1, 2
"""The judges: the network with errors, to see side roads; the other player; the network."""
NOISE = 0.015

Lesson = tuple[Tensor, Tensor, Tensor, Tensor]
"""Lines and scalars of the network's input, win share, margin."""


def network_judge(variant: Variant, file: Path, noise: float = 0.0) -> Judge:
    network = read_network(variant, file)
    return Judge("network", network=network, noise=noise, looks_around=True)


def tensors(net: ValueNet, states: States, players: int, seat: Tensor) -> tuple[Tensor, Tensor]:
    """The network's input for kernel states, each seen from its seat."""
    blocks = states[:, HEAD:].reshape(len(states), players, SEAT)
    half = blocks[:, :, BAR + 1] << 32
    masks = [int(mask) for mask in net.rules.lucky_mask]
    lucky = np.vectorize(lambda mask: masks.index(mask) if mask in masks else 0)

    def tensor(array: States) -> Tensor:
        return torch.tensor(np.ascontiguousarray(array))

    return net.inputs(
        tensor(blocks[:, :, ROWS : ROWS + 4]),
        tensor(blocks[:, :, PENALTIES]),
        tensor(blocks[:, :, BAR] | half),
        tensor(lucky(blocks[:, :, LUCKY])),
        tensor(states[:, CLOSED]),
        tensor(states[:, ACTIVE]),
        seat,
    )


def lessons(
    net: ValueNet, judges: Judges, players: int, args: argparse.Namespace, rng: np.random.Generator
) -> Lesson:
    """Some positions of fresh games, from all seats that the network plays."""
    games = max(16, 2 * args.games // players)
    seats = np.full((games, players), NOISY)
    mixed = rng.random(games) < args.mixed
    own = rng.integers(players, size=games)
    seats[mixed] = OTHER
    seats[mixed, own[mixed]] = NOISY
    states, owners = recorded_games(judges, seats, int(rng.integers(2**62)))
    chosen = rng.choice(len(states), min(args.sample, len(states)), replace=False)
    states, seats = states[chosen], seats[owners[chosen]]
    exact = np.where(seats == NOISY, EXACT, OTHER)
    worth = expected_turn(judges, states, exact, EXACT, args.threads)
    at, seat = np.nonzero(seats == NOISY)
    with torch.no_grad():
        lines, scalars = tensors(net, states[at], players, torch.tensor(seat))
    pair = torch.tensor(worth[at, seat], dtype=torch.float32)
    return lines, scalars, pair[:, 0], pair[:, 1] / MARGIN_UNIT


def step(net: ValueNet, optimiser: torch.optim.Optimizer, lesson: Lesson) -> float:
    lines, scalars, share, margin = lesson
    out = net(lines, scalars)
    loss = loss_of(out, share, margin)
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    optimiser.step()
    return float(loss.detach())


def win_share(variant: Variant, judges: list[Judge], games: int, seed: int) -> tuple[float, float]:
    """The first judge's share of games of two, paired, and half its interval."""
    order = np.array([[0, 1], [1, 0]])
    seats = np.tile(order, (games // 2, 1))
    numbers = np.repeat(np.arange(games // 2), 2)
    result = play_match(compile_judges(variant, judges), seats, seed, numbers)
    won = shares(result.totals)[seats == 0].reshape(-1, 2).mean(axis=1)
    return round(float(won.mean()), 4), round(half_width(won), 4)


def main() -> None:
    args = parse()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    rng = np.random.default_rng(args.seed)
    variant = load(args.variant)
    rules = Rules(args.arrays / f"{variant.id}.npz", torch.device("cpu"))
    start = args.start or Path(f"src/rowlock/bots/weights/{variant.id}.npz")
    net = ValueNet(rules, args.hidden, args.second)
    net.load(start)
    average = copy.deepcopy(net)
    optimiser = torch.optim.Adam(net.parameters(), lr=args.rate)
    args.out.mkdir(parents=True, exist_ok=True)
    now = args.out / f"{variant.id}-now.npz"
    kept = args.out / f"{variant.id}-refined.npz"
    old = network_judge(variant, start)
    other = network_judge(variant, args.against) if args.against else Judge("heuristic")
    log = (args.out / f"{variant.id}-refined.jsonl").open("w")
    memory: deque[Lesson] = deque(maxlen=args.memory)
    began, round_, measured, loss = time.time(), 0, 0, 0.0
    while True:
        part = (time.time() - began) / (60 * args.minutes)
        if part * args.measures >= measured or part >= 1:
            measured += 1
            average.save(kept)
            new = network_judge(variant, kept)
            games = args.measure_games * (5 if part >= 1 else 1)
            note = {
                "minutes": round((time.time() - began) / 60, 2),
                "round": round_,
                "other": win_share(variant, [new, other], games, 999),
                "start": win_share(variant, [new, old], games, 998),
                "loss": round(loss, 5),
            }
            log.write(json.dumps(note) + "\n")
            log.flush()
            print(json.dumps(note), flush=True)
            if part >= 1:
                return
        for group in optimiser.param_groups:
            group["lr"] = args.rate * (0.02 + 0.49 * (1 + math.cos(math.pi * min(1.0, part))))
        net.save(now)
        players = args.players[round_ % len(args.players)]
        judges = [network_judge(variant, now, NOISE), other, network_judge(variant, now)]
        memory.append(lessons(net, compile_judges(variant, judges), players, args, rng))
        for _ in range(args.steps):
            loss = step(net, optimiser, drawn(memory, args.batch, rng))
        averaged(average, net, args.keep)
        round_ += 1


def drawn(memory: deque[Lesson], batch: int, rng: np.random.Generator) -> Lesson:
    """A random part of the remembered lessons of one seat count (their inputs have one width)."""
    last = memory[rng.integers(len(memory))]
    alike = [lesson for lesson in memory if lesson[0].shape[1] == last[0].shape[1]]
    picks = rng.choice(len(alike), min(4, len(alike)), replace=False)
    parts = []
    for k in picks:
        index = torch.tensor(rng.integers(len(alike[k][2]), size=batch // len(picks)))
        parts.append([column[index] for column in alike[k]])
    lines, scalars, share, margin = (torch.cat(column) for column in zip(*parts, strict=True))
    return lines, scalars, share, margin


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add("--variant", default="classic")
    add("--arrays", type=Path, default=Path("training/arrays"))
    add("--start", type=Path, help="weights to go on from; the shipped ones without")
    add("--out", type=Path, default=Path("training/runs"))
    add("--minutes", type=float, default=20)
    add("--players", type=lambda t: [int(x) for x in t.split(",")], default=[2, 2, 3, 2, 4, 2, 5])
    add("--mixed", type=float, default=0.5, help="share of games against the other player")
    add("--against", type=Path, help="weights of the other player; the heuristic without")
    add("--games", type=int, default=256, help="games of two in a round; fewer of more")
    add("--sample", type=int, default=2048, help="positions of a round to learn from")
    add("--memory", type=int, default=24, help="rounds that are remembered")
    add("--steps", type=int, default=24, help="steps of a round")
    add("--batch", type=int, default=2048)
    add("--rate", type=float, default=5e-4)
    add("--keep", type=float, default=0.98, help="of the running average, each round")
    add("--hidden", type=int, default=128)
    add("--second", type=int, default=64)
    add("--measures", type=int, default=8)
    add("--measure-games", type=int, default=4000)
    add("--threads", type=int, default=1)
    add("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
