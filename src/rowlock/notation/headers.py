"""The headers of a record: which are needed, what they may say, how we spell them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NoReturn

from msgspec.structs import replace

from rowlock.core.cards import Card, deck, parse_card
from rowlock.errors import Unreadable
from rowlock.notation.record import Header, Setup
from rowlock.variants import NAMES, LuckyPair, Variant, from_text, load_variant
from rowlock.variants.written import sheet_file

FORMAT = "1"
_NEW_LINE = r"\n"  # a header is one line
_PAIR = re.compile(r"([0-9]{1,2})\s*&\s*([0-9]{1,2})")


def read_setup(headers: list[Header], own: Mapping[str, Variant]) -> Setup:
    """What the headers say, or `Unreadable` with the line of the one that is wrong."""
    found = _by_key(headers)
    version = _needed(found, "Rowlock")
    if version.value != FORMAT:
        _refuse(version, "unknown_format", f"this reads format {FORMAT}, not {version.value!r}")
    variant = _variant(found, own)
    names = _needed(found, "Players")
    first = _needed(found, "First")
    seats = tuple(name.strip() for name in names.value.split(","))
    if not re.fullmatch(r"\s*[1-5]\s*", first.value, re.ASCII):
        _refuse(first, "bad_first", f"First is {first.value!r}, not a seat")
    cards = _turns(found)
    jokers = cards and _yes(found.get("Jokers"))
    setup = Setup(
        variant=variant,
        names=seats,
        first=int(first.value) - 1,
        lucky=_lucky(found, variant),
        deck=_deck(_needed(found, "Deck"), jokers=jokers) if cards else None,
        jokers=jokers,
    )
    _check_start(setup, found)
    _check_result(found.get("Result"), len(seats))
    return setup


def spell(header: Header, setup: Setup) -> Header:
    """The header in our own spelling; unknown ones stay as they are."""
    spelled = {
        "Variant": setup.variant.id,
        "Players": ", ".join(setup.names),
        "First": str(setup.first + 1),
        "Result": " ".join(header.value.split()),
    }
    if setup.lucky is not None:
        spelled["Lucky"] = ", ".join(f"{low}&{high}" for low, high in setup.lucky)
    if setup.deck is not None:
        spelled["Deck"] = " ".join(map(str, setup.deck))
    return replace(header, value=spelled.get(header.key, header.value))


def _refuse(header: Header | None, code: str, message: str) -> NoReturn:
    raise Unreadable(code, message, line=header.line if header else None)


def _by_key(headers: list[Header]) -> dict[str, Header]:
    found: dict[str, Header] = {}
    for header in headers:
        if header.key in found:
            _refuse(header, "header_twice", f"the header {header.key} stands there twice")
        found[header.key] = header
    return found


def _needed(found: dict[str, Header], key: str) -> Header:
    if key not in found:
        _refuse(None, "missing_header", f"the header {key} is missing")
    return found[key]


def _variant(found: dict[str, Header], own: Mapping[str, Variant]) -> Variant:
    """The sheet by its name; a sheet of one's own must be the very one of the Digest."""
    header = _needed(found, "Variant")
    name = header.value.strip()
    digest = found.get("Digest")
    if name in NAMES:
        variant = load_variant(name)
    elif name in own or "Sheet" in found:
        variant = own[name] if name in own else _carried(found["Sheet"], name)
        if digest is None:
            _refuse(header, "foreign_digest", f"a record of {name} must say its Digest")
    else:
        known = f"{', '.join(NAMES)}, the file of --variant and what a header Sheet carries"
        message = f"there is no variant {name!r}; known are {known}"
        _refuse(header, "unknown_variant", message)
    if digest is not None and digest.value.strip() != variant.digest:
        message = f"this record was made with other rules of {name}: the digest differs"
        _refuse(digest, "foreign_digest", message)
    return variant


def carry(variant: Variant) -> str:
    """A sheet of one's own as the value of a header, so that its record opens anywhere."""
    return _NEW_LINE.join(line for line in sheet_file(variant).split("\n") if line)


def _carried(header: Header, name: str) -> Variant:
    try:
        variant = from_text(header.value.replace(_NEW_LINE, "\n"), "Sheet")
    except Unreadable as error:
        raise error.at(line=header.line) from None
    if variant.id != name:
        _refuse(header, "bad_variant", f"Sheet: about.id: {variant.id!r} is not {name!r}")
    return variant


def _turns(found: dict[str, Header]) -> bool:
    header = found.get("Turns")
    if header is None or header.value == "dice":
        return False
    if header.value != "cards":
        _refuse(header, "bad_turns", f"Turns is {header.value!r}, neither dice nor cards")
    return True


def _yes(header: Header | None) -> bool:
    if header is None or header.value == "no":
        return False
    if header.value != "yes":
        _refuse(header, "bad_jokers", f"Jokers is {header.value!r}, neither yes nor no")
    return True


def _deck(header: Header, *, jokers: bool) -> tuple[Card, ...]:
    try:
        cards = tuple(parse_card(word) for word in header.value.split())
    except Unreadable as error:
        raise error.at(line=header.line) from None
    if sorted(cards, key=str) != sorted(deck(jokers=jokers), key=str):
        _refuse(header, "bad_deck", "Deck must list every card of the game once")
    return cards


def _lucky(found: dict[str, Header], variant: Variant) -> tuple[LuckyPair, ...] | None:
    if not variant.lucky_pairs:
        return None
    header = _needed(found, "Lucky")
    pairs: list[LuckyPair] = []
    for word in header.value.split(","):
        match = _PAIR.fullmatch(word.strip())
        if not match:
            _refuse(header, "bad_lucky", f"{word.strip()!r} is not a pair like 5&10")
        low, high = sorted((int(match[1]), int(match[2])))
        pairs.append((low, high))
    return tuple(pairs)


def _check_start(setup: Setup, found: dict[str, Header]) -> None:
    """Ask the core whether such a game can be; blame the header that says otherwise."""
    blame = {"bad_first": "First", "no_card_game": "Turns"}
    try:
        setup.start()
    except Unreadable as error:
        key = blame.get(error.code, "Lucky" if "lucky" in error.code else "Players")
        raise error.at(line=found[key].line) from None


def _check_result(header: Header | None, seats: int) -> None:
    if header is not None:
        words = header.value.split()
        if len(words) != seats or not all(re.fullmatch(r"-?[0-9]{1,4}", w) for w in words):
            _refuse(header, "broken_header", f"Result must be {seats} totals")
