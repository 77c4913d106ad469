"""Trains networks for sheets that `turns.cu` does not support, with the package's compiled bots.

Needs the package with Numba, torch, and many processors; uses a GPU if there is one.

    PYTHONPATH=src python3 training/on_kernel.py double_a big_points --seconds 220 --threads 16

Trains one sheet after the other. Workers play games and compute values one turn later
(`kernel_lessons.py`) while the network learns. The workers are processes on this machine or, with
`--ray`, on a cluster. Without `--start` the network first learns the outcomes of games between the
readable bots; then it learns its own values one turn later, as in `improve.py`.

The saved weights are a running average, which also plays the games. They are written to
`<out>/<sheet>.npz` at every measurement, about once a minute, together with a line of JSON.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from itertools import count, cycle
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from export import KNOWN, for_network
from improve import Memory
from kernel_lessons import READABLE, Job, Lessons, first_lessons, measured, next_lessons
from network import ValueNet
from rules import Facts
from torch import Tensor
from train import averaged, loss_of

from rowlock.cli.workers import add_workers, workplace
from rowlock.runners import Runner
from rowlock.variants import BUILT_IN, load_variant

SHEETS = [name for name in BUILT_IN if not load_variant(name).features <= KNOWN]
WORKERS = 16


class Stage(NamedTuple):
    """A stage of the training: the kind of lessons, and its duration."""

    work: Callable[[Job], Lessons]
    seconds: float
    again: float
    """How often each lesson is used on average."""
    size: int
    """Factor for the size of its jobs, because readable bots are faster."""
    slows: bool
    """Whether the learning rate decreases towards the end of the stage."""


class Trainer:
    """Trains the network of one sheet with lessons from workers."""

    def __init__(self, args: argparse.Namespace, sheet: str, runner: Runner, workers: int) -> None:
        self.args, self.sheet, self.runner, self.workers = args, sheet, runner, workers
        self.device = torch.device(args.device or ("cuda" if torch.cuda.is_available() else "cpu"))
        torch.manual_seed(args.seed)
        self.net = ValueNet(facts(sheet, self.device), args.hidden, args.second).to(self.device)
        if args.start:
            self.net.load(args.start / f"{sheet}.npz" if args.start.is_dir() else args.start)
        self.average = copy.deepcopy(self.net)
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=args.rate)
        self.seeds = count(args.seed << 24)
        self.tables: Iterator[int] = cycle(args.players)
        self.memory: dict[int, Memory] = {}
        self.steps = self.lessons = 0
        self.owed = 0.0
        self.losses: list[Tensor] = []
        self.surprise: list[Tensor] = []
        self.began = self.noted = self.published = time.time()
        self.weights = packed(self.average)

    def run(self) -> None:
        """Run both stages, with measurements at intervals."""
        args = self.args
        warm = 0.0 if args.start else args.warm * args.seconds
        if warm:
            self.go_through(Stage(first_lessons, warm, args.again_first, 4, False))
        self.go_through(Stage(next_lessons, args.seconds - warm, args.again, 1, True))
        self.save(4 * args.measure_games)

    def go_through(self, stage: Stage) -> None:
        """Play and learn until the end of a stage."""
        self.memory = {n: Memory(self.args.memory) for n in set(self.args.players)}
        self.weights = packed(self.average)
        began = time.time()
        end = began + stage.seconds
        while (now := time.time()) < end:
            pause = min(end, now + self.args.every)
            for lessons in self.runner.map(stage.work, self.jobs(stage, pause)):
                part = min(1.0, (time.time() - began) / stage.seconds)
                self.learn(lessons, stage.again, part if stage.slows else 0.0)
                self.report()
            if pause < end:
                self.save(self.args.measure_games)

    def jobs(self, stage: Stage, end: float) -> Iterator[Job]:
        """Yield jobs with the current weights until a given time."""
        args = self.args
        while time.time() < end:
            players = next(self.tables)
            yield Job(
                self.sheet,
                players,
                next(self.seeds),
                max(8, stage.size * args.games * 2 // players),
                self.weights,
                max(64, stage.size * args.sample * 2 // players),
                args.mixed,
                args.as_met,
            )

    def report(self) -> None:
        """Update the workers' weights and print a line of progress when they are due."""
        now = time.time()
        if now > self.published + self.args.publish:
            self.published = now
            self.weights = packed(self.average)
        if now > self.noted + 10:
            self.noted = now
            print(self.sheet, round(now - self.began), "s", self.note(), flush=True)

    def learn(self, lessons: Lessons, again: float, part: float) -> None:
        """Store new lessons and take the training steps that they allow."""
        args, memory = self.args, self.memory[lessons.players]
        columns = [torch.from_numpy(np.ascontiguousarray(c)) for c in lessons[1:]]
        columns = [column.to(self.device) for column in columns]
        self.look(columns)
        memory.add(columns)
        self.lessons += len(columns[0])
        self.owed += again * len(columns[0]) / args.batch
        steps, self.owed = int(self.owed), self.owed % 1
        for group in self.optimiser.param_groups:
            warm = min(1.0, (self.steps + 1) / 200)
            group["lr"] = warm * args.rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * part)))
        for _ in range(steps):
            lines, scalars, share, margin = memory.draw(args.batch)
            loss = loss_of(self.net(lines, scalars), share, margin)
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            self.optimiser.step()
            self.losses.append(loss.detach())
        self.steps += steps
        # At first the average follows quickly (see `improve.py`).
        averaged(self.average, self.net, args.keep ** (steps * (10 - 9 * part)))

    @torch.no_grad()
    def look(self, columns: list[Tensor]) -> None:
        """Record the error of the averaged network on these lessons."""
        lines, scalars, share, _ = columns
        win = torch.sigmoid(self.average(lines, scalars)[:, 0])
        self.surprise.append((win - share).square().mean())

    def note(self) -> dict[str, float]:
        """The statistics of the lessons since the last call."""
        note: dict[str, float] = {"lessons": self.lessons, "steps": self.steps}
        for name, numbers in (("loss", self.losses), ("surprise", self.surprise)):
            if numbers:
                mean = float(torch.stack(numbers).mean())
                note[name] = round(mean**0.5 if name == "surprise" else mean, 5)
                numbers.clear()
        return note

    def save(self, games: int) -> None:
        """Save the weights and measure them against the readable bots."""
        args = self.args
        args.out.mkdir(parents=True, exist_ok=True)
        self.average.save(args.out / f"{self.sheet}.npz")
        self.weights = packed(self.average)
        note = {"sheet": self.sheet, "seconds": round(time.time() - self.began, 1)} | self.note()
        for players, other in ((2, "race"), (2, "heuristic"), (4, "race")):
            each = max(players, games * 2 // players // self.workers)
            jobs = [
                Job(self.sheet, players, next(self.seeds), each, self.weights)
                for _ in range(self.workers)
            ]
            found = np.array(list(self.runner.map(partial(measured, other), jobs)))
            error = 1.96 * float((found[:, 1] ** 2).sum() ** 0.5) / len(found)
            note[f"{other}_{players}"] = round(float(found[:, 0].mean()), 4)
            note[f"{other}_{players}_error"] = round(error, 4)
        line = json.dumps(note)
        with (args.out / f"{self.sheet}.jsonl").open("a") as log:
            log.write(line + "\n")
        print(line, flush=True)


def facts(sheet: str, device: torch.device) -> Facts:
    return Facts(for_network(load_variant(sheet)), device)


def packed(net: ValueNet) -> bytes:
    """Weights in file format, to send to the workers."""
    file = BytesIO()
    np.savez(file, allow_pickle=False, **net.arrays())
    return file.getvalue()


def compile_all(args: argparse.Namespace) -> None:
    """Compile everything before the workers start, so that they only load it."""
    for sheet in args.sheets:
        net = ValueNet(facts(sheet, torch.device("cpu")), args.hidden, args.second)
        job = Job(sheet, 2, 1, 2, packed(net), 8)
        first_lessons(job)
        next_lessons(job)
        measured(next(iter(READABLE)), job)


def main() -> None:
    args, began = parse(), time.time()
    args.processes = True  # functions in the interpreter are slow as well
    torch.backends.cuda.matmul.allow_tf32 = True
    compile_all(args)
    print("compiled after", round(time.time() - began), "s", flush=True)
    with (
        workplace(args, WORKERS, next_lessons) as place,
        place.runner(compiled=True, jobs=place.count) as runner,
    ):
        for sheet in args.sheets:
            Trainer(args, sheet, runner, place.count).run()


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add("sheets", nargs="+", choices=SHEETS, metavar="SHEET", help=", ".join(SHEETS))
    add("--seconds", type=float, default=220, help="for each sheet")
    add_workers(parser, str(WORKERS))
    add("--start", type=Path, help="weights to go on from, or a folder with SHEET.npz")
    add("--out", type=Path, default=Path("training/runs"))
    add("--device")
    add("--seed", type=int, default=1)
    add("--warm", type=float, default=0.15, help="share of the time for the readable bots' games")
    add(
        "--players",
        type=lambda t: [int(x) for x in t.split(",")],
        default=[2, 3, 2, 4, 2, 5],
    )
    add("--mixed", type=float, default=0.5, help="share of games with readable bots at the table")
    add("--as-met", action="store_true", help="worth against the readable bots where they were met")
    add("--games", type=int, default=128, help="games of two in a job; fewer of more")
    add("--sample", type=int, default=1024, help="positions of a job, fewer of more players")
    add("--memory", type=int, default=1_000_000, help="lessons that are remembered")
    add("--again", type=float, default=12, help="how often a lesson is gone through")
    add("--again-first", type=float, default=4, help="the same of how games ended")
    add("--batch", type=int, default=8192)
    add("--rate", type=float, default=2e-3)
    add("--keep", type=float, default=0.999, help="of the running average, each step at the end")
    add("--publish", type=float, default=4, help="seconds between new weights for the workers")
    add("--hidden", type=int, default=256)
    add("--second", type=int, default=64)
    add("--every", type=float, default=60, help="seconds between measurements")
    add("--measure-games", type=int, default=4096)
    return parser.parse_args()


if __name__ == "__main__":
    main()
