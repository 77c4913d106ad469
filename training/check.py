"""Hold the tensor rules to the readable core: needs torch and this package (src on the path).

    PYTHONPATH=src python3 training/check.py --arrays training/arrays

Plays random games of every variant and seat count turn by turn and looks up each new position
among all that the core allows from the one before with the same dice.
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path

import torch
from msgspec.structs import replace
from rules import Rules
from selfplay import Joint, Tables, outcome
from torch import Tensor

from rowlock.core.game import deciders, legal_moves, new_game, play, result, roll
from rowlock.core.sheet import Sheet
from rowlock.core.state import Game, Roll
from rowlock.variants import load_variant


def core_game(tables: Tables, variant_id: str, g: int) -> Game:
    variant = load_variant(variant_id)
    names = [f"P{k}" for k in range(tables.players)]
    lucky = None
    if variant.lucky_pairs:
        lucky = [variant.lucky_pairs[int(k)] for k in tables.lucky[g]]
    game = new_game(variant, names, first=int(tables.active[g]), lucky=lucky)
    sheets = tuple(
        Sheet(
            tuple(int(m) for m in tables.rows[g, k]),
            int(tables.penalties[g, k]),
            int(tables.bar[g, k]),
        )
        for k in range(tables.players)
    )
    return replace(game, sheets=sheets, closed=int(tables.closed[g]))


def ends(game: Game, seat: int) -> list[Game]:
    """Every game after this seat's whole answer, its choices included."""
    out = []
    for move in legal_moves(game, seat):
        after = play(game, seat, move).state
        choosing = after.answers[seat] is not None and not after.over
        same = choosing and after.turn == game.turn and legal_moves(after, seat)
        out += ends(after, seat) if same else [after]
    return out


def possible(game: Game) -> set[tuple[object, ...]]:
    """Every position after this turn."""
    games = [game]
    for seat in game.seats:
        games = [after for g in games for after in (ends(g, seat) if seat in deciders(g) else [g])]
    done = []
    for g in games:
        done += [g] if g.over or g.turn > game.turn else ends(g, g.active)
    return {(g.sheets, g.closed, g.over) for g in done}


def check(file: Path, games: int, players: int) -> int:
    rules = Rules(file, torch.device("cpu"))
    tables = Tables(rules, games, players)
    looked = 0

    def judge(joint: Joint, seat: Tensor) -> Tensor:
        return torch.rand(len(seat)) + 0.5 * (joint.penalties.sum(1) == 0)

    while len(tables):
        dice = tables.roll()
        before = [core_game(tables, rules.id, g) for g in range(len(tables))]
        over = tables.turn([judge], dice)
        for g, game in enumerate(before):
            d = [int(x) for x in dice[g]]
            colours = tuple(None if game.closed >> c & 1 else d[2 + c] for c in range(4))
            rolled = roll(game, Roll((d[0], d[1]), colours)).state
            after = core_game(tables, rules.id, g)
            found = (after.sheets, after.closed, bool(over[g]))
            if found not in possible(rolled):
                raise SystemExit(f"{rules.id}: {game.sheets} {rolled.roll} became {found}")
            if over[g]:
                core = result(replace(after, stage="over"))
                shares = outcome(rules, tables.rows[g : g + 1], tables.penalties[g : g + 1])[0][0]
                winners = tuple(int(k) for k in (shares > 0).nonzero().squeeze(1))
                assert winners == core.winners, (rules.id, core, shares)
            looked += 1
        tables.keep((~over).nonzero().squeeze(1))
    return looked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--arrays", type=Path, default=Path("training/arrays"))
    parser.add_argument("--games", type=int, default=20)
    args = parser.parse_args()
    torch.manual_seed(1)
    for file, players in itertools.product(sorted(args.arrays.glob("*.npz")), (2, 3)):
        print(file.stem, players, check(file, args.games, players), "turns agree", flush=True)


if __name__ == "__main__":
    main()
