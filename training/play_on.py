"""Plays out doubtful choices of reviews many times on a GPU. Needs torch and nvcc.

    python -m bench.review_figures coverage --playouts 0 --json questions.jsonl
    python training/export.py classic longo … --out training/arrays
    python3 training/play_on.py questions.jsonl --playouts 20000

Each question has the loss that a quick rollout estimated, and the positions after the chosen and
after the best answer. Champions in all seats play out both with the same dice. The script reports
how often the 95% interval of the quick rollout contains the resulting loss.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import NamedTuple

import torch
from network import ValueNet
from positions import columns
from rules import Rules
from torch import Tensor
from turns import People, Turns

WEIGHTS = Path("src/rowlock/bots/weights")
PEOPLE = 0.5
"""The champion's setting (`bots/evaluation/evaluators.py`)."""
AT_ONCE = 16
"""Questions that are played out together."""
PLAYERS = 2


class Question(NamedTuple):
    loss: float
    error: float
    seat: int
    known: float
    """The part of the loss from games that are over already."""
    weights: list[float]
    positions: list[list[int]]


def questions_of(file: Path) -> dict[str, list[Question]]:
    """The questions in a file, by sheet."""
    found: dict[str, list[Question]] = {}
    step = 1 + columns(PLAYERS).width
    for line in file.read_text().splitlines():
        done = json.loads(line)
        for loss, error, seat, known, *rest in done["rows"]:
            starts = [rest[k : k + step] for k in range(0, len(rest), step)]
            weights = [start[0] for start in starts]
            positions = [[int(number) for number in start[1:]] for start in starts]
            question = Question(loss, error, int(seat), known, weights, positions)
            found.setdefault(done["piece"]["sheet"], []).append(question)
    return found


class Champions:
    """Plays out positions of one sheet with champions in all seats."""

    def __init__(self, arrays: Path, device: torch.device) -> None:
        self.rules = Rules(arrays, device)
        weights = WEIGHTS / arrays.name
        sizes = ValueNet.sizes(weights)
        self.net = ValueNet(self.rules, *sizes).to(device)
        self.net.load(weights)
        self.turns = Turns(self.rules, *sizes)
        self.ends = torch.tensor(self.rules.arrays["ends"], device=device).bool()

    def shares(self, positions: Tensor, groups: Tensor, playouts: int, seed: int) -> Tensor:
        """[position, seat] win shares; positions of a group get the same dice."""
        device, number, at = positions.device, len(positions), columns(PLAYERS)
        chance = torch.Generator(device).manual_seed(seed)
        tables = (int(groups.max()) + 1) * playouts
        which = groups.repeat_interleave(playouts) * playouts
        which += torch.arange(playouts, device=device).repeat(number)
        now = positions.repeat_interleave(playouts, 0)
        left = torch.arange(number * playouts, device=device)
        won = torch.zeros(number * playouts, PLAYERS, device=device)
        while len(left):
            sides = (1, self.rules.sides + 1)
            dice = torch.randint(*sides, (tables, 6), generator=chance, device=device)
            rolled = dice[which[left]].to(torch.int32).contiguous()
            everybody = torch.zeros(len(left), PLAYERS, dtype=torch.int32, device=device)
            people = [People(PEOPLE)]
            worth, after = self.turns.expect([self.net], people, now, everybody, 0, dice=rolled)
            taken, closed = after[:, at.penalties].amax(1).long(), after[:, at.closed].long()
            over = self.ends[taken, closed]
            won[left[over]] = worth[over, :, 0]
            left, now = left[~over], after[~over].contiguous()
        return won.view(number, playouts, PLAYERS).mean(1)


def losses(champions: Champions, asked: list[Question], playouts: int, seed: int) -> list[float]:
    """The loss of each question over `playouts` games."""
    device = champions.rules.device
    lines = [position for question in asked for position in question.positions]
    owners = [k for k, question in enumerate(asked) for _ in question.positions]
    positions = torch.tensor(lines, dtype=torch.int32, device=device)
    groups = torch.tensor(owners, device=device)
    shares = champions.shares(positions, groups, playouts, seed).tolist()
    found = [question.known for question in asked]
    weights = [weight for question in asked for weight in question.weights]
    for owner, weight, share in zip(owners, weights, shares, strict=True):
        found[owner] += weight * share[asked[owner].seat]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("--arrays", type=Path, default=Path("training/arrays"))
    parser.add_argument("--playouts", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=200, help="questions of each sheet")
    parser.add_argument("--json", type=Path, help="a file for loss, error and long loss of each")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    for sheet, asked in questions_of(args.questions).items():
        champions = Champions(args.arrays / f"{sheet}.npz", torch.device(args.device))
        long: list[float] = []
        for first in range(0, min(args.most, len(asked)), AT_ONCE):
            some = asked[first : min(args.most, first + AT_ONCE)]
            long += losses(champions, some, args.playouts, args.seed + first)
        held = [abs(a.loss - b) <= 1.96 * a.error for a, b in zip(asked, long, strict=False)]
        figures = {"sheet": sheet, "positions": len(held), "held": sum(held) / len(held)}
        print(json.dumps(figures), flush=True)
        if args.json:
            rows = [[a.loss, a.error, b] for a, b in zip(asked, long, strict=False)]
            with args.json.open("a") as notes:
                notes.write(json.dumps({"sheet": sheet, "rows": rows}) + "\n")


if __name__ == "__main__":
    main()
