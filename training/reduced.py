"""Validates the training method on a game that is small enough to be solved exactly.

    PYTHONPATH=src OMP_NUM_THREADS=1 python3 training/reduced.py --seed 1

Solves the reduced two-player game (reduced_game/), trains a network for it like `train.py
--sample`, and prints a line of JSON: the errors of the network's win probabilities, and the exact
win probabilities of the trained player against a perfect player and against one that exploits it
fully. Needs torch and this package.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import tempfile
import time
from pathlib import Path

import torch
from export import export
from network import ValueNet
from reduced_game.facts import Facts, facts
from reduced_game.player import Judge, Match, Player
from reduced_game.solver import Solver
from reduced_game.turns import End, Final, Position, Turns
from rules import Rules
from selfplay import MARGIN_WEIGHT, Joint, Tables, heuristic_judge, net_judge
from train import after_one_turn, averaged, learn, play, seat_values

from rowlock.core.sheet import Sheet
from rowlock.variants import Variant, load_variant

SHEET = Path(__file__).parent / "reduced_game" / "reduced.toml"


def train(rules: Rules, args: argparse.Namespace) -> ValueNet:
    """The rounds of train.py, counted instead of timed, so that a seed reproduces them."""
    net = ValueNet(rules)
    average = copy.deepcopy(net)
    optimiser = torch.optim.Adam(net.parameters())
    for round_ in range(args.rounds):
        rate = args.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * round_ / args.rounds)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        warm = round_ < args.warm
        with torch.no_grad():
            net.freeze()
            judge = heuristic_judge(rules) if warm else net_judge(net)
            lessons = play(rules, [judge], args.games, 2, net=net)[2]
            assert lessons is not None
            if not warm:
                lessons = after_one_turn(net, lessons, args.sample)
            net.cached = None
        steps = max(1, len(lessons.share) * args.passes // args.batch)
        learn(net, optimiser, lessons, args.batch, steps)
        averaged(average, net, 0.0 if warm else args.keep)
    return average


def shipped(net: ValueNet) -> ValueNet:
    """The network after saving and loading, in float16."""
    read = ValueNet(net.rules)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "weights.npz"
        net.save(file)
        read.load(file)
    read.freeze()
    return read


def joint(positions: list[Position]) -> Joint:
    """The positions in the network's format; seat 0 rolls next."""
    n = len(positions)
    sheets = [(p.rolls, p.waits) for p in positions]
    return Joint(
        rows=torch.tensor([[s.rows for s in pair] for pair in sheets]),
        penalties=torch.tensor([[s.penalties for s in pair] for pair in sheets]),
        bar=torch.zeros(n, 2, dtype=torch.long),
        lucky=torch.zeros(n, 2, dtype=torch.long),
        closed=torch.tensor([p.closed for p in positions]),
        following=torch.zeros(n, dtype=torch.long),
        over=torch.zeros(n, dtype=torch.bool),
    )


def opinion(net: ValueNet) -> Judge:
    """The network's values for ends of a turn; each position is evaluated once."""
    judge = net_judge(net)
    known: dict[End, tuple[float, float]] = {}

    def of(end: End) -> tuple[float, float]:
        if end not in known:
            known[end] = ended(end) if isinstance(end, Final) else going(end)
        return known[end]

    def ended(end: Final) -> tuple[float, float]:
        extra = MARGIN_WEIGHT * (end.mover - end.other)
        return end.share + extra, 1 - end.share - extra

    def going(end: Position) -> tuple[float, float]:
        with torch.no_grad():
            two = joint([end, end])
            rolls, waits = judge(two, torch.tensor([0, 1])).tolist()
        return waits, rolls

    return of


def exact_values(solver: Solver) -> Judge:
    """For comparison: the same decision procedure with exact values."""

    def of(end: End) -> tuple[float, float]:
        worth = solver.worth(end)
        return worth, 1 - worth

    return of


def points_now(turns: Turns) -> Judge:
    """For comparison: a player that maximises its lead after the turn."""

    def of(end: End) -> tuple[float, float]:
        if isinstance(end, Final):
            return end.share * 100, (1 - end.share) * 100
        lead = turns.total(end.waits) - turns.total(end.rolls)
        return float(lead), float(-lead)

    return of


