"""Trains the networks for solo games, on processors. Needs the package with Numba, and torch.

    PYTHONPATH=src python3 training/solo.py classic connected_chain --seconds 120 --threads 16

A network for solo games has the inputs of a single sheet and predicts the points still to come. It
first learns the results of games of `heuristic`, then its own values one turn later: from positions
of its own games, with and without errors, one turn is played with every pair of white dice.

If the exact table of a sheet is stored (`rowlock solve --keep`, in the cache folder or
ROWLOCK_CACHE), the network learns its values instead, without noise and ten times as many.

One sheet is trained after the other. A measurement is printed every `--every` seconds, and the
state of the training is stored in `<out>/SHEET.pt`. Start the same command again to continue from
there, also with more `--seconds`. `<out>/SHEET.npz` holds the running average of the weights in the
shipped format, and `<out>/SHEET.jsonl` the measurements.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from io import BytesIO
from pathlib import Path

import numpy as np
import torch
from exact_values import exact_table
from export import for_network
from improve import Memory
from kernel_lessons import Floats, Ints, positions_of
from network import ValueNet
from numpy.typing import NDArray
from rules import Facts
from torch import Tensor
from torch.nn import functional
from train import averaged

from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.compiled.evaluated_games import play_games
from rowlock.bots.compiled.evaluator_arrays import EvaluatorArrays, compile_evaluators
from rowlock.bots.compiled.next_turn import expected_turn, recorded_games
from rowlock.bots.evaluation import input_layout
from rowlock.bots.evaluation.network import read_network
from rowlock.bots.evaluation.positions import Positions
from rowlock.bots.evaluation.row_shapes import row_shapes
from rowlock.kernel.state import HEAD, LUCKY
from rowlock.kernel.variant_tables import LUCKY_MASK, compile_variant
from rowlock.variants import BUILT_IN, Variant, load_variant

NOISES = (0.0, 0.5, 2.0, 5.0)
"""Standard deviations of the errors in points of the games whose positions are learnt from."""
OFTEN = (0, 0, 1, 1, 2, 3)
"""Indices into NOISES from which the error of a game is drawn."""
FIRST_NOISE = 3.0
"""The same for games of `heuristic`."""


class Trainer:
    """Trains the network of one sheet."""

    def __init__(self, args: argparse.Namespace, sheet: str) -> None:
        self.args, self.variant = args, load_variant(sheet)
        torch.manual_seed(args.seed)
        self.rng = np.random.default_rng(args.seed)
        arrays = for_network(self.variant) | {"slots": np.array(1)}
        self.net = ValueNet(Facts(arrays, torch.device("cpu")), args.hidden, args.second)
        # The points so far do not change those to come.
        self.net.scalars.requires_grad_(False).zero_()
        self.average = copy.deepcopy(self.net)
        learnt = [each for each in self.net.parameters() if each.requires_grad]
        self.optimiser = torch.optim.Adam(learnt, lr=args.rate)
        self.memory = Memory(args.memory)
        self.seconds = 0.0
        self.steps = self.lessons = self.games = 0
        self.errors: list[float] = []
        args.out.mkdir(parents=True, exist_ok=True)
        self.file = args.out / f"{sheet}.pt"
        if self.file.exists():
            self.resume()
        self.table = exact_table(self.variant)
        self.next_lessons(1)  # compiles
        self.first_lessons(1)

    def resume(self) -> None:
        """Continue an interrupted training; the memory of lessons fills again."""
        state = torch.load(self.file, weights_only=True)
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.seconds, self.steps, self.lessons, self.games = state["progress"]
        self.rng = np.random.default_rng([self.args.seed, self.games])

    def save(self) -> None:
        progress = self.seconds, self.steps, self.lessons, self.games
        state: dict[str, object] = {
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "progress": progress,
        }
        unfinished = self.file.with_suffix(".part")
        torch.save(state, unfinished)
        unfinished.replace(self.file)
        self.average.save(self.file.with_suffix(".npz"))

    @property
    def part(self) -> float:
        """The part of the time that is over."""
        return min(1.0, self.seconds / float(self.args.seconds))

    def round(self) -> None:
        """Play and learn for some time, then measure and save."""
        until = self.seconds + self.args.every
        while self.seconds < min(until, self.args.seconds):
            began, warm = time.process_time(), self.part < self.args.warm
            if warm:
                self.learn(*self.first_lessons(8 * self.args.games), self.args.again_first)
            elif self.table:
                self.learn(*self.exact_lessons(8 * self.args.games), self.args.again_first)
            else:
                self.learn(*self.next_lessons(self.args.games), self.args.again)
            self.seconds += time.process_time() - began
            if warm and self.part >= self.args.warm:
                self.memory = Memory(self.args.memory)
        self.measure()
        self.save()

    def learn(self, lines: NDArray[np.int32], to_come: Floats, again: float) -> None:
        """Store new lessons, and take the training steps that they allow."""
        args = self.args
        self.memory.add([torch.from_numpy(lines), torch.from_numpy(to_come)])
        self.lessons += len(lines)
        for group in self.optimiser.param_groups:
            warm = min(1.0, (self.steps + 1) / 100)
            slowing = 0.5 * (1 + math.cos(math.pi * self.part))
            group["lr"] = warm * args.rate * (0.01 + 0.99 * slowing)
        steps = max(1, round(again * len(lines) / args.batch))
        for _ in range(steps):
            inputs, targets = self.memory.draw(args.batch)
            loss = functional.mse_loss(self.out(self.net, inputs), targets)
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            self.optimiser.step()
            self.errors.append(float(loss.detach()))
        self.steps += steps
        keep = min(args.keep, 1 - 1 / (1 + 0.1 * self.steps))
        averaged(self.average, self.net, keep**steps)

    @staticmethod
    def out(net: ValueNet, lines: Tensor) -> Tensor:
        """The points still to come, in units of the margin."""
        scalars = torch.zeros(len(lines), len(net.scalars))
        found: Tensor = net(lines, scalars)[:, 1]
        return found

    def first_lessons(self, games: int) -> tuple[NDArray[np.int32], Floats]:
        """Lessons from the results of games of `heuristic`."""
        bots = compile_evaluators(
            self.variant, [CompiledSpec("heuristic", noise=noise) for noise in (0, FIRST_NOISE)]
        )
        seats = self.rng.integers(2, size=(games, 1))
        seed = self.next_seed()
        states, owners = recorded_games(bots, seats, seed)
        totals = play_games(bots, seats, seed).totals[owners, 0]
        return self.lessons_of(states, totals.astype(np.float64))

    def next_lessons(self, games: int) -> tuple[NDArray[np.int32], Floats]:
        """Lessons from the network's values one turn later."""
        args = self.args
        bots = self.own_evaluators()
        seats = self.rng.choice(OFTEN, size=(games, 1))
        states, _ = recorded_games(bots, seats, self.next_seed())
        states = states[self.rng.permutation(len(states))[: args.sample]]
        if self.variant.lucky_pairs:
            pairs = compile_variant(self.variant).flat[LUCKY_MASK:][: len(self.variant.lucky_pairs)]
            states[:, HEAD + LUCKY] = self.rng.choice(pairs, len(states))
        exact = np.zeros((len(states), 1), dtype=np.int64)
        totals = expected_turn(bots, states, exact, 0, args.threads)[:, 0, 1]
        return self.lessons_of(states, totals)

    def exact_lessons(self, games: int) -> tuple[NDArray[np.int32], Floats]:
        """Lessons from the exact table, at positions of the network's own games."""
        assert self.table is not None
        seats = self.rng.choice(OFTEN, size=(games, 1))
        states, _ = recorded_games(self.own_evaluators(), seats, self.next_seed())
        return self.lessons_of(states, self.table.totals(positions_of(self.variant, states, 1)))

    def own_evaluators(self) -> EvaluatorArrays:
        """The averaged network, without and with errors."""
        network = read_network(self.variant, packed(self.average))
        return compile_evaluators(
            self.variant,
            [CompiledSpec("solo_network", network=network, noise=noise) for noise in NOISES],
        )

    def next_seed(self) -> int:
        self.games += 1
        return (int(self.args.seed) << 24) + self.games

    def lessons_of(
        self, states: Ints, totals: NDArray[np.float64]
    ) -> tuple[NDArray[np.int32], Floats]:
        """The inputs of these states, and the points still to come until these totals."""
        positions = positions_of(self.variant, states, 1)
        to_come = totals - positions.totals()[:, 0]
        lines = inputs(positions, lucky_numbers(self.variant, states))
        return lines, (to_come / input_layout.MARGIN_UNIT).astype(np.float32)

    def measure(self) -> None:
        """Note the mean of games of the averaged network."""
        games = self.args.measure_games * (4 if self.part == 1 else 1)
        seats = np.zeros((games, 1), dtype=np.int64)
        totals = play_games(self.own_evaluators(), seats, 99, threads=self.args.threads).totals
        rms = input_layout.MARGIN_UNIT * float(np.mean(self.errors)) ** 0.5 if self.errors else 0.0
        self.errors.clear()
        note = {
            "sheet": self.variant.id,
            "seconds": round(self.seconds, 1),
            "lessons": self.lessons,
            "steps": self.steps,
            "error": round(rms, 3),
            "mean": round(float(totals.mean()), 3),
            "mean_error": round(1.96 * float(totals.std()) / games**0.5, 3),
        }
        line = json.dumps(note)
        with self.file.with_suffix(".jsonl").open("a") as log:
            log.write(line + "\n")
        print(line, flush=True)


