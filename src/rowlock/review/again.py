"""The second look: doubtful and costly choices settled by games played on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from msgspec.structs import replace

from rowlock.core.state import Game
from rowlock.review.decisions import Judged
from rowlock.review.eyes import Eyes
from rowlock.review.luck import judges_of
from rowlock.review.marks import LIMITS, SURE, mark_of
from rowlock.review.playouts import MOST, Arm, Compared, Table, arm_of, compare, warm_up
from rowlock.review.shapes import Decision, RolledOut, Unit


def worth_a_look(decision: Decision, unit: Unit) -> bool:
    """Whether a choice has a mark, or may have one for all the judge can tell."""
    return (
        decision.own
        and not decision.exact
        and decision.loss + SURE * decision.se >= LIMITS[unit][0]
        and decision.loss > 0
    )


def roll_out(
    judged: list[Judged],
    wanted: list[int],
    eyes: Eyes,
    seconds: float,
    clock: Callable[[], float] = perf_counter,
    most: int = MOST,
) -> Iterator[float]:
    """Put better decisions into the list, the costliest first; says which part of it is done.

    What one does not use of its share of the time is there for the next ones.
    """
    order = sorted(wanted, key=lambda place: -judged[place].decision.loss)
    for place in order:
        table, arms = question(judged[place], eyes)
        for arm in arms:
            warm_up(table, arm)
    spent = 0.0
    for number, place in enumerate(order):
        began = clock()
        share = max(0.0, seconds - spent) / (len(order) - number)
        judged[place] = _looked_at(judged[place], eyes, share, clock, most)
        spent += clock() - began
        yield (number + 1) / len(order)


def question(judged: Judged, eyes: Eyes) -> tuple[Table, tuple[Arm, Arm]]:
    """The table, the chosen answer and the best one."""
    decision, ways, game = judged.decision, judged.ways, judged.game
    judges = judges_of(game.variant, eyes.twin)
    table = Table(game.variant, decision.seat - 1, len(game.names), judges, eyes.unit)
    chosen = arm_of(table, decision.chosen, ways.scenarios, judged.chosen, game.closed)
    best = arm_of(table, decision.moves[0].move, ways.scenarios, judged.best, game.closed)
    return table, (chosen, best)


def _looked_at(
    judged: Judged, eyes: Eyes, seconds: float, clock: Callable[[], float], most: int
) -> Judged:
    table, (chosen, best) = question(judged, eyes)
    found = compare(chosen, best, table, seed_of(judged.game, table.seat), seconds, clock, most)
    return judged._replace(decision=looked_at(judged.decision, found, eyes.unit))


def seed_of(game: Game, seat: int) -> int:
    """The dice of a decision's games: the same whenever the game is reviewed."""
    return 100 * game.turn + 10 * seat + (game.stage == "action2")


def looked_at(decision: Decision, found: Compared, unit: Unit) -> Decision:
    """The decision with what the games tell."""
    rolled = RolledOut(
        games=found.games,
        loss=found.loss,
        se=found.se,
        judged=decision.loss,
        judged_se=decision.se,
        settled=found.settled or found.se <= decision.se,
    )
    decision = replace(decision, rollout=rolled, why=found.outlooks)
    return settled(decision, rolled, unit) if rolled.settled else decision


def settled(decision: Decision, rolled: RolledOut, unit: Unit) -> Decision:
    """The decision with the loss that games tell; never below 0, for then the choice was best."""
    loss, best = max(0.0, rolled.loss), decision.moves[0]
    moves = [
        replace(move, value=best.value - loss, loss=loss, se=rolled.se)
        if move.move == decision.chosen
        else move
        for move in decision.moves
    ]
    return replace(
        decision,
        moves=tuple(sorted(moves, key=lambda move: move.loss)),
        loss=loss,
        se=rolled.se,
        mark=mark_of(loss, rolled.se, unit),
    )