@torch.no_grad()
def errors(net: ValueNet, solver: Solver, found: Facts, player: Player) -> dict[str, float]:
    """Errors of the network's win probabilities, in percentage points.

    The lessons are ends of turns, so the empty sheets are not among them. The expected value at the
    start is therefore the mean over all rolls of the values after the first turn. The network's own
    error at the start is reported separately.
    """
    start, positions = solver.turns.start, list(solver.known)
    shares = seat_values(net, joint(positions), 2)[0][:, 0].tolist()
    share = dict(zip(positions, shares, strict=True))
    expected = 0.0
    for roll in solver.rolls(start):
        i, j = player.answers(roll.window, roll.offers)
        middle = roll.window.middles[i][j]
        end = middle.after(player.second(middle, roll.offers))
        worth = end.share if isinstance(end, Final) else 1 - share[end]
        expected += roll.chance * worth
    off = {p: 100 * (share[p] - solver.known[p]) for p in positions}
    start_off = off.pop(start)
    likely = {p: chance for p, chance in found.visits.items() if p != start}
    return {
        "expected": expected,
        "expected_error": 100 * (expected - solver.value(start)),
        "untaught_error": start_off,
        "likely_error": sum(c * abs(off[p]) for p, c in likely.items()) / sum(likely.values()),
        "likely_bias": sum(c * off[p] for p, c in likely.items()) / sum(likely.values()),
        "mean_error": sum(map(abs, off.values())) / len(off),
    }


@torch.no_grad()
def same_turns(net: ValueNet, solver: Solver, player: Player, sample: int) -> float:
    """The share of turns that end equally here and in the self-play of the training."""
    turns, rules = solver.turns, net.rules
    known = list(solver.known)
    positions = [known[int(k)] for k in torch.randint(len(known), (sample,))]
    tables = Tables.resumed(rules, joint(positions))
    dice = tables.roll()
    over = tables.turn([net_judge(net)], dice)
    alike = 0
    for k, position in enumerate(positions):
        one, two, *faces = (int(d) for d in dice[k])
        window = turns.window(position, (one, two))
        offers = [(colour, w + f) for colour, f in enumerate(faces) for w in (one, two)]
        i, j = player.answers(window, offers)
        middle = window.middles[i][j]
        end = middle.after(player.second(middle, offers))
        mover, other = (
            Sheet(tuple(tables.rows[k, seat].tolist()), int(tables.penalties[k, seat]))
            for seat in (0, 1)
        )
        there = turns.end(mover, other, int(tables.closed[k]))
        alike += end == there and isinstance(end, Final) == bool(over[k])
    return alike / sample


def reached(solver: Solver, player: Player, name: str) -> dict[str, float]:
    """The player's win probabilities from the start, and their deficits in percentage points."""
    rolls, waits = Match(solver, player).worth(solver.turns.start)
    return {
        f"{name}_first": rolls.exact,
        f"{name}_second": waits.exact,
        f"{name}_lacks": 100 * (0.5 - (rolls.exact + waits.exact) / 2),
        f"{name}_lacks_at_worst": 100 * (0.5 - (rolls.worst + waits.worst) / 2),
    }


def main() -> None:
    args = parse()
    torch.manual_seed(args.seed)
    variant: Variant = load_variant(str(SHEET))
    solver = Solver(Turns(variant))
    note: dict[str, float] = {"exact": solver.value(solver.turns.start)}
    found = facts(solver)
    note |= {"positions": len(solver.known), "turns": sum(found.visits.values())}
    note |= {"mixed": found.mixed, "shared": found.shared, "by_penalty": found.by_penalty}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "reduced.npz"
        export(variant, file)
        rules = Rules(file, torch.device("cpu"))
    began = time.process_time()
    net = shipped(train(rules, args))
    note["training_seconds"] = time.process_time() - began
    player = Player(opinion(net))
    note |= errors(net, solver, found, player)
    note["same_turns"] = same_turns(net, solver, player, args.compare)
    note |= reached(solver, player, "trained")
    if args.others:
        note |= reached(solver, Player(exact_values(solver)), "exact_values")
        note |= reached(solver, Player(points_now(solver.turns)), "points_now")
    print(json.dumps({"seed": args.seed} | {k: round(v, 4) for k, v in note.items()}))


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add("--seed", type=int, default=1)
    add("--rounds", type=int, default=150)
    add("--warm", type=int, default=6, help="rounds played by the heuristic")
    add("--games", type=int, default=512, help="in a round")
    add("--sample", type=int, default=1024, help="positions of a round to look one turn on from")
    add("--batch", type=int, default=512)
    add("--passes", type=int, default=16, help="how often a round's positions are learnt from")
    add("--rate", type=float, default=2e-3)
    add("--keep", type=float, default=0.97, help="of the running average, each round")
    add("--compare", type=int, default=2000, help="turns to hold to the training's self-play")
    add("--others", action="store_true", help="also judge by exact values and by points alone")
    return parser.parse_args()


if __name__ == "__main__":
    main()