def lucky_numbers(variant: Variant, states: Ints) -> Ints:
    """[n] the number of each state's lucky pair."""
    if not variant.lucky_pairs:
        return np.zeros(len(states), dtype=np.int64)
    pairs = compile_variant(variant).flat[LUCKY_MASK:][: len(variant.lucky_pairs)]
    found: Ints = (states[:, HEAD + LUCKY, None] == pairs).argmax(axis=1)
    return found


def inputs(positions: Positions, lucky: Ints) -> NDArray[np.int32]:
    """Indices of the lines of `ValueNet.table` for these positions of solo games."""
    variant = positions.variant
    states, penalties = row_shapes(variant).size, input_layout.penalty_states(variant)
    (sheet,) = input_layout.seen(positions, 0)
    lines = [row * states + sheet.rows[:, row] for row in range(4)]
    at = 4 * states
    lines.append(at + sheet.penalties)
    at += penalties
    if sheet.bar is not None:
        lines.append(at + sheet.bar)
        at += len(variant.bar) + 1
    if variant.lucky_pairs:
        lines.append(at + lucky)
        at += input_layout.LUCKY_STATES
    lines += [at + line for line in sheet.symbols]
    at += input_layout.SYMBOL_STATES * len(variant.bonuses)
    lines += [at + line for line in sheet.traits]
    return np.stack(lines, axis=1).astype(np.int32)


