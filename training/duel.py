"""Measures the win share of one network among others on a GPU.

It takes every seat in turn with the same dice. Needs NumPy, torch, nvcc and the exported arrays.

    python3 training/duel.py --arrays training/arrays/longo.npz --own NEW.npz --other OLD.npz

`--other heuristic` and `--other race` are the readable bots. `--spreads` adds random errors to both
sides, as in the levels: the values are for two players and become smaller with more. `--margins` is
the weight of a point of margin, in wins. Prints a line of JSON for every number of players.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch
from gpu import HEURISTIC, RACE
from network import ValueNet
from rules import Rules
from selfplay import MARGIN_WEIGHT
from turns import People, Turns, shares

READABLE = {"heuristic": HEURISTIC, "race": RACE}
PEOPLE = 0.5
LESS_ERROR = 0.13
"""As in the package (`bots/evaluation/evaluators.py`, `bots/compiled/spec.py`)."""


class Duel:
    """A sheet and the two networks."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.device = torch.device(args.device)
        self.rules = Rules(args.arrays, self.device)
        self.turns = Turns(self.rules, args.hidden, args.second)
        files = [args.own] if args.other in (args.own, *READABLE) else [args.own, args.other]
        self.nets = [ValueNet(self.rules, args.hidden, args.second) for _ in files]
        for net, file in zip(self.nets, files, strict=True):
            net.load(Path(file))
            net.to(self.device)
        if args.margins[0] != args.margins[1] and len(files) == 1:
            self.nets *= 2
        self.people = [People(PEOPLE, margin=m) for m in args.margins[: len(self.nets)]]
        self.other = READABLE.get(args.other, len(self.nets) - 1)

    def share(
        self, players: int, games: int, spreads: list[float], seed: int
    ) -> tuple[float, float]:
        """Win share of the one among the others, and half of its interval."""
        sets = games // players
        own, other = ((1 - LESS_ERROR * (players - 2)) * spread for spread in spreads)
        won = torch.zeros(sets, device=self.device)
        for seat in range(players):
            policies = torch.full((sets, players), self.other, dtype=torch.int32)
            errors = torch.full((sets, players), other)
            policies[:, seat], errors[:, seat] = 0, own
            seats = policies.to(self.device), errors.to(self.device)
            played = self.turns.play(self.nets, self.people, *seats, seed)
            won += shares(played.totals)[:, seat] / players
        return float(won.mean()), 1.96 * float(won.std()) / sets**0.5


def main() -> None:
    args = parse()
    duel = Duel(args)
    who = {"sheet": duel.rules.id, "own": args.own, "other": args.other}
    who |= {"margins": args.margins, "spreads": args.spreads}
    for players in args.players:
        share, error = duel.share(players, args.games, args.spreads, args.seed)
        figures = {"share": round(share, 5), "error": round(error, 5)}
        figures["times_fair"] = round(players * share, 4)
        print(json.dumps(who | {"players": players} | figures), flush=True)


def parse(line: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add("--arrays", type=Path, required=True)
    add("--own", required=True)
    add("--other", required=True)
    add("--margins", type=float, nargs=2, default=[MARGIN_WEIGHT] * 2)
    add("--spreads", type=float, nargs=2, default=[0.0, 0.0])
    add("--players", type=lambda t: [int(x) for x in t.split(",")], default=[2, 3, 4, 5])
    add("--games", type=int, default=262144)
    add("--seed", type=int, default=7)
    add("--hidden", type=int, default=256)
    add("--second", type=int, default=64)
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args(line)


if __name__ == "__main__":
    main()
