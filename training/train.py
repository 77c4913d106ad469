"""Trains a variant's value network by self-play. Needs only NumPy, torch and the exported arrays.

    python3 training/train.py --arrays training/arrays/classic.npz --out runs --seconds 500

Training starts with games of the readable heuristic. Then the network plays against itself with two
to five players (`--players`) and learns the win share and the margin of every seat from
lambda-returns. With `--sample N` it learns from N positions of each round instead. Each is played
for one turn with every pair of white dice, so that the targets contain little noise.

The saved weights are a running average. Every measurement adds a line of JSON to
`<out>/<variant>.jsonl` and writes the weights to `<out>/<variant>.npz`.

`--against FILE` trains an exploiter: one seat learns, and the others play the network of FILE.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from dataclasses import dataclass
from pathlib import Path

import torch
from network import ValueNet
from rules import Rules
from selfplay import Joint, Judge, Tables, heuristic_judge, net_judge, outcome
from torch import Tensor
from torch.nn import functional

NOISES = (0.0, 0.0, 0.01, 0.03)
"""Standard deviations of the noise on the values, drawn for each game, for varied games."""


@dataclass
class Lessons:
    """Positions with the targets of every seat."""

    joint: Joint
    share: Tensor
    margin: Tensor
    learner: Tensor
    """[n] the only seat that learns, or -1 for all."""


def play(
    rules: Rules,
    evaluators: list[Judge],
    games: int,
    players: int,
    *,
    net: ValueNet | None = None,
    lambda_: float = 1.0,
    noise: bool = True,
    one_seat: bool = False,
) -> tuple[Tensor, Tensor, Lessons | None]:
    """Play whole games; with a `net`, also return lessons for every position."""
    tables = Tables(rules, games, players)
    device = rules.device
    learner = torch.full((games,), -1, device=device)
    if one_seat:
        learner = torch.randint(players, (games,), device=device)
        tables.policy[:] = 1
        tables.policy[torch.arange(games, device=device), learner] = 0
    if noise:
        choices = torch.tensor(NOISES, device=device)
        tables.noise = choices[torch.randint(len(NOISES), (games,), device=device)]
    share = torch.zeros(games, players, device=device)
    margin = torch.zeros(games, players, device=device)
    turns: list[tuple[Tensor, Joint]] = []
    while len(tables):
        over = tables.turn(evaluators)
        done = over.nonzero().squeeze(1)
        won, by = outcome(rules, tables.rows[done], tables.penalties[done])
        share[tables.ids[done]], margin[tables.ids[done]] = won, by
        tables.keep((~over).nonzero().squeeze(1))
        if net is not None and len(tables):
            turns.append((tables.ids, tables.joint()))
    if net is None:
        return share, margin, None
    return share, margin, _lessons(net, turns, share, margin, learner, lambda_)


def _lessons(
    net: ValueNet,
    turns: list[tuple[Tensor, Joint]],
    share: Tensor,
    margin: Tensor,
    learner: Tensor,
    lambda_: float,
) -> Lessons:
    """Lambda-returns, from the last turn back to the first."""
    players = share.shape[1]
    coming, ahead = share.clone(), margin.clone()
    shares, margins, whose = [], [], []
    for ids, joint in reversed(turns):
        shares.append(coming[ids])
        margins.append(ahead[ids])
        whose.append(learner[ids])
        if lambda_ < 1:
            win, by = seat_values(net, joint, players)
            coming[ids] = lambda_ * coming[ids] + (1 - lambda_) * win
            ahead[ids] = lambda_ * ahead[ids] + (1 - lambda_) * by
    columns = [
        torch.cat([getattr(joint, name) for _, joint in reversed(turns)])
        for name in vars(turns[0][1])
    ]
    return Lessons(Joint(*columns), torch.cat(shares), torch.cat(margins), torch.cat(whose))


def after_one_turn(net: ValueNet, lessons: Lessons, sample: int, chunk: int = 131072) -> Lessons:
    """Lessons with the network's values one turn later: the mean over all pairs of white dice, with
    random coloured dice for each."""
    rules, players = net.rules, lessons.share.shape[1]
    index = torch.randint(len(lessons.share), (sample,), device=rules.device)
    sides = rules.sides
    white = torch.combinations(torch.arange(1, sides + 1), with_replacement=True).to(rules.device)
    weight = torch.where(white[:, 0] == white[:, 1], 1.0, 2.0) / sides**2
    pairs = len(white)
    shares, margins = [], []
    for part in index.split(max(1, chunk // pairs)):
        joint = lessons.joint[part.repeat_interleave(pairs)]
        tables = Tables.resumed(rules, joint)
        dice = tables.roll()
        dice[:, :2] = white.repeat(len(part), 1)
        over = tables.turn([net_judge(net)], dice)
        won, by = outcome(rules, tables.rows, tables.penalties)
        going = (~over).nonzero().squeeze(1)
        won[going], by[going] = seat_values(net, tables.joint()[going], players)
        shares.append((won.view(-1, pairs, players) * weight[:, None]).sum(1))
        margins.append((by.view(-1, pairs, players) * weight[:, None]).sum(1))
    return Lessons(
        lessons.joint[index], torch.cat(shares), torch.cat(margins), lessons.learner[index]
    )


def seat_values(net: ValueNet, joint: Joint, players: int) -> tuple[Tensor, Tensor]:
    """[n, players] the network's values for every seat; the win shares add up to one."""
    wins, margins = [], []
    for k in range(players):
        seat = torch.full_like(joint.following, k)
        out = net(*inputs(net, joint, seat))
        wins.append(torch.sigmoid(out[:, 0]))
        margins.append(net.margin_unit * out[:, 1])
    win = torch.stack(wins, 1)
    return win / win.sum(1, keepdim=True), torch.stack(margins, 1)


