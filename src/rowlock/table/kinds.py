"""Closed sets of words that the log and the state of a table use."""

from __future__ import annotations

from typing import Literal, TypeAlias

TableStage: TypeAlias = Literal["lobby", "starting", "playing", "over"]
SeatKind: TypeAlias = Literal["open", "person", "bot"]
EndReason: TypeAlias = Literal["two_rows_closed", "four_penalties", "finished", "abandoned"]
DiceKind: TypeAlias = Literal["server", "real"]
Pace: TypeAlias = Literal["slow", "normal", "fast"]
WhenLate: TypeAlias = Literal["bot", "pass"]
"""Over days: what becomes of a seat whose player has let two questions in a row run out."""
MarkingRules: TypeAlias = Literal["strict", "warning", "free"]
"""With real dice: what happens to a stroke that the rules do not allow."""
StrokeKind: TypeAlias = Literal["cross", "uncross", "penalty", "lock", "choose", "undo"]
"""With real dice: what a player does on a sheet."""
