"""Trains a network on a GPU with compiled turns (turns.cu), from earlier weights or from scratch.

Needs NumPy, torch, nvcc and the exported arrays.

    python3 training/improve.py --arrays training/arrays/classic.npz \\
        --start src/rowlock/bots/weights/classic.npz --seconds 500

The positions come from games with random errors of several sizes, some of them against the readable
bots. Each position is played for one turn with all pairs of white dice. The target is the mean of
the network's values after that turn. This is about thirty times as fast as `train.py`, whose turns
consist of tensor operations.

Without `--start` the network first learns the outcomes of games between the readable bots.

The saved weights are a running average, which also evaluates the turns. `--against FILE` trains an
exploiter: only one seat learns, and the others play the network of FILE. Every measurement prints a
line of JSON.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from pathlib import Path

import torch
from gpu import HEURISTIC, RACE
from network import ValueNet
from positions import columns
from rules import Rules
from torch import Tensor
from train import averaged, loss_of
from turns import People, Turns, leads, seats_of, shares

READABLE = {"heuristic": HEURISTIC, "race": RACE}
NOISES = (0.0, 0.0, 0.0, 0.01, 0.02, 0.04, 0.08)
"""Standard deviations of the errors, drawn for each seat, for varied and unequal games."""


class Memory:
    """The latest lessons for one number of players: input, win share, margin."""

    def __init__(self, size: int) -> None:
        self.size, self.at, self.full = size, 0, 0
        self.columns: list[Tensor] = []

    def add(self, columns: list[Tensor]) -> None:
        if not self.columns:
            self.columns = [
                torch.zeros(self.size, *c.shape[1:], dtype=c.dtype, device=c.device)
                for c in columns
            ]
        n = min(len(columns[0]), self.size)
        place = (self.at + torch.arange(n, device=columns[0].device)) % self.size
        for kept, new in zip(self.columns, columns, strict=True):
            kept[place] = new[:n]
        self.at, self.full = (self.at + n) % self.size, min(self.size, self.full + n)

    def draw(self, batch: int) -> list[Tensor]:
        index = torch.randint(self.full, (batch,), device=self.columns[0].device)
        return [column[index] for column in self.columns]


def inputs(net: ValueNet, positions: Tensor, players: int, seat: Tensor) -> tuple[Tensor, Tensor]:
    """The network's inputs for these positions, each from the view of its seat."""
    p, at = positions.long(), columns(players)
    rows = p[:, at.rows].reshape(-1, players, 4)
    sheets = rows, p[:, at.penalties], p[:, at.bars], p[:, at.lucky]
    return net.inputs(*sheets, p[:, at.closed], p[:, at.following], seat)


