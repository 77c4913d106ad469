"""What one client may know of a table. The only place where hidden things could get out.

Answers of others, cards of others and the server's seed are left out here (C-11, K-01);
tests/server looks for them on the wire.
"""

from __future__ import annotations

from collections.abc import Collection
from operator import attrgetter

from msgspec import Struct

from rowlock.core.state import Game
from rowlock.daily.day import SCHEME
from rowlock.server.answers import trial
from rowlock.server.log_turns import roll_view
from rowlock.server.preview import options, sheet_view
from rowlock.server.protocol import news
from rowlock.server.question import Question
from rowlock.server.table import Table
from rowlock.variants import ROWS


class Drafts:
    """What is known of the open question in this process alone; gone when it is settled."""

    __slots__ = ("begun", "legal", "pencil")

    def __init__(self) -> None:
        self.begun: dict[int, tuple[str, ...]] = {}
        """Answers that still owe a choice, by seat."""
        self.pencil: dict[int, tuple[str, ...]] = {}
        """What counts for a seat if its time runs out."""
        self.legal: dict[int, tuple[news.Option, ...]] = {}
        """Every seat's options; they stay the same until the question is settled."""

    def clear(self) -> None:
        for known in (self.begun, self.pencil, self.legal):
            known.clear()


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


class LastShown(Struct, gc=False):
    """What everybody was last shown; whatever has not changed since need not be made again."""

    view: news.TableView
    table: Table
    scene: Scene


_SHOWN_OF_TABLE = attrgetter(
    *("stage", "paused", "options", "seats", "host", "covered", "muted", "handshake", "origin"),
    *("closed_order", "next_table", "day"),
)
_SHOWN_OF_GAME = attrgetter("turn", "stage", "sheets", "roll", "cards", "closed", "reason")
_SHOWN_OF_SCENE = attrgetter("present", "covers", "watchers")


def view_of(
    table: Table,
    member: int | None,
    scene: Scene,
    events: tuple[news.Happening, ...] = (),
    *,
    complete: bool = False,
) -> news.TableView:
    """The table as this member (None: a spectator) may see it."""
    view = public_view(table, scene, events)
    if complete:
        view.log = table.turns
        view.chat = tuple(line for _, line in table.chat)
    personalise(view, table, member, scene)
    return view


def public_view(
    table: Table,
    scene: Scene,
    events: tuple[news.Happening, ...] = (),
    last: LastShown | None = None,
) -> news.TableView:
    """What everybody may know. What was shown last is used up where only answers came in."""
    if last is not None and _is_same_but_for_answers(last, table, scene):
        return _with_answers(last.view, table, scene, events)
    owed = table.owing
    question = table.question
    game = table.scribe.game if table.scribe is not None else None
    over = table.stage == "over"
    reason = table.reason
    return news.TableView(
        table=table.id,
        seq=table.seq,
        stage=table.stage,
        paused=table.paused,
        options=table.shown_options,
        you=news.You(None, False, ()),
        seats=_seats(table, scene, owed),
        turn=game.turn if game is not None else 0,
        active=game.active if game is not None else 0,
        phase="over" if over else game.stage if game is not None else "roll",
        ask=None if question is None else str(question),
        roll=roll_view(game.roll) if game is not None and game.roll is not None else None,
        announced=game.announced if game is not None else 0,
        closed=_closed(table),
        owing=owed,
        decisions=(),
        clock=_clock(table, scene),
        fair=fair_view(table),
        result=news.ResultView(reason, table.winners) if reason is not None else None,
        next_table=table.next_table,
        watchers=scene.watchers,
        day="" if table.day is None else table.day.date,
        marks_over=table.real.reason() if table.real is not None and not over else None,
        events=events,
    )


def _is_same_but_for_answers(last: LastShown, table: Table, scene: Scene) -> bool:
    """Whether nothing that everybody sees has changed but who owes an answer."""
    before, seen = last.table, last.scene
    if table.stage != "playing" or table.scribe is None or before.scribe is None:
        return False
    return (
        _SHOWN_OF_GAME(table.scribe.game) == _SHOWN_OF_GAME(before.scribe.game)
        and _SHOWN_OF_TABLE(table) == _SHOWN_OF_TABLE(before)
        and _SHOWN_OF_SCENE(scene) == _SHOWN_OF_SCENE(seen)
    )