def inputs(net: ValueNet, joint: Joint, seat: Tensor) -> tuple[Tensor, Tensor]:
    j = joint
    return net.inputs(j.rows, j.penalties, j.bar, j.lucky, j.closed, j.following, seat)


def loss_of(out: Tensor, share: Tensor, margin: Tensor) -> Tensor:
    """The loss: error of the win share, plus a smaller weight for the margin."""
    loss = functional.binary_cross_entropy_with_logits(out[:, 0], share)
    return loss + 0.25 * functional.mse_loss(out[:, 1], margin)


def learn(
    net: ValueNet, optimiser: torch.optim.Optimizer, lessons: Lessons, batch: int, steps: int
) -> float:
    """Take training steps on random positions, each from the view of a random seat."""
    n, players = lessons.share.shape
    device = lessons.share.device
    loss_sum = torch.zeros((), device=device)
    for _ in range(steps):
        index = torch.randint(n, (min(batch, n),), device=device)
        joint = lessons.joint[index]
        seat = torch.randint(players, (len(index),), device=device)
        learner = lessons.learner[index]
        seat = torch.where(learner >= 0, learner, seat)
        with torch.no_grad():
            lines, scalars = inputs(net, joint, seat)
        out = net(lines, scalars)
        share = lessons.share[index].gather(1, seat[:, None]).squeeze(1)
        margin = lessons.margin[index].gather(1, seat[:, None]).squeeze(1) / net.margin_unit
        loss = loss_of(out, share, margin)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        loss_sum += loss.detach()
    return float(loss_sum) / steps


@torch.no_grad()
def measure(
    rules: Rules, own: Judge, other: Judge, games: int, players: int
) -> tuple[float, float]:
    """Win share of one seat among others, with its standard error."""
    tables = Tables(rules, games, players)
    tables.policy[:] = 1
    mine = torch.arange(games, device=rules.device) % players
    tables.policy[torch.arange(games, device=rules.device), mine] = 0
    share = torch.zeros(games, players, device=rules.device)
    while len(tables):
        over = tables.turn([own, other])
        done = over.nonzero().squeeze(1)
        share[tables.ids[done]] = outcome(rules, tables.rows[done], tables.penalties[done])[0]
        tables.keep((~over).nonzero().squeeze(1))
    won = share.gather(1, mine[:, None]).squeeze(1)
    return float(won.mean()), float(won.std() / math.sqrt(games))


def averaged(target: ValueNet, source: ValueNet, keep: float) -> None:
    with torch.no_grad():
        for a, b in zip(target.parameters(), source.parameters(), strict=True):
            a.mul_(keep).add_(b, alpha=1 - keep)


