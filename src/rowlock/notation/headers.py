"""Record headers: which are required, what they may contain, how we write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NoReturn

from msgspec.structs import replace

from rowlock.core.cards import Card, deck, parse_card
from rowlock.errors import Unreadable
from rowlock.notation.record import Header, Setup, seated
from rowlock.variants import NAMES, LuckyPair, Variant, from_text, load_variant
from rowlock.variants.to_toml import sheet_file
from rowlock.variants.together import are_equal, check_fit, digests, own_sheets, variant_ids
from rowlock.variants.variant import NO_PAIR

FORMAT = "1"
_NEW_LINE = r"\n"  # written in place of line breaks, because a header is one line
_PAIR = re.compile(r"([0-9]{1,2})\s*&\s*([0-9]{1,2})")


def read_setup(headers: list[Header], own: Mapping[str, Variant]) -> Setup:
    """The setup from the headers. `Unreadable` errors carry the line of the wrong header."""
    headers_by_key = _by_key(headers)
    version = _needed(headers_by_key, "Rowlock")
    if version.value != FORMAT:
        _refuse(version, "unknown_format", f"unknown format {version.value!r} (expected {FORMAT})")
    names = _needed(headers_by_key, "Players")
    first = _needed(headers_by_key, "First")
    seats = tuple(name.strip() for name in names.value.split(","))
    variants = _variants(headers_by_key, own, len(seats))
    if not re.fullmatch(r"\s*[1-5]\s*", first.value, re.ASCII):
        _refuse(first, "bad_first", f"First: {first.value!r} is not a seat number")
    cards = _turns(headers_by_key)
    jokers = cards and _yes(headers_by_key.get("Jokers"))
    setup = replace(
        seated(variants, seats),
        first=int(first.value) - 1,
        lucky=_lucky(headers_by_key, variants),
        deck=_deck(_needed(headers_by_key, "Deck"), jokers=jokers) if cards else None,
        jokers=jokers,
    )
    _check_start(setup, headers_by_key)
    _check_result(headers_by_key.get("Result"), len(seats))
    return setup


def spell(header: Header, setup: Setup) -> Header:
    """The header in standard spelling; unknown headers stay unchanged."""
    spelled = {
        "Variant": variant_ids(setup.variants),
        "Players": ", ".join(setup.names),
        "First": str(setup.first + 1),
        "Result": " ".join(header.value.split()),
    }
    if "," in header.value:
        spelled["Digest"] = digests(setup.variants)
    if setup.lucky is not None:
        spelled["Lucky"] = format_pairs(setup.lucky)
    if setup.deck is not None:
        spelled["Deck"] = " ".join(map(str, setup.deck))
    return replace(header, value=spelled.get(header.key, header.value))


def _refuse(header: Header | None, code: str, message: str) -> NoReturn:
    raise Unreadable(code, message, line=header.line if header else None)


def _by_key(headers: list[Header]) -> dict[str, Header]:
    headers_by_key: dict[str, Header] = {}
    for header in headers:
        if header.key in headers_by_key:
            _refuse(header, "header_twice", f"there are two headers {header.key}")
        headers_by_key[header.key] = header
    return headers_by_key


def _needed(headers: dict[str, Header], key: str) -> Header:
    if key not in headers:
        _refuse(None, "missing_header", f"the header {key} is missing")
    return headers[key]


def _variants(
    headers: dict[str, Header], own: Mapping[str, Variant], seats: int
) -> tuple[Variant, ...]:
    """The sheet of each seat: one for all, or one name and one digest for each."""
    header, digest = _needed(headers, "Variant"), headers.get("Digest")
    names = [name.strip() for name in header.value.split(",")]
    expected = [part.strip() for part in digest.value.split(",")] if digest else []
    if len(names) not in (1, seats):
        message = f"Variant has {len(names)} sheets for {seats} players (expected one, or {seats})"
        _refuse(header, "sheets_differ", message)
    if digest and len(expected) not in (1, len(names)):
        _refuse(digest, "foreign_digest", "Digest must have one digest for each sheet of Variant")
    carried = _carried_sheets(headers, names) if any(name not in own for name in names) else {}
    variants = [_variant(name, headers, {**carried, **own}) for name in names]
    for variant, name, wanted in zip(variants, names, expected * seats, strict=False):
        if wanted != variant.digest:
            message = f"the rules of {name} have changed since this record: its Digest differs"
            _refuse(digest, "foreign_digest", message)
    try:
        check_fit(variants)
    except Unreadable as error:
        raise error.at(line=header.line) from None
    return tuple(variants * seats)[:seats]


def _variant(name: str, headers: dict[str, Header], own: Mapping[str, Variant]) -> Variant:
    """The variant by name. A record with a custom sheet needs the header Digest."""
    header = headers["Variant"]
    if name in NAMES:
        return load_variant(name)
    if name in own:
        if "Digest" not in headers:
            _refuse(
                header,
                "foreign_digest",
                f"a record with the custom sheet {name} needs a header Digest",
            )
        return own[name]
    known = f"{', '.join(NAMES)}, the sheet of --variant, or one in a header Sheet"
    message = f"there is no variant {name!r} (expected {known})"
    _refuse(header, "unknown_variant", message)


def carry(variant: Variant) -> str:
    """A custom sheet as the value of a header, so that the record can be opened anywhere."""
    return _NEW_LINE.join(line for line in sheet_file(variant).split("\n") if line)


def carried_headers(variants: Sequence[Variant]) -> Iterator[tuple[str, str]]:
    """The headers with custom sheets: `Sheet`, and `Sheet-2` and so on for more of them."""
    for number, variant in enumerate(own_sheets(variants), start=1):
        yield "Sheet" if number == 1 else f"Sheet-{number}", carry(variant)


def _carried_sheets(headers: dict[str, Header], names: list[str]) -> dict[str, Variant]:
    """The custom sheets in headers, by id."""
    keys = ["Sheet", *(f"Sheet-{number}" for number in range(2, len(names) + 1))]
    own = [name for name in dict.fromkeys(names) if name not in NAMES]
    found = [headers[key] for key in keys if key in headers]
    return {name: _carried(header, name) for name, header in zip(own, found, strict=False)}


def _carried(header: Header, name: str) -> Variant:
    try:
        variant = from_text(header.value.replace(_NEW_LINE, "\n"), "Sheet")
    except Unreadable as error:
        raise error.at(line=header.line) from None
    if variant.id != name:
        _refuse(header, "bad_variant", f"Sheet: about.id: {variant.id!r} is not {name!r}")
    return variant


def _turns(headers: dict[str, Header]) -> bool:
    header = headers.get("Turns")
    if header is None or header.value == "dice":
        return False
    if header.value != "cards":
        _refuse(header, "bad_turns", f"Turns: {header.value!r} (expected dice or cards)")
    return True


def _yes(header: Header | None) -> bool:
    if header is None or header.value == "no":
        return False
    if header.value != "yes":
        _refuse(header, "bad_jokers", f"Jokers: {header.value!r} (expected yes or no)")
    return True


def _deck(header: Header, *, jokers: bool) -> tuple[Card, ...]:
    try:
        cards = tuple(parse_card(word) for word in header.value.split())
    except Unreadable as error:
        raise error.at(line=header.line) from None
    if sorted(cards, key=str) != sorted(deck(jokers=jokers), key=str):
        _refuse(header, "bad_deck", "Deck must list each card of the game exactly once")
    return cards


def format_pairs(pairs: Iterable[LuckyPair]) -> str:
    """Lucky pairs as in the header `Lucky`; `-` for a sheet that has none."""
    return ", ".join("-" if pair == NO_PAIR else f"{pair[0]}&{pair[1]}" for pair in pairs)


def _lucky(
    headers: dict[str, Header], variants: tuple[Variant, ...]
) -> tuple[LuckyPair, ...] | None:
    if not any(variant.lucky_pairs for variant in variants):
        return None
    header = _needed(headers, "Lucky")
    pairs: list[LuckyPair] = []
    for word in header.value.split(","):
        if word.strip() == "-" and not are_equal(variants):
            pairs.append(NO_PAIR)
            continue
        match = _PAIR.fullmatch(word.strip())
        if not match:
            _refuse(header, "bad_lucky", f"{word.strip()!r} is not a pair (expected one like 5&10)")
        low, high = sorted((int(match[1]), int(match[2])))
        pairs.append((low, high))
    return tuple(pairs)


def _check_start(setup: Setup, headers: dict[str, Header]) -> None:
    """Check with the core that such a game can start; errors name the header at fault."""
    blame = {"bad_first": "First", "no_card_game": "Turns"}
    try:
        setup.start()
    except Unreadable as error:
        key = blame.get(error.code, "Lucky" if "lucky" in error.code else "Players")
        raise error.at(line=headers[key].line) from None


def _check_result(header: Header | None, seats: int) -> None:
    if header is not None:
        words = header.value.split()
        if len(words) != seats or not all(re.fullmatch(r"-?[0-9]{1,4}", w) for w in words):
            _refuse(header, "broken_header", f"Result must have {seats} totals, one per player")
