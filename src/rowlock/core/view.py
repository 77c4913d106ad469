"""The view of one seat: everything public, plus its own hidden answer and hand.

Bots and clients of the server see games only through views. Of the other seats a view shows
whether they have answered and the numbers on the backs of their cards; of the display its numbers;
of the pile the top number and the number of cards (C-11, K-01).
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rowlock.core.action1 import with_answer
from rowlock.core.cards import Card, CardTable
from rowlock.core.event import Reason
from rowlock.core.game import deciders, draft_of, legal_moves
from rowlock.core.game import preview as preview_of_game
from rowlock.core.move import ColourCross, Move, PlayCards, parse_move
from rowlock.core.sheet import Sheet
from rowlock.core.sheet_rules import Draft
from rowlock.core.state import Game, Phase, Roll, Stage, no_such_seat
from rowlock.errors import Illegal
from rowlock.variants.together import only_variant
from rowlock.variants.variant import LuckyPair, Variant


class CardView(Struct, frozen=True):
    """The cards that one seat may see."""

    jokers: bool
    hand: tuple[Card, ...]
    """The seat's own cards; empty for a spectator."""
    hands: tuple[tuple[int, ...], ...]
    """The numbers in every hand, which are public, in ascending order."""
    display: tuple[int, ...]
    top: int | None
    pile: int
    discards: tuple[Card, ...]


class View(Struct, frozen=True, kw_only=True):
    """A game as one seat sees it. `seat` is None for a spectator.

    >>> from rowlock import new_game, parse_roll, play, roll, view
    >>> game = roll(new_game("classic", ["Ann", "Ben"]), parse_roll("41 3256")).state
    >>> ben = view(play(game, 0, "r5").state, seat=1)
    >>> ben.answered  # Ann has answered; what, Ben does not see
    (True, False)
    >>> [str(move) for move in ben.legal]
    ['-', 'r5', 'y5', 'g5', 'b5']
    """

    seat: int | None
    """Counted from 0; None for a spectator."""
    variants: tuple[Variant, ...]
    """The printed sheet of each seat."""
    names: tuple[str, ...]
    lucky: tuple[LuckyPair, ...]
    """The lucky numbers of each seat; empty if no sheet has any."""
    sheets: tuple[Sheet, ...]
    """The sheets of all seats after the last completed action."""
    active: int
    """The seat whose turn it is."""
    turn: int
    """Counted from 1."""
    phase: Phase
    """The phase: in `action1` all seats answer, in `action2` the active seat; `choice` if this
    seat must choose a row for a bonus.
    """
    closed: int
    """The rows that are closed for everyone, as a bit mask: 1 red, 2 yellow, 4 green, 8 blue."""
    roll: Roll | None
    """The dice on the table; None before a roll and with cards."""
    announced: int
    """The number that everyone may cross in action 1: the white sum, or that of the top card."""
    crossed: bool
    """Whether the active player crossed something in action 1 of this turn; if not, action 2
    without a cross costs a penalty (C-08)."""
    answered: tuple[bool, ...]
    """The seats that have completed their answer to the current action."""
    moves: tuple[Move, ...]
    """This seat's moves in the current action."""
    draft: Sheet | None
    """The seat's own sheet after those moves; None before the first."""
    legal: tuple[Move, ...]
    """All legal moves of this seat; empty if it has nothing to decide."""
    reason: Reason | None
    """Why the game ended; None before the end."""
    cards: CardView | None
    """Hand, display and pile of the card game; None with dice."""

    def preview(self, move: Move | str) -> Draft:
        """The result of a legal move on this seat's sheet, a penalty included (C-08).

        A bot that looks one move ahead:

        >>> from rowlock import new_game, parse_roll, roll, score, view
        >>> game = roll(new_game("classic", ["Ann", "Ben"]), parse_roll("41 3256")).state
        >>> ben = view(game, seat=1)
        >>> str(max(ben.legal, key=lambda move: score(ben.variant, ben.preview(move).sheet).total))
        'r5'
        """
        if isinstance(move, str):
            move = parse_move(move, cards=self.cards is not None)
        if self.seat is None or move not in self.legal:
            legal = ", ".join(map(str, self.legal)) or "nothing"
            message = f"{move} is not legal for this seat now (legal: {legal})"
            raise Illegal("not_legal", message, seat=self.seat, move=str(move))
        game = self.known_game()
        for before in self.moves:
            draft = draft_of(game, self.seat, before)
            game = replace(game, answers=with_answer(game, self.seat, before, draft))
        return draft_of(game, self.seat, move)

    def known_game(self) -> Game:
        """The game as far as this seat knows it, before all answers to the current action."""
        stage: Stage
        if self.phase != "choice":
            stage = self.phase
        elif isinstance(self.moves[0], ColourCross | PlayCards):  # the move that led to the choice
            stage = "action2"
        else:
            stage = "action1"
        cards = None
        if self.cards is not None:
            others = ((),) * len(self.names)
            seat = len(self.names) if self.seat is None else self.seat
            hands = (*others[:seat], self.cards.hand, *others[seat + 1 :])[: len(self.names)]
            top = () if self.cards.top is None else (Card(self.cards.top),)
            cards = CardTable(self.cards.jokers, hands, pile=top)
        return Game(
            variants=self.variants,
            names=self.names,
            lucky=self.lucky,
            sheets=self.sheets,
            active=self.active,
            stage=stage,
            turn=self.turn,
            closed=self.closed,
            roll=self.roll,
            answers=(None,) * len(self.names),
            crossed=self.crossed,
            reason=self.reason,
            cards=cards,
        )

    @property
    def variant(self) -> Variant:
        """The sheet of all seats. Refuses a table whose seats have different ones."""
        return only_variant(self.variants)

    @property
    def own_variant(self) -> Variant:
        """The sheet of this seat."""
        return self.variants[self.seat] if self.seat is not None else self.variant