class Trainer:
    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.device = torch.device(args.device)
        torch.manual_seed(args.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.rules = Rules(args.arrays, self.device)
        self.turns = Turns(self.rules, args.hidden, args.second, args.library)
        self.net = self.network(args.start)
        self.average = copy.deepcopy(self.net)
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=args.rate)
        self.memory = {n: Memory(args.memory) for n in set(args.players)}
        self.seed: int = args.seed << 32
        self.others = [1] if args.against else [READABLE[name] for name in args.met]
        self.learnt = 0
        people = People(args.people, READABLE[args.supposed])
        # An exploiter never plays against the heuristic.
        self.people = [People(0.0) if args.against else people, People(args.people)]
        if not args.start:
            self.first_lessons()
        self.start = self.network(args.against) if args.against else copy.deepcopy(self.average)

    def network(self, file: Path | None) -> ValueNet:
        net = ValueNet(self.rules, self.args.hidden, self.args.second).to(self.device)
        if file:
            net.load(file)
        return net

    def first_lessons(self) -> None:
        """Lessons from outcomes of games between the readable bots, for an untrained network."""
        for round_ in range(self.args.warm):
            players = self.args.players[round_ % len(self.args.players)]
            self.endings(players)
            self.learn(players, self.args.steps, 0.0)

    def endings(self, players: int) -> None:
        """Some positions of such games with the outcome for every seat."""
        args, device = self.args, self.device
        games = max(64, args.games * 2 // players)
        readable = torch.tensor(list(READABLE.values()), dtype=torch.int32, device=device)
        policies = readable[torch.randint(len(readable), (games, players), device=device)]
        still = torch.zeros(games, device=device)
        nets, people = [self.average], self.people[:1]
        played = self.turns.play(nets, people, policies, still, self.fresh(), args.share)
        chosen = torch.randperm(len(played.positions), device=device)
        chosen = chosen[: max(64, args.sample * 2 // players)]
        owner = played.owners[chosen].long()
        self.remember(
            players,
            played.positions[chosen].repeat_interleave(players, 0),
            torch.arange(players, device=device).repeat(len(chosen)),
            shares(played.totals)[owner].flatten(),
            leads(played.totals)[owner].flatten(),
        )

    def remember(
        self, players: int, positions: Tensor, seat: Tensor, share: Tensor, margin: Tensor
    ) -> None:
        """Store positions, each from the view of one seat, with their targets."""
        with torch.no_grad():
            lines, scalars = inputs(self.net, positions, players, seat)
        unit = self.net.margin_unit
        self.memory[players].add([lines.to(torch.int32), scalars, share, margin / unit])

    def fresh(self) -> int:
        self.seed += 1 << 16
        return self.seed

    def lessons(self, players: int) -> None:
        """Play games, and store some of their positions with their values one turn later."""
        args, device = self.args, self.device
        games = max(64, args.games * 2 // players)
        policies = seats_of(games, players, 0, self.others[0], device)
        for k, other in enumerate(self.others):
            met = policies[k :: len(self.others)]
            met[met != 0] = other
        alone = torch.rand(games, device=device) >= args.mixed
        policies[alone] = 0
        noises = torch.tensor(NOISES, device=device)
        spreads = noises[torch.randint(len(NOISES), (games, players), device=device)]
        nets = [self.average, self.start] if args.against else [self.average]
        people = self.people[: len(nets)]
        played = self.turns.play(nets, people, policies, spreads, self.fresh(), args.share)
        order = torch.randperm(len(played.positions), device=device)
        chosen = order[: max(64, args.sample * 2 // players)]
        positions = played.positions[chosen].contiguous()
        policy = policies[played.owners[chosen].long()].contiguous()
        if not (args.against or args.as_met):
            policy = torch.zeros_like(policy)
        worth, _ = self.turns.expect(nets, people, positions, policy, self.fresh(), args.looks)
        at, seat = (policy == 0).nonzero().unbind(1)
        self.remember(players, positions[at], seat, *worth[at, seat].unbind(1))

    def learn(self, players: int, steps: int, keep: float) -> float:
        total = torch.zeros((), device=self.device)
        for _ in range(steps):
            lines, scalars, share, margin = self.memory[players].draw(self.args.batch)
            loss = loss_of(self.net(lines, scalars), share, margin)
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            self.optimiser.step()
            total += loss.detach()
        self.learnt += steps * self.args.batch
        averaged(self.average, self.net, keep)
        return float(total) / max(1, steps)

    def measure(self, games: int) -> dict[str, float]:
        """Win shares against the readable bots and against the initial weights."""
        args, device = self.args, self.device
        note: dict[str, float] = {}
        still = torch.zeros(games, device=device)
        nets, people = [self.average, self.start], self.people
        for players in sorted(set(args.players)):
            for name, other in (*READABLE.items(), ("start", 1)):
                if name != "heuristic" and players > 2:
                    continue
                policies = seats_of(games, players, 0, other, device)
                played = self.turns.play(nets, people, policies, still, 12345)
                won = shares(played.totals)[policies == 0]
                note[f"{name}_{players}"] = round(100 * float(won.mean()), 3)
        note["error"] = round(100 * float(won.std()) / math.sqrt(games), 3)
        note["unrest"] = self.unrest(max(1, games // 32))
        return note

    def unrest(self, games: int) -> float:
        """Temporal inconsistency: RMS difference of two-player values from those one turn later.

        Measured in self-play, or against the other network when training an exploiter.
        """
        other = self.others[0] if self.args.mixed == 1 else 0
        policies = seats_of(games, 2, 0, other, self.device)
        nets = [self.average, self.start] if self.args.against else [self.average]
        people = self.people[: len(nets)]
        spreads = torch.zeros(games, device=self.device)
        played = self.turns.play(nets, people, policies, spreads, 54321, 0.25)
        positions = played.positions.contiguous()
        policy = policies[played.owners.long()].contiguous()
        worth, _ = self.turns.expect(nets, people, positions, policy, 99, 16)
        seat = (policy != 0).int().argmin(1)  # the first seat of policy 0
        with torch.no_grad():
            lines, scalars = inputs(self.average, positions, 2, seat)
            win = torch.sigmoid(self.average(lines, scalars)[:, 0])
        then = worth[torch.arange(len(seat), device=self.device), seat, 0]
        return round(float((win - then).square().mean().sqrt()), 5)


def main() -> None:
    args = parse()
    trainer = Trainer(args)
    args.out.mkdir(parents=True, exist_ok=True)
    name = args.name or trainer.rules.id
    log = (args.out / f"{name}.jsonl").open("w")
    began, round_, measured, loss = time.time(), 0, 0, 0.0
    spent = [0.0, 0.0]
    while True:
        part = (time.time() - began) / args.seconds
        if part * args.measures >= measured or part >= 1:
            measured += 1
            note = trainer.measure(args.measure_games * (4 if part >= 1 else 1))
            note |= {"seconds": round(time.time() - began, 1), "round": round_}
            note |= {"learnt": trainer.learnt, "loss": round(loss, 6)}
            note |= {"playing": round(spent[0], 1), "learning": round(spent[1], 1)}
            line = json.dumps(note)
            log.write(line + "\n")
            log.flush()
            print(name, line, flush=True)
            trainer.average.save(args.out / f"{name}.npz")
        if part >= 1:
            return
        for group in trainer.optimiser.param_groups:
            warm = min(1.0, (round_ + 1) / 20)
            group["lr"] = warm * args.rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * part)))
        players = args.players[round_ % len(args.players)]
        before = time.time()
        trainer.lessons(players)
        between = time.time()
        # At first the average follows quickly, because values propagate from the end of a game to
        # its beginning by one turn per round.
        loss = trainer.learn(players, args.steps, args.keep ** (10 - 9 * part))
        spent[0] += between - before
        spent[1] += time.time() - between
        round_ += 1


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add("--arrays", type=Path, required=True)
    add("--start", type=Path, help="weights to go on from")
    add("--warm", type=int, default=40, help="rounds of the readable bots' games, without them")
    add("--against", type=Path, help="weights to train an exploiter against")
    add("--out", type=Path, default=Path("training/runs"))
    add("--name")
    add("--library", type=Path, help="turns compiled before; else compiled now")
    add("--seconds", type=float, default=300)
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    add("--seed", type=int, default=1)
    add(
        "--players",
        type=lambda t: [int(x) for x in t.split(",")],
        default=[2, 2, 3, 2, 2, 4, 2, 2, 5],
    )
    add("--people", type=float, default=0.5, help="weight of readable picks in action 1")
    add("--supposed", choices=READABLE, default="heuristic", help="whose picks these are")
    add("--mixed", type=float, default=0.5, help="share of games with readable bots at the table")
    add("--met", nargs="+", choices=READABLE, default=["heuristic"], help="which of them")
    add("--as-met", action="store_true", help="worth against the readable bots where they were met")
    add("--games", type=int, default=16384, help="games of two in a round; fewer of more")
    add("--share", type=float, default=0.3, help="of a game's positions that are kept")
    add("--sample", type=int, default=65536, help="positions of a round, fewer of more players")
    add("--looks", type=int, default=1, help="coloured dice for each pair of white ones")
    add("--memory", type=int, default=2_000_000, help="lessons that are remembered")
    add("--steps", type=int, default=16, help="steps of a round")
    add("--batch", type=int, default=16384)
    add("--rate", type=float, default=1e-3)
    add("--keep", type=float, default=0.97, help="of the running average, each round at the end")
    add("--hidden", type=int, default=128)
    add("--second", type=int, default=64)
    add("--measures", type=int, default=6)
    add("--measure-games", type=int, default=65536)
    return parser.parse_args()


if __name__ == "__main__":
    main()
