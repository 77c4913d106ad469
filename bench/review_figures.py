"""What the review must show, one line of JSON each; see docs/review.md.

.venv/bin/python bench/review_figures.py identity   parts and result: what is left over, by level
.venv/bin/python bench/review_figures.py alone      the same alone with the exact table: nothing
.venv/bin/python bench/review_figures.py planted    how often a planted blunder tops the list
.venv/bin/python bench/review_figures.py coverage   whether rollouts' intervals hold what they say
.venv/bin/python bench/review_figures.py speed      processor time of a review

`--games` says how many of each, `--sheets` and `--players` where, `--workers` how many processes.
`identity --write` puts what each level loses beside the review, for level equivalents.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np

from rowlock import Move, View, load_variant
from rowlock.bots.champion import Champion
from rowlock.bots.levels import levels
from rowlock.review import Review, review
from rowlock.review.again import question, worth_a_look
from rowlock.review.eyes import eyes_for
from rowlock.review.levels import MeasuredLevel, write_levels
from rowlock.review.playouts import compare, played_on
from rowlock.review.review import Reviewing
from rowlock.simulate.core_games import Seating
from rowlock.simulate.records import recorded_game
from rowlock.solve.problem import make_problem
from rowlock.solve.store import table_of

SHEETS = "classic mixx_a mixx_b longo bonus_a bonus_b double_b"


def say(**figures: object) -> None:
    print(json.dumps(figures), flush=True)


def mean_se(values: Iterable[float]) -> tuple[float, float]:
    """A mean and its standard error."""
    found = np.array(list(values))
    return round(float(found.mean()), 5), round(float(found.std(ddof=1) / len(found) ** 0.5), 5)


def spread_out(
    work: Callable[[int], list[float]], args: argparse.Namespace
) -> Iterator[list[float]]:
    """The work for every game's number, by as many processes as asked."""
    numbers = range(args.first, args.first + args.games)
    if args.workers == 1:
        yield from map(work, numbers)
    else:
        with ProcessPoolExecutor(args.workers) as pool:
            yield from pool.map(work, numbers, chunksize=8)


def level_game(sheet: str, level: str, players: int, seed: int, number: int) -> Review:
    """A game of a level, in a seat that changes, against champions."""
    bot = next(each.bot for each in levels() if each.name == level)
    bots = [Champion()] * players
    bots[number % players] = bot
    return review(recorded_game(Seating(load_variant(sheet), tuple(bots), seed), number))


def parts(sheet: str, level: str, players: int, seed: int, number: int) -> list[float]:
    """Of the level's seat: residual, luck, loss, decisions, result."""
    seat = level_game(sheet, level, players, seed, number).seats[number % players]
    assert seat.residual is not None
    assert seat.result is not None
    return [seat.residual, seat.luck, seat.loss, seat.decisions, seat.result]


def identity(args: argparse.Namespace) -> None:
    for sheet in args.sheets.split():
        for level in args.levels.split():
            work = partial(parts, sheet, level, args.players, args.seed)
            found = np.array(list(spread_out(work, args)))
            residual, luck = mean_se(found[:, 0]), mean_se(found[:, 1])
            loss = float(found[:, 2].sum() / found[:, 3].sum())
            say(
                sheet=sheet,
                players=args.players,
                level=level,
                games=args.games,
                residual=residual,
                residual_sd=round(float(found[:, 0].std()), 4),
                luck=luck,
                loss_mean=round(loss, 5),
                result=mean_se(found[:, 4]),
            )
            if args.write:
                measured = MeasuredLevel(round(loss, 5), args.games, args.seed)
                write_levels(sheet, args.players, level, measured)


def alone_parts(sheet: str, level: str, seed: int, number: int) -> list[float]:
    bot = next(each.bot for each in levels() if each.name == level)
    variant = load_variant(sheet)
    record = recorded_game(Seating(variant, (bot,), seed), number)
    [seat] = review(record, table=table_of(make_problem(variant))).seats
    assert seat.residual is not None
    return [seat.residual, seat.luck, seat.loss]


