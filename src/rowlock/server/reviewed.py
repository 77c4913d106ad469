"""A review with everything that the page draws beside it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from msgspec.structs import asdict

from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.notation import Record, moments, parse_record
from rowlock.notation.record import CardTurn, Turn
from rowlock.notation.replay import Answered
from rowlock.review.review import Reviewing
from rowlock.review.shapes import Decision
from rowlock.server.preview import sheet_view
from rowlock.server.protocol.news import SheetView
from rowlock.server.protocol.review import Reviewed, ReviewedDecision, ReviewedRoll
from rowlock.server.table import roll_view
from rowlock.variants import ROWS


class Stopped(Exception):
    """Nobody waits for the review any more."""


def review_text(
    text: str,
    covered: Collection[tuple[int, int]],
    rollouts: float,
    is_stopped: Callable[[], bool],
) -> Reviewed:
    """The review of a record's text; `Stopped` between two steps once nobody wants it."""
    record = parse_record(text)
    reviewing = Reviewing(record, rollouts=rollouts, covered=covered)
    for _ in reviewing.steps():
        if is_stopped():
            raise Stopped
    return with_sheets(record, reviewing, rolled_out=rollouts > 0)


def with_sheets(record: Record, reviewing: Reviewing, *, rolled_out: bool) -> Reviewed:
    review, end = reviewing.so_far(), reviewing.end
    fields = {name: getattr(review, name) for name in review.__struct_fields__}
    fields["decisions"] = tuple(_decisions(record, review.decisions))
    fields["rolls"] = tuple(_rolls(record, reviewing))
    return Reviewed(
        **fields,
        names=end.names,
        cards=end.cards is not None,
        lucky=end.lucky,
        rolled_out=rolled_out,
        sheets=_sheets(end),
        closed=_closed(end),
    )


def _decisions(record: Record, decisions: Collection[Decision]) -> Iterator[ReviewedDecision]:
    """Each decision with the sheet of its seat: the answers come in the same order."""
    answers = iter([answer for moment in moments(record) for answer in moment.answers])
    for decision in decisions:
        asked = next(answer for answer in answers if _is_of(decision, answer))
        seen = view(asked.game, asked.seat)
        sheet = seen.draft or asked.game.sheets[asked.seat]
        yield ReviewedDecision(
            **{name: getattr(decision, name) for name in decision.__struct_fields__},
            sheet=sheet_view(asked.game.variant.id, sheet),
            closed=_closed(asked.game),
        )


def _is_of(decision: Decision, answer: Answered) -> bool:
    return (
        (answer.game.turn, answer.seat + 1) == (decision.turn, decision.seat)
        and str(answer.move) == decision.chosen
        and view(answer.game, answer.seat).phase == decision.phase
    )


def _rolls(record: Record, reviewing: Reviewing) -> Iterator[ReviewedRoll]:
    turns = {item.number: item for item in record.items if isinstance(item, Turn | CardTurn)}
    games = {moment.turn + 1: moment.state for moment in moments(record)}
    for roll in reviewing.so_far().rolls:
        turn, game = turns[roll.turn], games[roll.turn]
        yield ReviewedRoll(
            **asdict(roll),
            dice=roll_view(turn.roll) if isinstance(turn, Turn) else None,
            sheets=_sheets(game),
            closed=_closed(game),
            columns=tuple(tuple(str(column).split()) for column in turn.columns),
        )


def _sheets(game: Game) -> tuple[SheetView, ...]:
    return tuple(sheet_view(game.variant.id, sheet) for sheet in game.sheets)


def _closed(game: Game) -> tuple[int, ...]:
    return tuple(row for row in ROWS if game.closed >> row & 1)