def view(game: Game, seat: int | None) -> View:
    """The view of `seat`; None for a spectator.

    >>> from rowlock import new_game, parse_roll, roll, view
    >>> game = roll(new_game("classic", ["Ann"]), parse_roll("41 3256")).state
    >>> view(game, seat=0).announced, view(game, seat=None).legal
    (5, ())
    """
    if seat is not None and seat not in game.seats:  # -1 would show the last seat
        raise Illegal("no_such_seat", no_such_seat(game, seat), seat=seat)
    answer = None if seat is None else game.answers[seat]
    owing = deciders(game)
    return View(
        seat=seat,
        variants=game.variants,
        names=game.names,
        lucky=game.lucky,
        sheets=game.sheets,
        active=game.active,
        turn=game.turn,
        phase=_phase(game, seat),
        closed=game.closed,
        roll=game.roll,
        announced=game.announced,
        crossed=game.crossed,
        answered=tuple(s not in owing for s in game.seats),
        moves=answer.moves if answer else (),
        draft=answer.draft.sheet if answer else None,
        legal=() if seat is None else legal_moves(game, seat),
        reason=game.reason,
        cards=_card_view(game, seat),
    )


def preview(state: Game | View, seat: int, move: Move | str) -> Draft:
    """The result of a legal move on the seat's own sheet, a penalty included (C-08).

    `state` is a game, or the view that a bot gets (`View.preview` needs no seat).

    >>> from rowlock import Roll, new_game, preview, roll
    >>> game = roll(new_game("classic", ["Ann"]), Roll((4, 1), (3, 2, 5, 6))).state
    >>> print(preview(game, 0, "r5").sheet)
    r5 y- g- b- x0
    """
    if isinstance(state, Game):
        return preview_of_game(state, seat, move)
    if seat != state.seat:
        message = f"this is the view of seat {state.seat}, not of seat {seat}"
        raise Illegal("no_such_seat", message, seat=seat, move=str(move))
    return state.preview(move)


def _phase(game: Game, seat: int | None) -> Phase:
    """The phase; `choice` is shown only to the chooser, because it reveals part of the answer."""
    if game.stage == "action1":
        answer = None if seat is None else game.answers[seat]
        return "choice" if answer and not answer.is_complete else "action1"
    return game.phase


def _card_view(game: Game, seat: int | None) -> CardView | None:
    table = game.cards
    if table is None:
        return None
    return CardView(
        jokers=table.jokers,
        hand=table.hands[seat] if table.hands and seat is not None else (),
        hands=tuple(tuple(sorted(card.number for card in hand)) for hand in table.hands),
        display=tuple(card.number for card in table.display),
        top=table.pile[0].number if table.pile else None,
        pile=len(table.pile),
        discards=table.discards,
    )
