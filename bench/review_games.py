"""Plays and reviews the games that `review_figures.py` evaluates; one function per topic."""

from __future__ import annotations

import numpy as np

from bench.review_positions import lines_of, said_and_won
from bench.spread import Piece, Rows
from rowlock import Move, View, load_variant
from rowlock.bots.champion import Champion
from rowlock.bots.levels import levels
from rowlock.core.bot import Bot, prepare_bots
from rowlock.notation.record import Record
from rowlock.reviews import review
from rowlock.reviews.evaluators import evaluator_for
from rowlock.reviews.playouts import compare, played_on
from rowlock.reviews.review import Reviewing
from rowlock.reviews.rollouts import question, worth_a_look
from rowlock.simulation.core_games import Seating
from rowlock.simulation.records import Meddle, recorded_game
from rowlock.solver.problem import make_problem
from rowlock.solver.table_cache import table_of

QUICK = 500
"""Maximum number of pairs of playouts for the interval that long playouts check."""
STEP = 4
"""Of the choices with a loss in a game, every STEP-th is compared with playouts."""


def rows_of(piece: Piece) -> Rows:
    """The result rows of a piece of work."""
    if piece.topic == "calibration":
        return said_and_won(piece)
    return [row for number in piece.numbers for row in TOPICS[piece.topic](piece, number)]


def bot_of(level: str) -> Bot:
    return next(each.bot for each in levels() if each.name == level)


def game_of(
    piece: Piece, number: int, bots: list[Bot], meddle: Meddle = lambda seen, move: move
) -> Record:
    """The game with this number; reproducible."""
    variant = load_variant(piece.sheet)
    prepare_bots(bots, variant)
    return recorded_game(Seating(variant, tuple(bots), piece.seed), number, meddle)


def parts(piece: Piece, number: int) -> Rows:
    """Residual, luck, loss, choices and result of a level's seat among champions."""
    place = number % piece.players
    bots: list[Bot] = [Champion()] * piece.players
    bots[place] = bot_of(piece.level)
    seat = review(game_of(piece, number, bots)).seats[place]
    assert seat.residual is not None
    assert seat.result is not None
    return [[seat.residual, seat.luck, seat.loss, seat.decisions, seat.result]]


def order_of_play(piece: Piece, number: int) -> Rows:
    """One game between champions: residual and start of every seat in the order of play, how far
    the chances of a roll are from adding up to 1, and the sums from which a slope is fitted."""
    found = review(game_of(piece, number, [Champion()] * piece.players))
    first = found.rolls[0].active - 1
    seats = found.seats[first:] + found.seats[:first]
    gaps = [abs(sum(said) - 1) for roll in found.rolls for said in (roll.before, roll.after)]
    before = np.array([roll.before for roll in found.rolls]).clip(1e-9, 1 - 1e-9)
    won = np.array([seat.result for seat in found.seats])
    odds = np.log((piece.players - 1) * before / (1 - before))
    gradient = ((won - before) * odds).sum()
    curvature = (odds**2 * before * (1 - before)).sum()
    residuals = [float(seat.residual or 0) for seat in seats]
    starts = [float(seat.start or 0) for seat in seats]
    return [[*residuals, *starts, max(gaps), float(gradient), float(curvature)]]


def alone_parts(piece: Piece, number: int) -> Rows:
    """Residual, luck and loss of a solo game with the exact table."""
    record = game_of(piece, number, [bot_of(piece.level)])
    table = table_of(make_problem(load_variant(piece.sheet)))
    [seat] = review(record, table=table).seats
    assert seat.residual is not None
    return [[seat.residual, seat.luck, seat.loss]]


class Planted:
    """Replaces the champion's answer in one random decision of a seat by another random answer."""

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


def planted_on_top(piece: Piece, number: int) -> Rows:
    """1 if the planted blunder is the costliest choice of its game, else 0; empty without
    blunder."""
    planted = Planted(number % piece.players, number)
    found = review(game_of(piece, number, [Champion()] * piece.players, planted))
    if planted.where is None:
        return []
    top = max(found.decisions, key=lambda each: each.loss)
    return [[float((top.turn, top.phase, top.chosen) == planted.where)]]


def reviewed(piece: Piece, number: int, bots: list[Bot]) -> Reviewing:
    """A game with the internal results of its review."""
    reviewing = Reviewing(game_of(piece, number, bots))
    for _ in reviewing.steps():
        pass
    return reviewing


def covered(piece: Piece, number: int) -> Rows:
    """For a doubtful choice: loss and error by a quick rollout, and loss by long playouts.

    Without playouts, the row ends with their start instead, for `training/play_on.py`: the seat,
    the part of the loss from games that are over already, and the positions with their weights.
    """
    reviewing = reviewed(piece, number, [bot_of("easy")] * piece.players)
    unit = reviewing.evaluator.unit
    doubtful = [each for each in reviewing.judged if worth_a_look(each.decision, unit)]
    if not doubtful:
        return []
    table, (chosen, best) = question(doubtful[number % len(doubtful)], evaluator_for(reviewing.end))
    quick = compare(chosen, best, table, number, 1e9, most=QUICK)
    if not piece.playouts:
        known = float(best.ended[table.value] - chosen.ended[table.value])
        start = [float(table.seat), known]
        for arm, sign in ((chosen, -1), (best, 1)):
            for weight, line in zip(arm.weights, lines_of(table.variant, arm.states), strict=True):
                start += [sign * float(weight), *map(float, line)]
        return [[quick.loss, quick.se, *start]]
    keys = np.random.default_rng([piece.seed, number]).integers(0, 1 << 62, piece.playouts)
    late = [played_on(arm, table, keys)[:, table.value] for arm in (chosen, best)]
    return [[quick.loss, quick.se, float((late[1] - late[0]).mean())]]


def weaker_bots(number: int, players: int) -> list[Bot]:
    """Levels below the champion, mixed so that each has every seat four times in 16 games."""
    weaker = [level.bot for level in levels()[:-1]]
    first, step = number, number // len(weaker)
    places = [first, *(step + seat * first for seat in range(players - 1))]
    return [weaker[place % len(weaker)] for place in places]


def differences(piece: Piece, number: int) -> Rows:
    """For some choices in a game between levels: loss by the network, loss by playouts, and the
    variance of the latter."""
    reviewing = reviewed(piece, number, weaker_bots(number, piece.players))
    lossy = [each for each in reviewing.judged if each.decision.loss and not each.decision.exact]
    rows = []
    for place, judged in list(enumerate(lossy))[number % STEP :: STEP]:
        table, arms = question(judged, evaluator_for(reviewing.end))
        rng = np.random.default_rng([piece.seed, number, place])
        keys = rng.integers(0, 1 << 62, piece.playouts)
        chosen, best = (played_on(arm, table, keys)[:, table.value] for arm in arms)
        apart = best - chosen
        variance = apart.var(ddof=1) / piece.playouts
        rows.append([judged.decision.loss, float(apart.mean()), float(variance)])
    return rows


TOPICS = {
    "order": order_of_play,
    "identity": parts,
    "alone": alone_parts,
    "planted": planted_on_top,
    "coverage": covered,
    "errors": differences,
}