def main() -> None:
    args = parse()
    device = torch.device(args.device)
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    rules = Rules(args.arrays, device)
    net = ValueNet(rules, args.hidden, args.second).to(device)
    if args.start:
        net.load(args.start)
    average = copy.deepcopy(net)
    heuristic = heuristic_judge(rules)
    other: list[Judge] = []
    if args.against:
        frozen = ValueNet(rules, args.hidden, args.second).to(device)
        frozen.load(args.against)
        frozen.freeze()
        other = [net_judge(frozen)]
    optimiser = torch.optim.Adam(net.parameters(), lr=args.rate)
    args.out.mkdir(parents=True, exist_ok=True)
    name = args.name or rules.id
    log = (args.out / f"{name}.jsonl").open("w")
    began, played, round_, next_measure, loss = time.time(), 0, 0, 0.0, 0.0
    while True:
        part = (time.time() - began) / args.seconds
        finished = part >= 1
        if part >= next_measure or finished:
            next_measure += 1 / args.measures
            note = report(rules, average, heuristic, other, args, finished)
            note |= {"games": played, "round": round_, "seconds": round(time.time() - began, 1)}
            note |= {"loss": round(loss, 5)}
            log.write(json.dumps(note) + "\n")
            log.flush()
            print(name, json.dumps(note), flush=True)
            average.save(args.out / f"{name}.npz")
        if finished:
            return
        rate = args.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * part)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        players = args.players[round_ % len(args.players)]
        warm = not args.start and round_ < args.warm
        with torch.no_grad():
            net.freeze()
            evaluators = [heuristic] if warm else [net_judge(net), *other]
            lambda_ = 1.0 if warm or args.sample else args.lambda_
            games = max(64, args.games * 2 // players)
            _, _, lessons = play(
                rules, evaluators, games, players, net=net, lambda_=lambda_, one_seat=bool(other)
            )
            assert lessons is not None
            if args.sample and not warm:
                lessons = after_one_turn(net, lessons, args.sample)
            net.cached = None
        steps = max(1, len(lessons.share) * args.passes // args.batch)
        loss = learn(net, optimiser, lessons, args.batch, steps * (4 if warm else 1))
        averaged(average, net, 0.0 if warm else args.keep)
        played += games
        round_ += 1


def report(
    rules: Rules,
    net: ValueNet,
    heuristic: Judge,
    other: list[Judge],
    args: argparse.Namespace,
    finished: bool,
) -> dict[str, float]:
    net.freeze()
    note: dict[str, float] = {}
    size = args.measure_games * (4 if finished else 1)
    for players in sorted(set(args.players)):
        foe = other[0] if other else heuristic
        share, error = measure(rules, net_judge(net), foe, size, players)
        note[f"win_{players}"], note[f"error_{players}"] = round(share, 5), round(error, 5)
    net.cached = None
    return note


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add("--arrays", type=Path, required=True)
    add("--out", type=Path, default=Path("training/runs"))
    add("--name")
    add("--seconds", type=float, default=300)
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    add("--seed", type=int, default=1)
    add("--players", type=lambda t: [int(x) for x in t.split(",")], default=[2, 3, 2, 4, 2, 5])
    add("--games", type=int, default=16384, help="games of two in a round; fewer of more")
    add("--warm", type=int, default=6, help="rounds played by the heuristic")
    add("--hidden", type=int, default=128)
    add("--second", type=int, default=64)
    add("--rate", type=float, default=2e-3)
    add("--batch", type=int, default=16384)
    add("--passes", type=int, default=1, help="how often a round's positions are learnt from")
    add("--lambda_", type=float, default=0.8)
    add("--sample", type=int, default=0, help="positions of a round to look one turn on from")
    add("--keep", type=float, default=0.97, help="of the running average, each round")
    add("--measures", type=int, default=12)
    add("--measure-games", type=int, default=8192)
    add("--start", type=Path, help="weights to go on from")
    add("--against", type=Path, help="weights to train an exploiter against")
    args = parser.parse_args()
    if args.sample and args.against:
        parser.error("--sample cannot be combined with --against (use improve.py --against)")
    return args


if __name__ == "__main__":
    main()
