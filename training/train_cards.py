"""Trains the network of the card game by self-play on a GPU.

    python3 training/train_cards.py training/arrays/classic.npz --minutes 8 --out classic-cards.npz

Every round plays thousands of games with the current network, with random errors in some seats.
The targets are lambda-returns: a mixture of the network's later values and the result.
"""

from __future__ import annotations

import argparse
import copy
import random
import time
from pathlib import Path

import torch
from card_network import CardNet
from card_tables import CardTables, Seen
from rules import Rules
from torch import Tensor
from torch.nn import functional

LAMBDA = 0.8
PLAYERS = (2, 2, 2, 3, 3, 4, 5)
ERRING, ERROR = 0.3, 0.06
JOKERS = 0.15
TURNS = 200
KEPT = 0.5
"""Share of decisions used as lessons, because those of one game are similar."""
Lesson = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]


def play_round(net: CardNet, rules: Rules, games: int, players: int, jokers: bool) -> list[Lesson]:
    """Play `games` games; returns inputs, win shares and margins of the decisions."""
    tables = CardTables(rules, games, players, jokers=jokers)
    spread = ERROR * (torch.rand(games, players, device=rules.device) < ERRING)
    alive = torch.arange(games, device=rules.device)
    steps: list[tuple[Tensor, Seen, Tensor]] = []
    ends = torch.zeros(games, players, device=rules.device)
    margins = torch.zeros(games, players, device=rules.device)
    for _ in range(TURNS):
        choices, over = tables.turn(net.judge, spread[alive])
        steps += [(alive[c.tables], c.seen, c.value) for c in choices]
        done = over.nonzero().squeeze(1)
        if len(done):
            rows, penalties = tables.rows[done], tables.penalties[done]
            ends[alive[done]] = tables.shares(rows, penalties)
            margins[alive[done]] = _margins(rules.totals(rows, penalties))
        on = (~over).nonzero().squeeze(1)
        if not len(on):
            break
        tables.keep(on)
        alive = alive[on]
    unit = float(rules.arrays["margin_unit"])
    target, lessons = ends.clone(), []
    for games_of, seen, value in reversed(steps):
        pair = games_of, seen.seat
        wanted = target[pair]
        target[pair] = LAMBDA * wanted + (1 - LAMBDA) * value
        picked = (torch.rand(len(wanted), device=wanted.device) < KEPT).nonzero().squeeze(1)
        lines, cards, scalars = net.inputs(seen[picked])
        margin = (margins[pair][picked] / unit).clamp(-2, 2)
        lessons.append((lines.to(torch.int16), cards, scalars, wanted[picked], margin))
    return lessons


def _margins(totals: Tensor) -> Tensor:
    """[n, seat] lead over the best other player."""
    players = totals.shape[1]
    own = torch.eye(players, dtype=torch.bool, device=totals.device)
    others = torch.where(own, -999, totals[:, None, :].expand(-1, players, -1))
    return (totals - others.max(2).values).float()


def learn(
    net: CardNet, optimiser: torch.optim.Optimizer, lessons: list[Lesson], size: int
) -> float:
    """Train once on every lesson; returns the mean loss."""
    lines, cards, scalars, wins, margins = (torch.cat(part) for part in zip(*lessons, strict=True))
    order = torch.randperm(len(wins), device=wins.device)
    total = torch.zeros((), device=wins.device)
    batches = order.split(size)
    for index in batches:
        out = net(lines[index].int(), cards[index], scalars[index])
        loss = functional.binary_cross_entropy_with_logits(out[:, 0], wins[index])
        total += loss.detach()
        loss = loss + 0.2 * functional.mse_loss(out[:, 1], margins[index])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
    return float(total) / len(batches)


def duel(one: CardNet, other: CardNet, rules: Rules, games: int, players: int) -> float:
    """Win share of `one` in the first seat among copies of the other, divided by the equal
    share."""
    tables = CardTables(rules, games, players, jokers=False)
    share = torch.zeros((), device=rules.device)

    def judge(seen: Seen) -> Tensor:
        values = torch.empty(len(seen), device=rules.device)
        for net, picked in ((one, seen.seat == 0), (other, seen.seat > 0)):
            index = picked.nonzero().squeeze(1)
            if len(index):
                values[index] = net.judge(seen[index])
        return values

    for _ in range(TURNS):
        _, over = tables.turn(judge, torch.zeros(len(tables), players, device=rules.device))
        done = over.nonzero().squeeze(1)
        share += tables.shares(tables.rows[done], tables.penalties[done])[:, 0].sum()
        on = (~over).nonzero().squeeze(1)
        if not len(on):
            break
        tables.keep(on)
    return float(share) / games * players


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("arrays", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--games", type=int, default=32768)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--duel", type=int, default=20_000, help="games of a comparison")
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    rules = Rules(args.arrays, torch.device(args.device))
    net = CardNet(rules, args.hidden).to(rules.device)
    mean, before, half = copy.deepcopy(net), copy.deepcopy(net), 0.0
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-4)
    begun, rounds, played = time.monotonic(), 0, 0
    while (spent := (time.monotonic() - begun) / (60 * args.minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * max(0.02, 1 - spent)
        net.freeze()
        players = rng.choice(PLAYERS)
        games = 2 * args.games // players
        lessons = play_round(net, rules, games, players, rng.random() < JOKERS)
        net.cached = None
        loss = learn(net, optimiser, lessons, args.batch)
        with torch.no_grad():
            for old, new in zip(mean.parameters(), net.parameters(), strict=True):
                old.lerp_(new, 0.05)
        rounds, played = rounds + 1, played + games
        if rounds % 20 == 1:
            print(f"{spent:4.0%} {rounds} rounds, {played} games, loss {loss:.4f}", flush=True)
        if spent > half + 0.25:
            half = spent
            now = f"{duel(mean, before, rules, args.duel, 2) / 2:.1%} of two"
            print(f"{now} against the network of a quarter before", flush=True)
            before = copy.deepcopy(mean)
            mean.save(args.out)
    mean.save(args.out)
    fair = duel(mean, before, rules, args.duel, 4)
    print(f"{played} games in {rounds} rounds, {fair:.2f} times the fair share of four")


if __name__ == "__main__":
    main()
