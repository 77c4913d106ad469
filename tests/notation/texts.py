"""Building record texts and catching their refusals."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rowlock import Game, Refusal, Variant, parse_record, replay


def record(
    *lines: str, variant: str = "classic", players: str = "Ann, Ben", first: str = "1", **more: str
) -> str:
    """A record text; `more` are further headers."""
    headers = {"Rowlock": "1", "Variant": variant, "Players": players, "First": first} | more
    head = "".join(f'[{key} "{value}"]\n' for key, value in headers.items())
    return head + "".join(f"{line}\n" for line in ("", *lines) if lines)


def final(text: str | bytes, own: Mapping[str, Variant] | None = None) -> Game:
    """The position at the end of the text."""
    return replay(parse_record(text, own))


def refusal(text: str | bytes, own: Mapping[str, Variant] | None = None) -> Refusal:
    """The refusal of a text that must not be accepted."""
    with pytest.raises(Refusal) as caught:
        final(text, own)
    return caught.value


def place(refusal: Refusal) -> tuple[str, int | None, int | None, str | None]:
    """What a program reads of a refusal, the seat counted from 1 as in all output."""
    seat = None if refusal.seat is None else refusal.seat + 1
    return refusal.code, refusal.line, seat, refusal.move
