"""Replays a record with the rules of the core and reports the first illegal move."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from msgspec import Struct

from rowlock.core.event import Event, PenaltyTaken
from rowlock.core.game import deal, deciders, play, result, roll
from rowlock.core.move import NOTHING, ColourCross, Move, PlayCards
from rowlock.core.state import Game, Step
from rowlock.errors import Illegal, Unreadable
from rowlock.notation.record import CardTurn, Column, Pile, Record, Turn


class ReplayedAnswer(Struct, frozen=True):
    """An answer in a record, with the game in which it was given."""

    game: Game
    seat: int
    move: Move


class Moment(Struct, frozen=True):
    """The game after one turn of a record, with the events of that turn; turn 0 is the start.

    >>> from rowlock import Scribe, Setup, load_variant, moments
    >>> scribe = Scribe(Setup(variant=load_variant("classic"), names=("Ann",)))
    >>> [start] = moments(scribe.record())
    >>> start.turn, start.state.phase
    (0, 'roll')
    """

    turn: int
    state: Game
    events: tuple[Event, ...] = ()
    answers: tuple[ReplayedAnswer, ...] = ()
    """All answers of the turn, in the order in which they were given."""

    def __repr__(self) -> str:
        return f"Moment(turn={self.turn}, state={str(self.state)!r}, events={self.events!r})"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self.state))}</pre>"


def replay(record: Record) -> Game:
    """The position at the end of a record. `Illegal` errors name line, seat, move and reason.

    >>> from pathlib import Path
    >>> from rowlock import parse_record, replay
    >>> record = parse_record(Path("examples/family.rowlock").read_bytes())
    >>> [str(sheet) for sheet in replay(record).sheets]
    ['r5 y- g- b10 x0', 'r- y5 g- b- x1', 'r- y- g- b9 x0', 'r- y- g- b- x0']
    """
    for moment in moments(record):
        game = moment.state
    header = record.headers.get("Result")
    totals = result(game).totals
    if header is not None and header.value != " ".join(map(str, totals)):
        message = f"Result is {header.value} (expected {' '.join(map(str, totals))})"
        raise Illegal("wrong_result", message, line=header.line)
    return game


def after_turn(record: Record, number: int) -> Game:
    """The position after one turn of a valid record; 0 is the start.

    >>> from pathlib import Path
    >>> from rowlock import after_turn, parse_record
    >>> record = parse_record(Path("examples/family.rowlock").read_bytes())
    >>> [str(sheet) for sheet in after_turn(record, 1).sheets]
    ['r5 y- g- b10 x0', 'r- y5 g- b- x0', 'r- y- g- b- x0', 'r- y- g- b- x0']
    """
    replay(record)
    for moment in moments(record):
        if moment.turn == number:
            return moment.state
    message = f"the record has no turn {number} (its last turn is {moment.turn})"
    raise Unreadable("no_such_turn", message)


def moments(record: Record) -> Iterator[Moment]:
    """The game after each turn, beginning with the start.

    >>> from pathlib import Path
    >>> from rowlock import moments, parse_record, result
    >>> record = parse_record(Path("examples/family.rowlock").read_bytes())
    >>> for moment in moments(record):
    ...     print(moment.turn, result(moment.state).totals)
    0 (0, 0, 0, 0)
    1 (2, 1, 0, 0)
    2 (2, -4, 1, 0)
    """
    game = record.setup.start()
    if record.setup.deck is not None:
        game = deal(game, record.setup.deck).state
    yield Moment(0, game)
    pile: Pile | None = None
    for item in record.items:
        if isinstance(item, Pile):
            if pile is not None:
                raise _not_due(pile)
            pile = item
        elif isinstance(item, Turn | CardTurn):
            player = _TurnPlayer(game, item.columns)
            try:
                player.begin(item, pile)
                player.play_columns()
            except Illegal as refusal:
                raise refusal.at(line=item.line) from None
            game, pile = player.game, None
            yield Moment(item.number, game, tuple(player.events), tuple(player.answers))
    if pile is not None:
        raise _not_due(pile)


def _not_due(pile: Pile) -> Illegal:
    return Illegal("pile_not_due", "no new pile is needed here", line=pile.line)


class _TurnPlayer:
    """Plays one turn line: brings the words of its columns into the order of the game."""

    def __init__(self, game: Game, columns: tuple[Column, ...]) -> None:
        self.game = game
        self.active = game.active
        self.columns = columns
        self.events: list[Event] = []
        self.answers: list[ReplayedAnswer] = []

    def take(self, step: Step) -> None:
        self.game = step.state
        self.events += step.events

    def do(self, seat: int, move: Move) -> None:
        before = self.game
        self.take(play(before, seat, move))
        self.answers.append(ReplayedAnswer(before, seat, move))

    def refuse(self, code: str, message: str, seat: int, move: Move | str | None = None) -> Illegal:
        text = None if move is None else str(move)
        return Illegal(code, message, seat=seat, move=text)

    def begin(self, turn: Turn | CardTurn, pile: Pile | None) -> None:
        """Roll the dice, or take the cards and announce the number."""
        if self.game.over:
            raise Illegal("game_over", f"turn {turn.number} comes after the end of the game")
        if isinstance(turn, Turn):
            self.take(roll(self.game, turn.roll))
            return
        self.do(self.active, turn.take)
        if self.game.stage == "deal":
            if pile is None and turn.announced is None:
                return
            if pile is None:
                raise Illegal("pile_missing", "the pile is empty: its new cards are missing")
            try:
                self.take(deal(self.game, pile.cards))
            except Illegal as refusal:
                raise refusal.at(line=pile.line) from None
        elif pile is not None:
            raise _not_due(pile)
        if turn.announced is None:
            announced = self.game.announced
            raise Illegal("number_missing", f"the announced number {announced} is missing")
        if turn.announced != self.game.announced:
            message = f"the announced number is {turn.announced} (expected {self.game.announced})"
            raise Illegal("wrong_number", message, move=str(turn.announced))

    def play_columns(self) -> None:
        if self.game.stage == "deal":
            return
        for seat, column in enumerate(self.columns):
            self.play_action1(seat, column)
        column = self.columns[self.active]
        later = _action2(column)
        if self.game.stage == "action1":
            if later or not column.owes:
                message = "action 1 is not over (the column must end in ? until action 2)"
                raise self.refuse("action_1_open", message, self.active, str(column))
        elif self.game.over:
            self.check_nothing_follows(column, later)
        elif later or not column.owes:
            self.play_action2(column, later)

    def play_action1(self, seat: int, column: Column) -> None:
        later = _action2(column)
        first = column.moves[: len(column.moves) - len(later)]
        for move in first:
            self.do(seat, move)
        choice_owed = bool(first) and self.game.stage == "action1" and seat in deciders(self.game)
        if choice_owed and (later or not column.owes):
            raise self.refuse("choice_missing", "the choice of a row is missing", seat, first[-1])
        if seat == self.active:
            return
        if later:
            message = f"{later[0]}: only the active player has an action 2"
            raise self.refuse("not_active", message, seat, later[0])
        if column.penalty:
            message = "only the active player can take a penalty"
            raise self.refuse("penalty_not_due", message, seat, "x")
        if first and column.owes and not choice_owed:
            raise self.refuse("nothing_owed", "this seat has no further answer to give", seat, "?")

    def check_nothing_follows(self, column: Column, later: tuple[Move, ...]) -> None:
        """Check that nothing follows if the game ended in action 1 (C-13)."""
        if later:
            message = f"{later[0]}: the game ended in action 1"
            raise self.refuse("game_over", message, self.active, later[0])
        if column.penalty:
            message = "the game ended in action 1: no penalty is due"
            raise self.refuse("penalty_not_due", message, self.active, "x")
        if column.owes:
            message = "the game ended in action 1: no answer is missing"
            raise self.refuse("nothing_owed", message, self.active, "?")

    def play_action2(self, column: Column, later: tuple[Move, ...]) -> None:
        if not later and self.game.cards is not None:
            message = "the active player must play one to three cards"
            raise self.refuse("cards_missing", message, self.active, str(column))
        for move in later or (NOTHING,):
            self.do(self.active, move)
        if self.game.stage == "action2":
            if not column.owes:
                message = "the choice of a row is missing"
                raise self.refuse("choice_missing", message, self.active, later[-1])
            return
        if column.owes:
            raise self.refuse("nothing_owed", "this seat has no answer to give", self.active, "?")
        took_penalty = any(isinstance(event, PenaltyTaken) for event in self.events)
        if took_penalty and not column.penalty:
            message = "nothing was crossed: the penalty x is missing"
            raise self.refuse("penalty_missing", message, self.active, str(column))
        if column.penalty and not took_penalty:
            message = "something was crossed: no penalty is due"
            raise self.refuse("penalty_not_due", message, self.active, "x")


def _action2(column: Column) -> tuple[Move, ...]:
    """The moves of a column that belong to action 2."""
    for place, move in enumerate(column.moves):
        if isinstance(move, ColourCross | PlayCards):
            return column.moves[place:]
    return ()
