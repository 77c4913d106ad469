"""Reviews of many records as jobs for runners. A job returns a review or an error."""

from __future__ import annotations

from collections.abc import Callable

from rowlock.core.state import Game
from rowlock.errors import Refusal, Unreadable
from rowlock.notation import parse_record, replay
from rowlock.reviews.luck import MANY_SAMPLES
from rowlock.reviews.model import Review
from rowlock.reviews.review import review
from rowlock.solver.limits import check_reach, is_quick
from rowlock.solver.problem import SolverProblem, make_problem
from rowlock.solver.table_cache import table_of
from rowlock.solver.value_table import ValueTable
from rowlock.variants import Variant


def review_source(
    own: dict[str, Variant], seat: int | None, rollouts: float, source: bytes | Refusal
) -> Review | Refusal:
    """Review the text of a record.

    A record that cannot be parsed or replayed gives an error instead of stopping the other jobs. A
    file that could not be opened arrives as its error and is returned unchanged.
    """
    if isinstance(source, Refusal):
        return source
    try:
        record = parse_record(source, own)
        table = table_for(replay(record), table_of)
        return review(record, seat=seat, rollouts=rollouts, table=table, luck_samples=MANY_SAMPLES)
    except Refusal as refusal:
        return refusal


def table_for(game: Game, solved: Callable[[SolverProblem], ValueTable]) -> ValueTable | None:
    """The exact table of a solo game, solved on first use if that takes seconds; None otherwise.

    Larger tables take minutes: the review uses them if they are stored.
    """
    if len(game.names) > 1 or game.cards is not None:
        return None
    try:
        problem = make_problem(game.variant, 1, game.lucky[0] if game.lucky else None)
        check_reach(problem, "cpu")
    except Unreadable:  # not solved here; the review still finds a table that a GPU has computed
        return None
    return solved(problem) if is_quick(problem) else None
