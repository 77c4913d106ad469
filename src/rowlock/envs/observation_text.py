"""The observation of a seat in a core game, as a line of text."""

from __future__ import annotations

from msgspec.structs import replace

from rowlock.core.state import Game, format_position
from rowlock.core.view import view


def seen_text(game: Game, seat: int) -> str:
    """The position without what is hidden from this seat: others' answers and card colours.

    >>> from rowlock import new_game, play, roll
    >>> game = roll(new_game("classic", ["Ann", "Ben"]), "41 3256").state
    >>> seen_text(play(game, 0, "r5").state, seat=1)
    'classic 1 1 action1 41 3256; "Ann" r- y- g- b- x0; "Ben" r- y- g- b- x0'
    """
    own = tuple(answer if other == seat else None for other, answer in enumerate(game.answers))
    text = format_position(replace(game, answers=own, cards=None))
    cards = view(game, seat).cards
    if cards is None:
        return text
    hands = " | ".join(" ".join(map(str, numbers)) for numbers in cards.hands)
    parts = (("hand", cards.hand), ("display", cards.display), ("discards", cards.discards))
    words = [" ".join([name, *map(str, values)]) for name, values in parts]
    return "; ".join([text, *words, f"hands {hands}", f"top {cards.top}", f"pile {cards.pile}"])
