"""Checking the dice of a record against what the server promised before the game."""

from __future__ import annotations

import re
from typing import get_args

from msgspec import Struct

from rowlock.core.game import deal, play
from rowlock.core.state import Game
from rowlock.errors import Illegal, Unreadable
from rowlock.notation import moments, replay
from rowlock.notation.record import CardTurn, Pile, Record, Turn
from rowlock.table.fair.dice import FairDice, dice_of
from rowlock.table.fair.origin import (
    BOUND_GAME,
    MAX_ROUND,
    NONE,
    OPEN_SHARES,
    Origin,
    Scheme,
    is_line,
    is_share,
)
from rowlock.table.fair.receipt import DiceReceipt, compare
from rowlock.table.fair.seen import compare_seen
from rowlock.table.fair.terms import (
    Terms,
    deck_of,
    fits_terms,
    is_digest,
    is_options,
    is_salt,
    terms_of,
)


class DiceVerdict(Struct, frozen=True):
    table: str
    commitment: str
    rolls: int
    """How many rolls (or shuffles) were drawn again and found equal."""
    scheme: str
    round: int
    kept: bool
    """Whether a device had stored a receipt; otherwise the record was compared with itself only."""
    seen: int = 0
    """How many of the rolls (or announced numbers) the device had seen."""


def verify(record: Record, slip: DiceReceipt | None = None) -> DiceVerdict:
    """Draw every roll again; raises `Illegal` at the first contradiction."""
    origin = _origin(record)
    promised = _header(record, "Commitment")
    if slip is not None:
        compare(slip, origin, promised)
    if origin.commitment != promised:
        message = "the seed does not fit the server's commitment"
        raise Illegal("wrong_seed", message)
    if unfit := origin.unfit_shares():
        name = record.setup.names[unfit[0]]
        raise Illegal("wrong_share", f"the share of {name} does not fit the seal in the list")
    _check_terms(record, origin, slip)
    replay(record)  # an illegal record proves nothing
    rolls = _draw_again(record, dice_of(origin))
    kept = slip is not None
    seen = 0 if slip is None else compare_seen(slip.seen, record)
    if slip is not None and slip.conflict:
        message = f"this device found a contradiction itself ({slip.conflict})"
        raise Illegal("conflict", message)
    return DiceVerdict(origin.table, promised, rolls, origin.scheme, origin.round, kept, seen)


def _origin(record: Record) -> Origin:
    """The origin of the dice, from the headers of the record."""
    table, seed = _header(record, "Table"), _header(record, "Seed")
    scheme = next((s for s in get_args(Scheme) if s == _header(record, "Dice")), None)
    if scheme is None:
        known = " and ".join(get_args(Scheme))
        raise Unreadable("unknown_dice", f"only dice of the schemes {known} can be checked")
    if not re.fullmatch("[0-9a-f]{64}", seed):
        raise Unreadable("broken_header", "Seed must be 64 hex digits")
    shares = _one_each(record, "Shares")
    if scheme == OPEN_SHARES:
        told = tuple("" if share == NONE else share for share in shares)
        return Origin(scheme, table, seed, shares=told)
    number = _header(record, "Round")
    if not re.fullmatch("[1-9][0-9]{0,3}", number) or int(number) > MAX_ROUND:
        raise Unreadable("broken_header", f"Round must be a number from 1 to {MAX_ROUND}")
    seals = _one_each(record, "Seals")
    for seal, share in zip(seals, shares, strict=True):
        if not is_line(seal) or not is_share(share) or (seal == NONE) != (share == NONE):
            raise Unreadable("broken_header", "Seals and Shares do not have the form of the scheme")
    terms = _terms_digest(record, seals) if scheme == BOUND_GAME else ""
    return Origin(scheme, table, seed, int(number), seals, shares, terms)


def _terms_digest(record: Record, seals: tuple[str, ...]) -> str:
    terms = _header(record, "Terms")
    if not is_digest(terms) or (terms == NONE and set(seals) != {NONE}):
        raise Unreadable("broken_header", "Terms must be 64 hex digits, or - without any seal")
    return terms


def _check_terms(record: Record, origin: Origin, slip: DiceReceipt | None) -> None:
    """Refuse sheets, options or names that differ from the terms of the list."""
    if origin.terms in ("", NONE):
        return
    salt = _header(record, "Salt")
    if not is_salt(salt) or not is_options(_header(record, "Options")):
        raise Unreadable("broken_header", "Salt and Options do not have the form of the scheme")
    if salt != NONE and _terms(record, salt).digest != origin.terms:
        raise Illegal("wrong_terms", "sheets, options or names are not those of the list")
    if slip is not None and not fits_terms(slip.terms, _terms(record, salt), erased=salt == NONE):
        raise Illegal("wrong_terms", "sheets, options or names differ from those this device saw")


def _terms(record: Record, salt: str) -> Terms:
    setup = record.setup
    deck = deck_of(cards=setup.deck is not None, jokers=setup.jokers)
    return terms_of(salt, _header(record, "Options"), setup.variants, setup.names, deck)


def _one_each(record: Record, key: str) -> tuple[str, ...]:
    found = tuple(_header(record, key).split())
    if len(found) != len(record.setup.names):
        raise Unreadable("broken_header", f"{key} must have one entry for each player")
    return found


def _header(record: Record, key: str) -> str:
    found = record.headers.get(key)
    if found is None:
        message = f"the header {key} is missing: only games of a server can be verified"
        raise Unreadable("missing_header", message)
    return found.value.strip()


def _draw_again(record: Record, dice: FairDice) -> int:
    setup = record.setup
    if dice.first(len(setup.names)) != setup.first:
        raise Illegal("wrong_dice", "another player should have begun")
    if setup.lucky is not None and dice.lucky(setup.variants) != setup.lucky:
        raise Illegal("wrong_dice", "the lucky numbers should have been different")
    checked = 0
    if setup.deck is not None:
        if dice.cards(setup.start(), 0) != setup.deck:
            raise Illegal("wrong_dice", "the cards should have been dealt in a different order")
        checked += 1
    states = moments(record)
    game = next(states).state
    piles = 1
    for item in record.items:
        if isinstance(item, Pile):
            if dice.cards(_before_pile(game, record, item), piles) != item.cards:
                message = f"the pile of turn {game.turn} should have a different order"
                raise Illegal("wrong_dice", message, line=item.line)
            piles += 1
            checked += 1
        elif isinstance(item, Turn):
            if dice.roll(game) != item.roll:
                message = f"turn {item.number}: the dice should be {dice.roll(game)}"
                raise Illegal("wrong_dice", message, line=item.line, move=str(item.roll))
            checked += 1
        if isinstance(item, Turn | CardTurn):
            game = next(states).state
    return checked


def _before_pile(game: Game, record: Record, pile: Pile) -> Game:
    """The game in which the new pile is due: after the cards of this turn were taken."""
    turns = [item for item in record.items if isinstance(item, CardTurn)]
    turn = next(item for item in turns if item.number == game.turn)
    after = play(game, game.active, turn.take).state
    deal(after, pile.cards)  # raises where it is not due
    return after
