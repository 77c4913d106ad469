"""The view of a table: what one client may know. All messages about a table are made here.

Other players' answers and cards and the server's seed are left out (C-11, K-01); tests/server looks
for them on the wire.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeAlias

from msgspec import Struct

from rowlock.core.cards import CardTable
from rowlock.core.state import Answer, Game
from rowlock.protocol import server_messages
from rowlock.protocol.base import NumberMoves
from rowlock.protocol.encoding import encode
from rowlock.table import log_entries
from rowlock.table.answers import try_answer
from rowlock.table.drafts import Drafts
from rowlock.table.event_messages import chat_line
from rowlock.table.game_terms import terms_text
from rowlock.table.move_preview import options, sheet_view
from rowlock.table.options import for_message
from rowlock.table.question import Question
from rowlock.table.real_dice import RealSheets
from rowlock.table.state import Table
from rowlock.table.turn_views import roll_view, turn_view
from rowlock.variants.variant import NO_PAIR, LuckyPair


class Scene(Struct):
    """Facts in a view that are not in the log."""

    now: float
    """Unix seconds, like the times below."""
    deadline: float | None
    """When the time for the open question is up."""
    present: Collection[int]
    """Members with an open connection."""
    covers: dict[int, float]
    """The owing seats of absent players, and when a bot will cover each."""
    watchers: int
    """Number of spectators."""
    drafts: Drafts


def view_of(
    table: Table,
    member: int | None,
    scene: Scene,
    events: tuple[server_messages.TableEvent, ...] = (),
    *,
    complete: bool = False,
) -> server_messages.TableView:
    """The view of a member; None for a spectator. A complete one has all turns and all chat."""
    question, reason = table.question, table.reason
    game = table.scribe.game if table.scribe is not None else None
    you, phase, decisions, cards = _own_part(table, member, scene)
    return server_messages.TableView(
        table=table.id,
        seq=table.seq,
        stage=table.stage,
        paused=table.paused,
        options=for_message(table.options),
        seats=_seats(table, scene, member),
        turn=game.turn if game is not None else 0,
        active=game.active if game is not None else 0,
        ask=None if question is None else str(question),
        roll=roll_view(game.roll) if game is not None and game.roll is not None else None,
        announced=game.announced if game is not None else 0,
        closed=table.closed_rows,
        owing=table.owing,
        clock=server_messages.Clock(
            now=int(scene.now * 1000),
            deadline=None if scene.deadline is None else int(scene.deadline * 1000),
            limit=table.options.time_limit,
            asked=table.more_time,
        ),
        fair=fair_view(table),
        result=server_messages.ResultView(reason, table.winners) if reason is not None else None,
        next_table=table.next_table,
        watchers=scene.watchers,
        day=table.chance.date,
        marks_over=_marks_over(table),
        requests=_requests(table, scene),
        events=events,
        log=tuple(map(turn_view, table.turns)) if complete else None,
        chat=tuple(map(chat_line, table.chat)) if complete else None,
        you=you,
        phase=phase,
        decisions=decisions,
        cards=cards,
    )


def encoded_views(
    table: Table,
    members: Iterable[int | None],
    scene: Scene,
    events: tuple[server_messages.TableEvent, ...] = (),
) -> dict[int | None, bytes]:
    """The encoded view of each member. What is the same for all of them is computed once.

    With real dice every view is computed separately, because its seats say which cells that member
    may cross.
    """
    views: dict[int | None, bytes] = {}
    view: server_messages.TableView | None = None
    for member in set(members):
        if view is None or table.real is not None:
            view = view_of(table, member, scene, events)
        else:
            own = _own_part(table, member, scene)
            view.you, view.phase, view.decisions, view.cards = own
        views[member] = encode(view)
    return views


OwnPart: TypeAlias = tuple[
    server_messages.You,
    server_messages.Phase,
    tuple[server_messages.Decision, ...],
    server_messages.CardsView | None,
]


def _own_part(table: Table, member: int | None, scene: Scene) -> OwnPart:
    """The private part of a member's view."""
    own = table.seats_of(member)
    seal = "" if member is None else table.handshake.seals.get(member, "")
    is_host = member is not None and member == table.host
    you = server_messages.You(member, is_host, own, seal, bool(own) and table.has_coach)
    if table.prepared:
        you.prepared = _prepared(table, own)
    if table.scribe is None:
        return you, "over" if table.stage == "over" else "roll", (), None
    game = table.scribe.game
    decisions = _decisions(table, own, scene.drafts)
    phase: server_messages.Phase = "over" if table.stage == "over" else game.stage
    if any(decision.kind == "choice" for decision in decisions):
        phase = "choice"
    return you, phase, decisions, None if game.cards is None else _cards(game.cards, own)