def alone(args: argparse.Namespace) -> None:
    for sheet in args.sheets.split():
        for level in ("gentle", "champion"):
            found = np.array(list(spread_out(partial(alone_parts, sheet, level, args.seed), args)))
            worst = float(np.abs(found[:, 0]).max())
            say(sheet=sheet, level=level, games=args.games, worst=worst, luck=mean_se(found[:, 1]))


class Planted:
    """Another answer than the champion's, in one decision of one seat, drawn at random."""

    def __init__(self, seat: int, seed: int) -> None:
        self.seat, self.rng = seat, np.random.default_rng(seed)
        self.at = int(self.rng.integers(0, 18))
        self.where: tuple[int, str, str] | None = None

    def __call__(self, seen: View, move: Move) -> Move:
        others = [other for other in seen.legal if other != move]
        if seen.seat != self.seat or self.where or not others:
            return move
        self.at -= 1
        if self.at >= 0:
            return move
        wrong = others[int(self.rng.integers(len(others)))]
        self.where = (seen.turn, seen.phase, str(wrong))
        return wrong


def planted_on_top(sheet: str, players: int, seed: int, number: int) -> list[float]:
    planted = Planted(number % players, number)
    seating = Seating(load_variant(sheet), (Champion(),) * players, seed)
    found = review(recorded_game(seating, number, planted))
    order = sorted(found.decisions, key=lambda each: -each.loss)
    top = (order[0].turn, order[0].phase, order[0].chosen)
    return [float(planted.where is None), float(top == planted.where)]


def planted(args: argparse.Namespace) -> None:
    for sheet in args.sheets.split():
        work = partial(planted_on_top, sheet, args.players, args.seed)
        found = np.array(list(spread_out(work, args)))
        say(sheet=sheet, games=int((1 - found[:, 0]).sum()), on_top=int(found[:, 1].sum()))


def coverage_of(sheet: str, players: int, seed: int, playouts: int, number: int) -> list[float]:
    """Of one doubtful choice of a game: 1 if the interval of a quick rollout holds the long one."""
    easy = levels()[1].bot
    seating = Seating(load_variant(sheet), (easy,) * players, seed)
    reviewing = Reviewing(recorded_game(seating, number))
    for _ in reviewing.steps():
        pass
    unit = reviewing.eyes.unit
    doubtful = [each for each in reviewing.judged if worth_a_look(each.decision, unit)]
    if not doubtful:
        return []
    table, (chosen, best) = question(doubtful[number % len(doubtful)], eyes_for(reviewing.end))
    quick = compare(chosen, best, table, number, 1e9, most=2_000)
    keys = np.random.default_rng([seed, number]).integers(0, 1 << 62, playouts)
    late = [played_on(arm, table, keys)[:, table.value] for arm in (chosen, best)]
    differences = late[1] - late[0]
    return [float(abs(quick.loss - differences.mean()) <= 1.96 * quick.se)]


def coverage(args: argparse.Namespace) -> None:
    for sheet in args.sheets.split():
        work = partial(coverage_of, sheet, args.players, args.seed, args.playouts)
        found = [each[0] for each in spread_out(work, args) if each]
        say(sheet=sheet, positions=len(found), held=sum(found) / len(found))


def speed(args: argparse.Namespace) -> None:
    for sheet in args.sheets.split():
        for players in (2, 3, 4, 5):
            seating = Seating(load_variant(sheet), (levels()[2].bot,) * players, args.seed)
            records = [recorded_game(seating, number) for number in range(args.games)]
            review(records[0])  # compiles, or loads
            times = []
            for record in records:
                began = time.process_time()
                review(record)
                times.append(1000 * (time.process_time() - began))
            low, high = round(min(times)), round(max(times))
            say(sheet=sheet, players=players, ms=round(float(np.median(times))), low=low, high=high)


TOPICS = {
    "identity": identity,
    "alone": alone,
    "planted": planted,
    "coverage": coverage,
    "speed": speed,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("topic", choices=TOPICS)
    parser.add_argument("--sheets", default=SHEETS)
    parser.add_argument("--levels", default=" ".join(each.name for each in levels()))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--playouts", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    TOPICS[args.topic](args)


if __name__ == "__main__":
    main()
