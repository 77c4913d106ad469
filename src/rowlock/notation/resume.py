"""Continues a recorded game: a scribe that has played all of the record."""

from __future__ import annotations

from rowlock.core.state import Game
from rowlock.errors import Unreadable
from rowlock.notation.record import Header, Pile, Record, Turn
from rowlock.notation.replay import moments, replay
from rowlock.notation.scribe import Scribe

OWN = {"Rowlock", "Variant", "Digest", "Players", "First", "Lucky", "Turns", "Jokers", "Deck"}
"""Headers that the scribe writes itself."""


def resumed(record: Record) -> Scribe:
    """A scribe at the end of a record, with its headers. Refuses a finished game.

    >>> from rowlock import read_record
    >>> print(resumed(read_record("examples/unfinished.rowlock")).record().turns[-1])
    2. 63 1245 | ? | g9 ?
    """
    end: Game = replay(record)
    if end.over:
        raise Unreadable("game_over", "this game is over (expected an unfinished record)")
    headers = {
        item.key: item.value
        for item in record.items
        if isinstance(item, Header)
        and item.key not in OWN | {"Result"}
        and not item.key.startswith("Sheet")
    }
    scribe = Scribe(record.setup, headers)
    dice = {turn.number: turn.roll for turn in record.turns if isinstance(turn, Turn)}
    piles = [item.cards for item in record.items if isinstance(item, Pile)]
    for moment in list(moments(record))[1:]:
        if moment.turn in dice:
            scribe.roll(dice[moment.turn])
        for answered in moment.answers:
            if scribe.game.stage == "deal":
                scribe.deal(piles.pop(0))
            scribe.play(answered.seat, answered.move)
    if scribe.game != end:
        raise Unreadable("bad_position", "this record cannot be continued")
    return scribe
