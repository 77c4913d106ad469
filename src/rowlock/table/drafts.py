"""Answers to the open question that are not in the log."""

from __future__ import annotations


class Drafts:
    """Unfinished answers, lost when the question is settled or the process ends.

    They are not log entries: other players would see that something happened, and that a chain is
    running is part of the hidden answer (C-11).
    """

    __slots__ = ("begun", "pencil")

    def __init__(self) -> None:
        self.begun: dict[int, tuple[str, ...]] = {}
        """Answers that still owe a choice, by seat."""
        self.pencil: dict[int, tuple[str, ...]] = {}
        """The answer of a seat if its time runs out."""

    def clear(self) -> None:
        self.begun.clear()
        self.pencil.clear()
