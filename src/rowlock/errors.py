"""The three ways Rowlock says no.

`Unreadable` - the text or file cannot be understood (exit status 2).
`Illegal` - understood, but the rules do not allow it now (exit status 1).
Anything else that escapes is our own bug (exit status 70).

Each refusal carries a stable `code` for programs and a sentence for people; nothing changes when
one is raised, because all states are frozen values.
"""

from __future__ import annotations


class Refusal(Exception):
    """What both refusals share. Seats count from 0 here, as everywhere in code."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        line: int | None = None,
        seat: int | None = None,
        move: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.line = line
        self.seat = seat
        self.move = move

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
        )


class Unreadable(Refusal):
    """This text or file cannot be read."""


class Illegal(Refusal):
    """This is not allowed by the rules in this position."""