def _with_answers(
    view: news.TableView, table: Table, scene: Scene, events: tuple[news.Happening, ...]
) -> news.TableView:
    """The view with what answers alone have changed."""
    view.seq, view.owing, view.events = table.seq, table.owing, events
    view.clock = _clock(table, scene)
    for seat in view.seats:
        seat.answered = seat.seat not in view.owing
    return view


def _clock(table: Table, scene: Scene) -> news.Clock:
    return news.Clock(
        now=int(scene.now * 1000),
        deadline=None if scene.deadline is None else int(scene.deadline * 1000),
        limit=table.options.time_limit,
    )


def personalise(view: news.TableView, table: Table, member: int | None, scene: Scene) -> None:
    """Turn the view into that of a member. It may have been another member's before."""
    own = table.seats_of(member)
    seal = "" if member is None else table.handshake.seals.get(member, "")
    host = member is not None and member == table.host
    view.you = news.You(member, host, own, seal, bool(own) and table.has_coach)
    if table.real is not None:
        for seat in view.seats:
            mine = seat.seat in own
            seat.tied = table.real.tied(seat.seat) if mine else ()
            seat.crossable = table.real.legal_cells(seat.seat, scene.now) if mine else ()
    if table.scribe is None or table.stage != "playing":
        if table.scribe is not None:
            view.cards = _cards(table.game, own)
        return
    view.decisions = _decisions(table, own, view.owing, scene)
    choosing = any(decision.kind == "choice" for decision in view.decisions)
    view.phase = "choice" if choosing else table.game.stage
    view.cards = _cards(table.game, own)


def fair_view(table: Table) -> news.Fair:
    handshake, origin = table.handshake, table.origin
    over = table.stage == "over" and table.real is None
    return news.Fair(
        scheme=handshake.scheme if table.day is None else SCHEME,
        commitment=handshake.commitment,
        seeds=() if origin is None else origin.shares,
        seed=origin.seed if origin is not None and over else None,
        round=handshake.round,
        list=handshake.list,
    )


def _closed(table: Table) -> tuple[int, ...]:
    if table.real is not None:
        closed = table.real.closed
        return tuple(row for row in ROWS if closed >> row & 1)
    return table.closed_order


def _seats(table: Table, scene: Scene, owed: tuple[int, ...]) -> tuple[news.SeatView, ...]:
    game = table.scribe.game if table.scribe is not None else None
    variant = table.variant
    shown = []
    for number, seat in enumerate(table.seats):
        view = news.SeatView(
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
        shown.append(view)
    return tuple(shown)


def _decisions(
    table: Table, own: tuple[int, ...], asked: tuple[int, ...], scene: Scene
) -> tuple[news.Decision, ...]:
    question, game = table.question, table.game
    if question is None or not own or table.stage != "playing":
        return ()
    return tuple(
        _decision(table, seat, question, scene.drafts)
        for seat in own
        if seat in asked or game.answers[seat] is not None
    )


def _decision(table: Table, seat: int, question: Question, drafts: Drafts) -> news.Decision:
    game, ask = table.game, str(question)
    pencil = drafts.pencil.get(seat, ())
    if seat not in drafts.legal:
        drafts.legal[seat] = options(trial(game, seat, ()), seat)
    legal = drafts.legal[seat]
    begun = drafts.begun.get(seat)
    if begun is not None:
        game = trial(game, seat, begun)
    answer = game.answers[seat]
    if answer is None:
        return news.Decision(seat, ask, question.kind, True, (), None, legal, (), pencil)
    given = tuple(map(str, answer.moves))
    draft = sheet_view(game.variant, answer.draft.sheet)
    if begun is not None:
        choices = options(game, seat)
        return news.Decision(seat, ask, "choice", True, given, draft, choices, (), pencil)
    return news.Decision(seat, ask, "action1", False, given, draft, (), legal, pencil)


def _cards(game: Game, own: tuple[int, ...]) -> news.CardsView | None:
    table = game.cards
    if table is None:
        return None
    hands = [(seat, table.hands[seat]) for seat in own if table.hands]
    return news.CardsView(
        jokers=table.jokers,
        hands=tuple(
            news.HandView(seat, tuple(news.CardFace(c.number, c.colour) for c in hand))
            for seat, hand in hands
        ),
        display=tuple(card.number for card in table.display),
        top=table.pile[0].number if table.pile else None,
        pile=len(table.pile),
        discards=tuple(news.CardFace(c.number, c.colour) for c in table.discards),
    )
