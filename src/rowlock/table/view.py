"""What one client may know of a table. The only place where hidden things could get out.

Answers of others, cards of others and the server's seed are left out here (C-11, K-01);
tests/server looks for them on the wire.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from msgspec import Raw, Struct
from msgspec.structs import asdict

from rowlock.core.cards import CardTable
from rowlock.core.state import Answer, Game
from rowlock.protocol import server_messages
from rowlock.protocol.encoding import encode
from rowlock.table.answers import try_answer
from rowlock.table.day import SCHEME
from rowlock.table.drafts import Drafts
from rowlock.table.event_messages import chat_line
from rowlock.table.move_preview import options, sheet_view
from rowlock.table.options import for_message
from rowlock.table.question import Question
from rowlock.table.state import Table
from rowlock.table.turn_views import roll_view, turn_view
from rowlock.variants import ROWS


class Scene(Struct):
    """What the room knows beside the log."""

    now: float
    deadline: float | None
    present: Collection[int]
    """Members with an open connection."""
    covers: dict[int, float]
    """When a bot will cover a seat that is awaited and away."""
    watchers: int
    drafts: Drafts


def view_of(
    table: Table,
    member: int | None,
    scene: Scene,
    events: tuple[server_messages.TableEvent, ...] = (),
    *,
    complete: bool = False,
) -> server_messages.TableView:
    """The table as this member (None: a spectator) may see it."""
    public = public_view(table, scene, events, member)
    if complete:
        public.log = tuple(map(turn_view, table.turns))
        public.chat = tuple(map(chat_line, table.chat))
    return server_messages.TableView(**asdict(public), **asdict(own_view(table, member, scene)))


def view_for(public: bytes, own: server_messages.OwnView) -> bytes:
    """The same as a message. What everybody sees is encoded once for all of them."""
    return public[:-1] + b"," + encode(own)[1:]


def public_view(
    table: Table,
    scene: Scene,
    events: tuple[server_messages.TableEvent, ...] = (),
    member: int | None = None,
    fair: server_messages.Fair | None = None,
) -> server_messages.PublicView:
    """What everybody may know; with real dice also what a member may do to the own sheets."""
    owed = table.owing
    question = table.question
    game = table.scribe.game if table.scribe is not None else None
    reason = table.reason
    return server_messages.PublicView(
        table=table.id,
        seq=table.seq,
        stage=table.stage,
        paused=table.paused,
        options=for_message(table.options),
        seats=_seats(table, scene, owed, member),
        turn=game.turn if game is not None else 0,
        active=game.active if game is not None else 0,
        ask=None if question is None else str(question),
        roll=roll_view(game.roll) if game is not None and game.roll is not None else None,
        announced=game.announced if game is not None else 0,
        closed=_closed(table),
        owing=owed,
        clock=server_messages.Clock(
            now=int(scene.now * 1000),
            deadline=None if scene.deadline is None else int(scene.deadline * 1000),
            limit=table.options.time_limit,
        ),
        fair=fair or fair_view(table),
        result=server_messages.ResultView(reason, table.winners) if reason is not None else None,
        next_table=table.next_table,
        watchers=scene.watchers,
        day="" if table.day is None else table.day.date,
        marks_over=_marks_over(table),
        requests=_requests(table, scene),
        events=events,
    )


def own_view(table: Table, member: int | None, scene: Scene) -> server_messages.OwnView:
    """What a member knows beside what everybody does."""
    own = table.seats_of(member)
    seal = "" if member is None else table.handshake.seals.get(member, "")
    host = member is not None and member == table.host
    you = server_messages.You(member, host, own, seal, bool(own) and table.has_coach)
    if table.scribe is None:
        phase: server_messages.Phase = "over" if table.stage == "over" else "roll"
        return server_messages.OwnView(you=you, phase=phase, decisions=())
    game = table.scribe.game
    phase = "over" if table.stage == "over" else game.stage
    decisions = _decisions(table, own, scene.drafts)
    for decision in decisions:
        if decision.kind == "choice":
            phase = "choice"
    cards = None if game.cards is None else _cards(game.cards, own)
    return server_messages.OwnView(you=you, phase=phase, decisions=decisions, cards=cards)


def fair_view(table: Table) -> server_messages.Fair:
    handshake, origin = table.handshake, table.origin
    over = table.stage == "over" and table.real is None
    return server_messages.Fair(
        scheme=handshake.scheme if table.day is None else SCHEME,
        commitment=handshake.commitment,
        seeds=() if origin is None else origin.shares,
        seed=origin.seed if origin is not None and over else None,
        round=handshake.round,
        list=handshake.list,
    )


def encoded_fair(table: Table) -> server_messages.Fair:
    """The same for a message, encoded: the longest part of a view, and it stays from view to view.

    No part of a table is ever changed in place, so it holds while the parts are the same objects.
    """
    made_of, beside = (table.origin, table.stage), vars(table.handshake)
    kept: tuple[object, Raw] | None = beside.get("shown")
    if kept is None or kept[0] != made_of:
        kept = beside["shown"] = made_of, Raw(encode(fair_view(table)))
    return cast(server_messages.Fair, kept[1])


def _closed(table: Table) -> tuple[int, ...]:
    if table.real is not None:
        closed = table.real.closed
        return tuple(row for row in ROWS if closed >> row & 1)
    return table.closed_order


def _marks_over(table: Table) -> server_messages.Reason | None:
    return table.real.reason() if table.real is not None and table.stage != "over" else None


def _requests(table: Table, scene: Scene) -> tuple[server_messages.SeatRequestView, ...]:
    return tuple(
        [
            server_messages.SeatRequestView(member, request.name, request.seat)
            for member, request in table.requests.items()
            if member in scene.present
        ]
    )


def _seats(
    table: Table, scene: Scene, owed: tuple[int, ...], member: int | None
) -> tuple[server_messages.SeatView, ...]:
    game = table.scribe.game if table.scribe is not None else None
    variant = table.variant
    shown = []
    for number, seat in enumerate(table.seats):
        view = server_messages.SeatView(
            seat=number,
            kind=seat.kind,
            name=seat.name,
            level=seat.level if seat.kind == "bot" else None,
            member=seat.member,
            host=seat.member is not None and seat.member == table.host,
            connected=seat.kind == "bot" or seat.member in scene.present,
            covered=number in table.covered,
            muted=number in table.muted,
            seeded=seat.member is not None and table.handshake.has_share_of(seat.member),
            answered=table.stage == "playing" and number not in owed,
            cover_at=int(scene.covers[number] * 1000) if number in scene.covers else None,
        )
        if game is not None:
            view.sheet = sheet_view(variant, game.sheets[number])
            view.lucky = game.lucky[number] if game.lucky else None
            if game.cards is not None and game.cards.hands:
                view.hand = tuple(sorted(card.number for card in game.cards.hands[number]))
        elif table.real is not None:
            view.sheet = sheet_view(variant, table.real.sheet(number))
            view.marks = table.real.marks[number]
            view.warnings = table.real.pads[number][-1].warned
            if member is not None and seat.member == member:
                view.tied = table.real.tied(number)
                view.crossable = table.real.legal_cells(number, scene.now)
        shown.append(view)
    return tuple(shown)


def _decisions(
    table: Table, own: tuple[int, ...], drafts: Drafts
) -> tuple[server_messages.Decision, ...]:
    question = table.question
    if question is None or not own or table.stage != "playing":
        return ()
    asked, answers = table.owing, table.game.answers
    return tuple(
        [
            _decision(table.game, seat, question, drafts)
            for seat in own
            if seat in asked or answers[seat] is not None
        ]
    )


def _decision(
    game: Game, seat: int, question: Question, drafts: Drafts
) -> server_messages.Decision:
    ask, pencil = str(question), drafts.pencil.get(seat, ())
    begun = drafts.begun.get(seat)
    if begun is not None:
        game = try_answer(game, seat, begun)
    answer = game.answers[seat]
    if answer is None:
        legal = options(game, seat)
        return server_messages.Decision(seat, ask, question.kind, True, (), None, legal, (), pencil)
    decision = _answered(game, seat, answer, ask, pencil)
    if begun is None:
        decision.first = options(try_answer(game, seat, ()), seat)
    else:
        decision.kind, decision.owed, decision.legal = "choice", True, options(game, seat)
    return decision


def given(table: Table, seat: int, drafts: Drafts) -> server_messages.AnswerAccepted:
    """The short message to whoever has answered for a seat."""
    answer = table.game.answers[seat]
    assert answer is not None
    pencil = drafts.pencil.get(seat, ())
    decision = _answered(table.game, seat, answer, str(table.question), pencil)
    return server_messages.AnswerAccepted(table.seq, table.owing, decision)


def _answered(
    game: Game, seat: int, answer: Answer, ask: str, pencil: tuple[str, ...]
) -> server_messages.Decision:
    moves = tuple(map(str, answer.moves))
    draft = sheet_view(game.variant, answer.draft.sheet)
    return server_messages.Decision(seat, ask, "action1", False, moves, draft, (), (), pencil)


def _cards(table: CardTable, own: tuple[int, ...]) -> server_messages.CardsView:
    hands = [(seat, table.hands[seat]) for seat in own if table.hands]
    return server_messages.CardsView(
        jokers=table.jokers,
        hands=tuple(
            server_messages.HandView(
                seat, tuple(server_messages.CardFace(c.number, c.colour) for c in hand)
            )
            for seat, hand in hands
        ),
        display=tuple(card.number for card in table.display),
        top=table.pile[0].number if table.pile else None,
        pile=len(table.pile),
        discards=tuple(server_messages.CardFace(c.number, c.colour) for c in table.discards),
    )
