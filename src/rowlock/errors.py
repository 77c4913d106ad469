"""The three ways Rowlock says no.

`Unreadable` - the text or file cannot be understood (exit status 2).
`Illegal` - understood, but the rules do not allow it now (exit status 1).
Anything else that escapes is our own bug (exit status 70).

Each refusal carries a stable `code` for programs and a sentence for people; nothing changes when
one is raised, because all states are frozen values.
"""

from __future__ import annotations


class Refusal(Exception):
    """What both refusals share. Seats count from 0 here, as everywhere in code.

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
        """Of a sheet: the key of its file that is wrong."""
        self.reason = reason
        """Of a sheet: what is wrong there, in a word for programs, where there is one."""

    def __reduce__(self) -> tuple[type[Refusal], tuple[str, str], dict[str, object]]:
        # An exception is otherwise made again from `args`, which lack the code: a refusal in
        # another process would not come back from there.
        return type(self), (self.code, self.message), self.__dict__

    def at(
        self, *, line: int | None = None, seat: int | None = None, move: str | None = None
    ) -> Refusal:
        """The same refusal with the place filled in where it was not known yet."""
        return type(self)(
            self.code,
            self.message,
            line=self.line if self.line is not None else line,
            seat=self.seat if self.seat is not None else seat,
            move=self.move if self.move is not None else move,
            place=self.place,
            reason=self.reason,
        )


class Unreadable(Refusal):
    """This text or file cannot be read.

    >>> from rowlock import parse_move
    >>> parse_move("nonsense")
    Traceback (most recent call last):
    rowlock.errors.Unreadable: 'nonsense' is not a move
    """


class Illegal(Refusal):
    """This is not allowed by the rules in this position.

    >>> from rowlock import new_game, parse_roll, play, roll
    >>> game = roll(new_game("classic", ["Ann"]), parse_roll("41 3256")).state
    >>> play(game, 0, "r6")
    Traceback (most recent call last):
    rowlock.errors.Illegal: r6: the announced number is 5
    """
