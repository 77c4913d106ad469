"""Prompts at the keyboard: shows a sheet with numbered answers and reads the player's choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from rich.console import Console
from rich.text import Text

from rowlock.core.move import NOTHING, Move
from rowlock.core.state import Roll
from rowlock.core.view import View
from rowlock.languages.texts import Texts
from rowlock.terminal.draw import points_pieces, sheet_pieces, show
from rowlock.variants import COLOURS

SHOWN_MOVES = 24

Commands: TypeAlias = Mapping[str, Callable[[], bool]]
"""Functions by command letter. A function returns True if the question is then settled."""
NO_COMMANDS: Commands = MappingProxyType({})


class PlayerQuit(Exception):
    """The player typed q, or the input ended."""


class Keyboard:
    """Prints to a console and reads answers."""

    def __init__(
        self, texts: Texts, console: Console | None = None, ask: Callable[[str], str] | None = None
    ) -> None:
        self.texts = texts
        self.console = console or Console(highlight=False)
        self._ask = ask or input

    def say(self, key: str, style: str = "", **values: object) -> None:
        self.console.print(Text(self.texts(key, **values), style=style))

    def ask(self, prompt: str) -> str:
        try:
            return self._ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            raise PlayerQuit from None

    def dice_text(self, dice: Roll) -> Text:
        first, second = dice.white
        text = Text("  " + self.texts("white", first=first, second=second, sum=dice.white_sum))
        for colour, die in zip(COLOURS, dice.colours, strict=True):
            if die is not None:
                text.append(f"   {self.texts(colour)} {die}", style=f"bold {colour}")
        return text

    def show_choices(self, seen: View, *, you: bool) -> None:
        """Print the sheet, the question and its answers. With `you`, address a single player as
        "you"."""
        assert seen.seat is not None
        variant, sheet = seen.own_variant, seen.draft or seen.sheets[seen.seat]
        show(sheet_pieces(variant, sheet, seen.closed, self.texts), self.console)
        show(points_pieces(variant, sheet, texts=self.texts), self.console)
        self.console.print(Text(self._question(seen, you), style="bold"))
        for number, move in enumerate(seen.legal[:SHOWN_MOVES]):
            self.console.print(f"  {number}) {self.move_text(seen, move)}", markup=False)
        hidden = len(seen.legal) - SHOWN_MOVES
        if hidden > 0:
            self.say("more", count=hidden, example=seen.legal[-1])

    def _question(self, seen: View, you: bool) -> str:
        assert seen.seat is not None
        key: str = seen.phase
        values: dict[str, object] = {"number": seen.announced}
        if seen.cards and key == "take":
            count = len(str(seen.legal[0]).split(","))
            values = {"count": count, "display": " ".join(map(str, seen.cards.display))}
        elif seen.cards and key == "action2":
            key, values = "cards", {"hand": " ".join(map(str, seen.cards.hand))}
        return self.texts.about(seen.names[seen.seat], you, key, **values)

    def move_text(self, seen: View, move: Move) -> str:
        if move != NOTHING:
            return str(move)
        if seen.phase == "action2" and not seen.crossed:
            return self.texts("penalty_warning", points=seen.own_variant.penalty_points)
        return self.texts("nothing")

    def typed_move(self, seen: View, commands: Commands = NO_COMMANDS) -> Move | None:
        """Prompt until a legal answer is typed; None if a command settled the question."""
        by_text = {str(move): move for move in seen.legal}
        while True:
            word = self.ask(self.texts("prompt"))
            if word == "" and NOTHING in seen.legal:
                return NOTHING
            if word in by_text:
                return by_text[word]
            if word.isascii() and word.isdigit() and int(word) < len(seen.legal):
                return seen.legal[int(word)]
            if word in commands:
                if commands[word]():
                    return None
            elif word == "q":
                raise PlayerQuit
            elif word in ("h", "?"):
                self.help(commands)
            else:
                moves = " ".join(list(by_text)[:SHOWN_MOVES])
                self.say("not_a_move", text=repr(word), moves=moves)

    def help(self, commands: Commands) -> None:
        """Print the input that is accepted now."""
        self.say("help")
        letters = [self.texts(f"help_{letter}") for letter in (*commands, "q")]
        self.console.print(Text(" ".join(letters)))