def packed(net: ValueNet) -> BytesIO:
    """Weights in file format."""
    file = BytesIO()
    np.savez(file, allow_pickle=False, **net.arrays())
    file.seek(0)
    return file


def main() -> None:
    args = parse()
    torch.set_num_threads(args.threads)
    for sheet in args.sheets:
        trainer = Trainer(args, sheet)
        while trainer.part < 1:
            trainer.round()


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add("sheets", nargs="+", choices=BUILT_IN, metavar="SHEET", help=", ".join(BUILT_IN))
    add("--seconds", type=float, default=120, help="processor time for each sheet")
    add("--threads", type=int, default=1)
    add("--out", type=Path, default=Path("training/runs/solo"))
    add("--seed", type=int, default=1)
    add("--warm", type=float, default=0.06, help="share of the time for games of `heuristic`")
    add("--games", type=int, default=256, help="games between two updates of the network")
    add("--sample", type=int, default=4096, help="positions of these games to learn from")
    add("--memory", type=int, default=120_000, help="lessons that are remembered")
    add("--again", type=float, default=16, help="how often a lesson is gone through")
    add("--again-first", type=float, default=2, help="the same of results of games")
    add("--batch", type=int, default=2048)
    add("--rate", type=float, default=3e-3)
    add("--keep", type=float, default=0.998, help="of the running average, each step")
    add("--hidden", type=int, default=128)
    add("--second", type=int, default=32)
    add("--every", type=float, default=30, help="seconds between measurements")
    add("--measure-games", type=int, default=2048)
    return parser.parse_args()


if __name__ == "__main__":
    main()
