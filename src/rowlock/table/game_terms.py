"""The terms of a table's game (`fair/terms.py`): of the one that would begin now, or that began."""

from __future__ import annotations

from rowlock.table.fair.terms import Terms, deck_of, options_text, terms_of
from rowlock.table.sheets import variants_of
from rowlock.table.state import Table


def game_terms(table: Table, salt: str) -> Terms:
    options = table.options
    if table.scribe is None:
        variants = variants_of(options, table.taken)
        names = tuple(seat.name for seat in table.taken)
    else:
        setup = table.scribe.setup  # later, a person may have taken over a bot's seat
        variants, names = setup.variants, setup.names
    deck = deck_of(cards=options.cards, jokers=options.jokers)
    return terms_of(salt, options_text(options), variants, names, deck)


def terms_text(table: Table) -> str:
    """The terms that the list was fixed with; empty without any, or if a name was erased."""
    handshake = table.handshake
    if not handshake.salt or not table.taken:
        return ""
    terms = game_terms(table, handshake.salt)
    return terms.text if terms.digest == handshake.terms else ""
