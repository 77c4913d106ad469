"""What the terminal says, in every language: the same keys in all."""

from __future__ import annotations

import tomllib

from rowlock.languages import text


class Texts:
    """The sentences of one language: `texts("turn", turn=3, name="Ann")`."""

    def __init__(self, language: str) -> None:
        self.sentences: dict[str, str] = tomllib.loads(text(language, "terminal.toml"))

    def __call__(self, key: str, **values: object) -> str:
        return self.sentences[key].format(**values)
