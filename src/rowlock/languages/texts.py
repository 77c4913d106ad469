"""The texts of the terminal in every language, with the same keys in all."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable

from rowlock.languages import text
from rowlock.languages.lists import join_names


class Texts:
    """The sentences of one language: `texts("turn", turn=3, name="Ann")`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.sentences: dict[str, str] = tomllib.loads(text(language, "terminal.toml"))

    def __call__(self, key: str, **values: object) -> str:
        return self.sentences[key].format(**values)

    def figure(self, value: float, form: str) -> str:
        """A number as the language writes it: `figure(0.5, ".2f")`."""
        return f"{value:{form}}".replace(".", self("daily_decimal"))

    def move(self, move: str) -> str:
        """A move as it is read in a sentence, where a lone "-" would be overlooked."""
        return self("nothing") if move == "-" else move

    def about(self, name: str, you: bool, key: str, **values: object) -> str:
        """A sentence about a player, in the second person if it is the one who reads it."""
        return self(f"{key}_you" if you else key, name=name, names=name, **values)

    def all_of(self, names: Iterable[str]) -> str:
        """Several names as one: "Ann, Ben and Max"."""
        return join_names(list(names), self("and"))
