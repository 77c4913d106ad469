"""The terms of a game: what decides it besides dice and moves (docs/fair-dice.md).

The server shows them with the list of seals. A device opens its share only if they are the game
that it shows, and their digest is part of the key: other sheets, options or names, other dice.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from msgspec import Struct

from rowlock.table.options import TableOptions
from rowlock.variants import Variant

NONE = "-"
PREPARED = NONE
"""Reserved for answers that players prepare before a roll; no other value is known yet."""
_OPTIONS = re.compile(
    r"time_limit=(0|[1-9]\d{0,5}) away_after=[1-9]\d{0,4} coach=(false|true) cover=\S{1,80}",
    re.ASCII,
)
_DIGEST = re.compile("[0-9a-f]{64}")
_SALT = re.compile("[0-9a-f]{32}")


class Terms(Struct, frozen=True):
    """The terms of one game; two games with equal texts are played alike."""

    salt: str
    """32 hex digits. The server forgets them when a player's name is erased: then the name cannot
    be found by trying digests."""
    play: str
    """`dice 6`, `dice 8`, `cards` or `cards jokers`."""
    options: str
    seats: tuple[str, ...]
    """Digest of the sheet, its lucky pairs, and the name."""

    @property
    def text(self) -> str:
        lines = [f"salt {self.salt}", self.play, f"options {self.options}", f"prepared {PREPARED}"]
        return "\n".join(lines + [f"seat {seat}" for seat in self.seats])

    @property
    def digest(self) -> str:
        return digest_of(self.text)


def terms_of(
    salt: str, options: str, variants: Sequence[Variant], names: Sequence[str], deck: str = ""
) -> Terms:
    """The terms of a game; `deck` is empty with dice, otherwise `cards` or `cards jokers`."""
    seats = [
        f"{variant.digest} {_pairs(variant)} {name}"
        for variant, name in zip(variants, names, strict=True)
    ]
    return Terms(salt, deck or f"dice {variants[0].sides}", options, tuple(seats))


def digest_of(text: str) -> str:
    return hashlib.sha256(f"rowlock-dice-3:terms:{text}".encode()).hexdigest()


def deck_of(*, cards: bool, jokers: bool) -> str:
    """How terms name the card game; empty with dice."""
    if not cards:
        return ""
    return "cards jokers" if jokers else "cards"


def options_text(options: TableOptions) -> str:
    """The options that cannot change during a game and matter for it."""
    coach = "true" if options.coach else "false"
    return (
        f"time_limit={options.time_limit} away_after={options.away_after} "
        f"coach={coach} cover={options.cover or NONE}"
    )


def is_options(text: str) -> bool:
    return _OPTIONS.fullmatch(text) is not None


def is_digest(text: str) -> bool:
    """Whether this is a valid digest of terms; `-` if no device had a part in the dice."""
    return text == NONE or _DIGEST.fullmatch(text) is not None


def is_salt(text: str) -> bool:
    return text == NONE or _SALT.fullmatch(text) is not None


def fits_terms(text: str, terms: Terms, *, erased: bool) -> bool:
    """Whether a text, as a device stored it, has these terms: without salt and names if a name was
    erased on the server."""
    if not erased:
        return text == terms.text
    return _without_names(text) == _without_names(terms.text)


def _without_names(text: str) -> list[str]:
    _, *lines = text.split("\n")
    return [" ".join(line.split(" ")[:3]) if line.startswith("seat ") else line for line in lines]


def _pairs(variant: Variant) -> str:
    return ",".join(f"{a}&{b}" for a, b in variant.lucky_pairs) or NONE
