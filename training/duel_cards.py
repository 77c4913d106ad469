"""Measures the win share of the card network among copies of it with larger random errors.

    python3 training/duel_cards.py --arrays training/arrays/classic.npz --weights W.npz \
        --spreads 0 0.038 0.06 0.082 0.112

Each spread plays against the next one, like a level against the one below it
(`src/rowlock/bots/levels.py`): one seat has the smaller error, all others the larger. Prints a line
of JSON for every pair and number of players.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from pathlib import Path

import torch
from card_network import CardNet
from card_tables import CardTables
from duel import LESS_ERROR
from rules import Rules

TURNS = 200
"""More turns than any game has."""


def share(
    net: CardNet, rules: Rules, games: int, players: int, spreads: tuple[float, float]
) -> tuple[float, float]:
    """Win share of the first seat, and half of its interval."""
    tables = CardTables(rules, games, players, jokers=False)
    spread = torch.full((games, players), spreads[1], device=rules.device)
    spread[:, 0] = spreads[0]
    won = torch.zeros(0, device=rules.device)
    for _ in range(TURNS):
        _, over = tables.turn(net.judge, spread[: len(tables)])
        done = over.nonzero().squeeze(1)
        won = torch.cat([won, tables.shares(tables.rows[done], tables.penalties[done])[:, 0]])
        on = (~over).nonzero().squeeze(1)
        if not len(on):
            break
        tables.keep(on)
    return float(won.mean()), 1.96 * float(won.std()) / games**0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add("--arrays", type=Path, required=True)
    add("--weights", type=Path, required=True)
    add("--spreads", type=float, nargs="+", required=True)
    add("--players", type=lambda t: [int(x) for x in t.split(",")], default=[2, 3, 4, 5])
    add("--games", type=int, default=20_000)
    add("--less", type=float, default=LESS_ERROR, help="how much less each further player errs")
    add("--seed", type=int, default=7)
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    rules = Rules(args.arrays, torch.device(args.device))
    net = CardNet(rules, *CardNet.sizes(args.weights)).to(rules.device)
    net.load(args.weights)
    net.freeze()
    for pair in pairwise(args.spreads):
        for players in args.players:
            at = 1 - args.less * (players - 2)
            won, error = share(net, rules, args.games, players, (at * pair[0], at * pair[1]))
            found = {"share": round(won, 4), "times_fair": round(players * won, 3)}
            line = {"sheet": rules.id, "spreads": pair, "players": players}
            print(json.dumps(line | found | {"error": round(players * error, 3)}), flush=True)


if __name__ == "__main__":
    main()