def _prepared(table: Table, own: tuple[int, ...]) -> tuple[server_messages.PreparedView, ...]:
    """What a member's own seats have prepared for the rolls to come."""
    return tuple(
        [
            server_messages.PreparedView(
                seat,
                tuple([NumberMoves(each.number, each.moves) for each in entry.answers]),
                entry.keep,
                entry.roll,
            )
            for seat, entry in table.prepared.items()
            if seat in own and table.stage != "over"
        ]
    )


def fair_view(table: Table) -> server_messages.Fair:
    """The public facts about the dice; the server's seed is included only after the game."""
    handshake, origin = table.handshake, table.origin
    over = table.stage == "over" and table.real is None
    return server_messages.Fair(
        scheme=table.chance.scheme(handshake),
        commitment=handshake.commitment,
        seeds=() if origin is None else origin.shares,
        seed=origin.seed if origin is not None and over else None,
        round=handshake.round,
        list=handshake.list,
        digest=handshake.terms,
        terms="" if table.stage == "playing" else terms_text(table),
    )


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


def _seats(table: Table, scene: Scene, member: int | None) -> tuple[server_messages.SeatView, ...]:
    game = table.scribe.game if table.scribe is not None else None
    variants, sheets, owing = table.variants, table.sheets, table.owing
    views = []
    for number, seat in enumerate(table.seats):
        view = server_messages.SeatView(
            seat=number,
            kind=seat.kind,
            name=seat.name,
            level=seat.level if seat.kind == "bot" else None,
            member=seat.member,
            host=seat.member is not None and seat.member == table.host,
            connected=_is_here(table, seat, scene),
            covered=number in table.covered,
            muted=number in table.muted,
            seeded=seat.member is not None and table.handshake.has_share_of(seat.member),
            answered=table.stage == "playing" and number not in owing,
            variant=seat.variant,
            cover_at=int(scene.covers[number] * 1000) if number in scene.covers else None,
        )
        if seat.member in table.end_wanted:
            view.wants_end = True
        if sheets:
            view.sheet = sheet_view(variants[number], sheets[number])
        if game is not None:
            view.lucky = _lucky(game, number)
            if game.cards is not None and game.cards.hands:
                view.hand = tuple(sorted(card.number for card in game.cards.hands[number]))
        if table.real is not None:
            is_own = member is not None and seat.member == member
            _show_strokes(view, table.real, is_own, scene.now)
        views.append(view)
    return tuple(views)


def _is_here(table: Table, seat: log_entries.SeatState, scene: Scene) -> bool:
    """Whether a seat is shown as connected: over days no player counts as away."""
    over_days = table.options.over_days and table.begun and seat.kind == "person"
    return seat.kind == "bot" or over_days or seat.member in scene.present


def _lucky(game: Game, seat: int) -> LuckyPair | None:
    pair = game.lucky[seat] if game.lucky else NO_PAIR
    return None if pair == NO_PAIR else pair


def _show_strokes(
    view: server_messages.SeatView, real: RealSheets, is_own: bool, now: float
) -> None:
    """Real dice: the strokes on a sheet, and on your own sheets the possible ones."""
    seat = view.seat
    view.marks = real.marks[seat]
    view.warnings = real.pads[seat][-1].warned
    if is_own:
        view.tied = real.tied(seat)
        view.crossable = real.legal_cells(seat, now)


def _decisions(
    table: Table, own: tuple[int, ...], drafts: Drafts
) -> tuple[server_messages.Decision, ...]:
    question = table.question
    if question is None or not own or table.stage != "playing":
        return ()
    owing, answers = table.owing, table.game.answers
    return tuple(
        [
            _decision(table.game, seat, question, drafts)
            for seat in own
            if seat in owing or answers[seat] is not None
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


def answer_accepted(table: Table, seat: int, drafts: Drafts) -> server_messages.AnswerAccepted:
    """The short confirmation to the member who has answered for a seat."""
    answer = table.game.answers[seat]
    assert answer is not None
    pencil = drafts.pencil.get(seat, ())
    decision = _answered(table.game, seat, answer, str(table.question), pencil)
    return server_messages.AnswerAccepted(table.seq, table.owing, decision)


def _answered(
    game: Game, seat: int, answer: Answer, ask: str, pencil: tuple[str, ...]
) -> server_messages.Decision:
    moves = tuple(map(str, answer.moves))
    draft = sheet_view(game.variants[seat], answer.draft.sheet)
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
