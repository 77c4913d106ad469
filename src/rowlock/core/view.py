"""The view of one seat: everything public, plus its own hidden answer and hand.

Bots and clients of the server see games only through views. Of the other seats a view shows
whether they have answered and the numbers on the backs of their cards; of the display its numbers;
of the pile the top number and the number of cards (C-11, K-01).
"""

from __future__ import annotations

from msgspec import Struct

from rowlock.core.cards import Card
from rowlock.core.event import Reason
from rowlock.core.game import deciders, legal_moves
from rowlock.core.move import Move
from rowlock.core.sheet import Sheet
from rowlock.core.state import Game, Phase, Roll
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
    variants: tuple[Variant, ...]
    """The printed sheet of each seat."""
    names: tuple[str, ...]
    lucky: tuple[LuckyPair, ...]
    sheets: tuple[Sheet, ...]
    active: int
    turn: int
    phase: Phase
    closed: int
    roll: Roll | None
    announced: int
    crossed: bool
    answered: tuple[bool, ...]
    """The seats that have completed their answer to the current action."""
    moves: tuple[Move, ...]
    """This seat's moves in the current action."""
    draft: Sheet | None
    """The seat's own sheet after those moves; None before the first."""
    legal: tuple[Move, ...]
    reason: Reason | None
    cards: CardView | None

    @property
    def variant(self) -> Variant:
        """The sheet of all seats. Refuses a table whose seats have different ones."""
        return only_variant(self.variants)


def view(game: Game, seat: int | None) -> View:
    """The view of `seat`; None for a spectator.

    >>> from rowlock import new_game, parse_roll, roll, view
    >>> game = roll(new_game("classic", ["Ann"]), parse_roll("41 3256")).state
    >>> view(game, seat=0).announced, view(game, seat=None).legal
    (5, ())
    """
    if seat is not None and seat not in game.seats:  # -1 would show the last seat
        raise Illegal("no_such_seat", f"there is no seat {seat + 1} at this table", seat=seat)
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
