"""What the terminal says, in four languages: one file each, the same keys in all."""

from __future__ import annotations

import tomllib
from pathlib import Path


class Texts:
    """The sentences of one language: `texts("turn", turn=3, name="Ann")`."""

    def __init__(self, language: str) -> None:
        file = Path(__file__).with_name(f"{language}.toml")
        self.sentences: dict[str, str] = tomllib.loads(file.read_text("utf-8"))

    def __call__(self, key: str, **values: object) -> str:
        return self.sentences[key].format(**values)
