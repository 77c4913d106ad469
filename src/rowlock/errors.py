"""Exceptions of the library.

`Unreadable` - a text or file cannot be parsed (exit status 2).
`Illegal` - parsed, but the rules do not allow it now (exit status 1).
Any other exception is a bug in Rowlock (exit status 70).

Both have a stable `code` for programs and a sentence for people. All states are frozen, so an
exception never leaves one half changed.
"""

from __future__ import annotations


class Refusal(ValueError):
    """Base class of `Unreadable` and `Illegal`. Seats count from 0, as everywhere in code.

    >>> from rowlock import Refusal, new_game, play
    >>> try:
    ...     play(new_game("classic", ["Ann"]), 0, "r5")
    ... except Refusal as refusal:
    ...     print(refusal.code, refusal.seat, refusal.move)
    not_your_decision 0 r5
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        line: int | None = None,
        seat: int | None = None,
        move: str | None = None,
        place: str | None = None,
        reason: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.line = line
        self.seat = seat
        self.move = move
        self.place = place
        """Variant files: the key with the error."""
        self.reason = reason
        """Variant files: the kind of error, for programs; None if it has no name."""

    def __reduce__(self) -> tuple[type[Refusal], tuple[str, str], dict[str, object]]:
        # Pickle would rebuild an exception from `args`, which lack the code, and fail: refusals
        # could not be sent back from another process.
        return type(self), (self.code, self.message), self.__dict__

    def at(
        self, *, line: int | None = None, seat: int | None = None, move: str | None = None
    ) -> Refusal:
        """The same exception with line, seat and move filled in where they were unknown."""
        return type(self)(
            self.code,
            self.message,
            line=self.line if self.line is not None else line,
            seat=self.seat if self.seat is not None else seat,
            move=self.move if self.move is not None else move,
            place=self.place,
            reason=self.reason,
        )

    def below(self, lines: int) -> Refusal:
        """The same exception for a text that begins after `lines` lines of a file."""
        moved = self.at()
        moved.line = None if self.line is None else self.line + lines
        return moved


class Unreadable(Refusal):
    """A text or file that cannot be parsed.

    >>> from rowlock import parse_move
    >>> parse_move("nonsense")
    Traceback (most recent call last):
    rowlock.errors.Unreadable: 'nonsense' is not a move
    """


class Illegal(Refusal):
    """A move that the rules do not allow in this position.

    >>> from rowlock import new_game, parse_roll, play, roll
    >>> game = roll(new_game("classic", ["Ann"]), parse_roll("41 3256")).state
    >>> play(game, 0, "r6")
    Traceback (most recent call last):
    rowlock.errors.Illegal: r6: the announced number is 5
    """
