"""Messages about custom sheets."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rowlock.protocol.base import MAX_FRAME, MAX_SHEET, Wire
from rowlock.protocol.catalogue import VariantInfo

MAX_BODY = MAX_FRAME + 2 * MAX_SHEET
"""Maximum size of a request with a sheet; JSON encodes a new line as two characters."""


class SheetWish(Wire):
    """A request for a custom sheet: a file, or a printed sheet with changes."""

    file: Annotated[str, Meta(max_length=MAX_SHEET)] = ""
    base: str = "classic"
    code: Annotated[str, Meta(max_length=40)] = ""
    """Shuffles the numbers, the colours or both: `tulip`, `n1-tulip`, `c1-tulip`."""
    moves: Annotated[str, Meta(max_length=1000)] = ""
    """Then moves cells, symbols or numbers: `r3-r4_r3xr7_3r` (`variants/moves.py`)."""
    crosses_before: Annotated[int, Meta(ge=0, le=99)] | None = None
    """Crosses that a row needs before its last cell."""
    penalties: Annotated[int, Meta(ge=1, le=9)] | None = None
    """Penalties that end the game."""


class OwnSheet(Wire):
    """A sheet that is not in the catalogue."""

    file: str
    """The file, for `Options.sheet`."""
    info: VariantInfo
