"""Computes a review with everything that the page draws."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.errors import Illegal, Refusal
from rowlock.notation import Record, moments, parse_record
from rowlock.notation.record import CardTurn, Turn
from rowlock.notation.record_info import YOU
from rowlock.notation.replay import ReplayedAnswer
from rowlock.protocol.catalogue import VariantInfo
from rowlock.protocol.server_messages import SheetView
from rowlock.reviews.model import DecisionReview
from rowlock.reviews.review import Reviewing
from rowlock.server.study.review_messages import Reviewed, ReviewedDecision, ReviewedTurn
from rowlock.solver.background import make_in_background
from rowlock.table.move_preview import sheet_view
from rowlock.table.turn_views import roll_view
from rowlock.table.variant_info import variant_info
from rowlock.variants import NAMES, ROWS, Variant
from rowlock.variants.together import are_equal


class ReviewCancelled(Exception):
    """No client waits for the review any more."""


def review_text(
    text: str,
    rollouts: float,
    is_stopped: Callable[[], bool],
    first: tuple[int, ...] = (),
) -> Reviewed:
    """The review of a record's text; raises `ReviewCancelled` between two steps if `is_stopped()`.

    Choices of the seats in `first`, the caller's, are played out before the others.
    """
    if is_stopped():
        raise ReviewCancelled
    try:
        record = parse_record(text)
        reviewing = Reviewing(record, rollouts=rollouts, first=first or whose(record))
    except Refusal as refusal:
        raise about_the_record(refusal) from None
    for _ in reviewing.steps():
        if is_stopped():
            raise ReviewCancelled
    found = with_sheets(record, reviewing, rolled_out=rollouts > 0)
    making = found.players == 1 and not found.cards and make_in_background(found.variant)
    return replace(found, you=first or whose(record), making=making and not found.exact)


def whose(record: Record) -> tuple[int, ...]:
    """The seat (counted from 1) of the player to whom the record belongs; empty if the record does
    not name one.
    """
    named = record.headers.get(YOU)
    seats = range(1, len(record.setup.names) + 1)
    return tuple(seat for seat in seats if named is not None and named.value == str(seat))


def about_the_record(refusal: Refusal) -> Refusal:
    """A refused record as one of the two codes that the page knows, with the line."""
    kind = "illegal_record" if isinstance(refusal, Illegal) else "unreadable_record"
    return type(refusal)(kind, refusal.message, line=refusal.line)


def with_sheets(record: Record, reviewing: Reviewing, *, rolled_out: bool) -> Reviewed:
    review, end = reviewing.so_far(), reviewing.end
    decisions = tuple(_decisions(record, review.decisions))
    return Reviewed(
        **(_fields(review) | {"decisions": decisions}),
        turns=tuple(_turns(record)),
        names=end.names,
        cards=end.cards is not None,
        lucky=end.lucky,
        rolled_out=rolled_out and reviewing.plays_on,
        own=_own(end.variants[0]) if are_equal(end.variants) else None,
        seat_sheets=_seat_sheets(end),
        sheets=_sheets(end),
        closed=_closed(end),
    )


def _own(variant: Variant) -> VariantInfo | None:
    return None if variant.id in NAMES else variant_info(variant, variant.id)


def _seat_sheets(game: Game) -> tuple[VariantInfo, ...]:
    if are_equal(game.variants):
        return ()
    return tuple(variant_info(variant, variant.id) for variant in game.variants)


def _decisions(record: Record, decisions: Collection[DecisionReview]) -> Iterator[ReviewedDecision]:
    """Each decision with the sheet of its seat; the answers are in the same order."""
    answers = iter([answer for moment in moments(record) for answer in moment.answers])
    for decision in decisions:
        asked = next(answer for answer in answers if _is_of(decision, answer))
        seen = view(asked.game, asked.seat)
        sheet = seen.draft or asked.game.sheets[asked.seat]
        yield ReviewedDecision(
            **_fields(decision),
            sheet=sheet_view(asked.game.variants[asked.seat], sheet),
            closed=_closed(asked.game),
        )


def _is_of(decision: DecisionReview, answer: ReplayedAnswer) -> bool:
    return (
        (answer.game.turn, answer.seat + 1) == (decision.turn, decision.seat)
        and str(answer.move) == decision.chosen
        and view(answer.game, answer.seat).phase == decision.phase
    )


def _turns(record: Record) -> Iterator[ReviewedTurn]:
    items = {item.number: item for item in record.items if isinstance(item, Turn | CardTurn)}
    for before, after in pairwise(moments(record)):
        item, game = items[after.turn], before.state
        yield ReviewedTurn(
            turn=after.turn,
            dice=roll_view(item.roll) if isinstance(item, Turn) else None,
            sheets=_sheets(game),
            closed=_closed(game),
            columns=tuple(tuple(str(column).split()) for column in item.columns),
        )


def _sheets(game: Game) -> tuple[SheetView, ...]:
    return tuple(map(sheet_view, game.variants, game.sheets))


def _closed(game: Game) -> tuple[int, ...]:
    return tuple(row for row in ROWS if game.closed >> row & 1)


def _fields(value: Struct) -> dict[str, Any]:
    """The fields of a struct; nested structs are not converted."""
    return {name: getattr(value, name) for name in value.__struct_fields__}
