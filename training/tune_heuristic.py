"""Tunes the weights of a readable bot by simulation: keeps small changes that win.

    .venv/bin/python training/tune_heuristic.py --rounds 60 --games 6000 --seed 1 --threads 8

Every round tries changed weights against the best of the previous rounds and against a fixed set of
older ones, with the same dice and rotated seats, and keeps the best. The result does not depend on
where games are played (`--threads`, `--processes`, `--ray`).
"""

from __future__ import annotations

import argparse
from functools import partial

import numpy as np
from msgspec.structs import asdict

from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.compiled.evaluated_games import play_games
from rowlock.bots.compiled.evaluator_arrays import compile_evaluators
from rowlock.bots.compiled.spec import BotKind
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.cli.workers import add_workers, workplace
from rowlock.runners import Workplace
from rowlock.variants import Variant, load_variant


def share(
    variant: Variant, kind: BotKind, others: list[Weights], games: int, seed: int, own: Weights
) -> float:
    """Mean win share in two-player matches against each of the others."""
    evaluators = compile_evaluators(
        variant, [CompiledSpec(kind, own), *(CompiledSpec(kind, w) for w in others)]
    )
    seats = np.array([[0, 1 + k % len(others)] for k in range(games // 2)]).repeat(2, axis=0)
    seats[1::2] = seats[1::2, ::-1]
    result = play_games(evaluators, seats, seed, np.arange(games) // 2)
    totals = result.totals
    wins = (totals == totals.max(axis=1, keepdims=True)).astype(float)
    wins /= wins.sum(axis=1, keepdims=True)
    return float(wins[seats == 0].mean())


def changed(weights: Weights, rng: np.random.Generator, width: float, fields: list[str]) -> Weights:
    values = asdict(weights)
    for name in fields:
        if rng.random() < 0.6:
            values[name] = round(values[name] * float(np.exp(width * rng.normal())), 4)
    return Weights(**values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--kind", default="heuristic", choices=["heuristic", "race"])
    parser.add_argument("--fields", default="future,start,lock,penalty")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--tries", type=int, default=8)
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=float, default=0.3)
    add_workers(parser, "1")
    args = parser.parse_args()
    with workplace(args, 1, share) as place:
        tune(args, place)


def tune(args: argparse.Namespace, place: Workplace) -> None:
    variant, rng = load_variant(args.variant), np.random.default_rng(args.seed)
    best, past = Weights(), [Weights()]
    for number in range(args.rounds):
        seed = args.seed * 1000 + number
        width = args.width * (1 - 0.8 * number / args.rounds)
        foes = [best, *past[-3:]]
        tries = [changed(best, rng, width, args.fields.split(",")) for _ in range(args.tries)]
        work = partial(share, variant, args.kind, foes, args.games, seed)
        with place.runner(compiled=True, jobs=1 + args.tries) as runner:
            shares = list(runner.map(work, [best, *tries]))
        top = int(np.argmax(shares))
        if top > 0:
            past.append(best)
            best = tries[top - 1]
        print(number, round(shares[0], 4), round(shares[top], 4), best, flush=True)


if __name__ == "__main__":
    main()
