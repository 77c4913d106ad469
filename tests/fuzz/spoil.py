"""Spoiling a good text: bytes, words, numbers and lines lost, doubled, swapped, made up."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

SIGNS = 'rygbjxt0123456789-+*?/,|.;:#="[]&@ \n\t\r\\{}()'
WORDS = " ".join(
    (
        "roll deal take action1 action2 action2+ over choice two_rows_closed four_penalties",
        "classic longo mixx_a bonus_a bonus_b xl own own@0 classic+cards classic+jokers",
        "hand display pile discards x0 x4 x5 r- y2 g12,11 b2# r2,3,4,5,6,12# =x. =xxxxxxxxxxxx",
        "- x ? r5 y11 +b10 *g16 ?r ?b t4 t4,7 +r3,5*/5 +b9/- 41 3256 63 12-5 99 9999",
        "5&10 6&11 6&6 1 5 6 13 cards dice yes no times points",
    )
).split()
ODD = ["\0", "\ufeff", "\u2028", "\x85", "٣", "²", "é", "🎲", "\ud7ff", "\x1b", "ſ", "İ"]
LONG = ["9" * 5000, "[" * 3000, "r" * 3000, " " * 3000, "," * 3000, "r2," * 800, "\n" * 2000]


def garbage(rng: Random) -> str:
    """No text at all: any bytes, or any signs that records are made of."""
    length = rng.choice([0, 1, 5, 50, 500, 3000])
    if rng.random() < 0.3:
        return rng.randbytes(length).decode("latin-1")
    return "".join(rng.choice(SIGNS) for _ in range(length))


def spoiled(text: str, rng: Random, other: Callable[[Random], str]) -> str:
    """The text after one to six accidents; `other` makes texts to be mixed in."""
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        text = _accident(text, rng, other)
    return text


def _accident(text: str, rng: Random, other: Callable[[Random], str]) -> str:
    here = rng.randint(0, len(text))
    there = min(len(text), here + rng.choice([1, 1, 2, 5, 20]))
    match rng.randrange(15):
        case 0:
            return text[:here] + text[there:]
        case 1:
            return text[:here] + rng.choice(SIGNS) + text[here:]
        case 2:
            return text[:here] + rng.choice(SIGNS) + text[here + 1 :]
        case 3:
            return text[:here] + text[here:there] * 2 + text[there:]
        case 4:
            return _pieces(text, r"(\s+)", rng)
        case 5:
            return _pieces(text, r"(\n)", rng)
        case 6:
            return _number(text, rng)
        case 7:
            return text[:here] + rng.choice(ODD) + text[here:]
        case 8 | 9 | 10:
            return _word(text, rng)
        case 11 | 12:
            return _digit(text, rng)
        case 13:
            mixed = other(rng)
            cut = rng.randint(0, len(mixed))
            return text[:here] + mixed[cut : cut + rng.choice([3, 30, 300])] + text[there:]
        case _:
            long = rng.choice(LONG) if rng.random() < 0.2 else rng.choice(SIGNS) * 3
            return text[:here] + long + text[here:]


def _pieces(text: str, between: str, rng: Random) -> str:
    """Two words, or two lines, change places; or one is lost, or comes again elsewhere."""
    pieces = re.split(between, text)
    if len(pieces) < 3:
        return text
    one, two = (2 * rng.randrange((len(pieces) + 1) // 2) for _ in range(2))
    how = rng.randrange(3)
    if how == 0:
        pieces[one], pieces[two] = pieces[two], pieces[one]
    elif how == 1:
        pieces[one] = pieces[two]
    else:
        del pieces[one : one + 2]
    return "".join(pieces)


def _word(text: str, rng: Random) -> str:
    """A word that fits somewhere, in the place of any other."""
    words = list(re.finditer(r'[^\s;|"]+', text))
    if not words:
        return text
    match = rng.choice(words)
    new = rng.choice(WORDS) if rng.random() < 0.5 else rng.choice(words)[0]
    return text[: match.start()] + new + text[match.end() :]


def _digit(text: str, rng: Random) -> str:
    """Another digit, or none, where one stands: dice, cells, cards."""
    places = [place for place, sign in enumerate(text) if sign in "0123456789"]
    if not places:
        return text
    place = rng.choice(places)
    return text[:place] + rng.choice("0123456789-") + text[place + 1 :]


def _number(text: str, rng: Random) -> str:
    """Another number in the place of one."""
    numbers = list(re.finditer(r"[0-9]+", text))
    if not numbers:
        return text
    match = rng.choice(numbers)
    value = int(match[0][:9])
    new = rng.choice([value + 1, value - 1, 0, 1, rng.randint(0, 20), 10**6, -value])
    return text[: match.start()] + str(new) + text[match.end() :]
