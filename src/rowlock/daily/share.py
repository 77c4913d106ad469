"""A finished game of the day as a few short lines to send to friends.

The lines fit the width of a phone. They contain no dice, so they reveal nothing to people who have
not played yet. Every coloured square has a letter for readers who cannot distinguish colours.
"""

from __future__ import annotations

import tomllib

from rowlock.daily.judge import DayEvaluation
from rowlock.languages import text
from rowlock.variants import load_variant

SQUARES = "🟥🟨🟩🟦"
LETTERS = "RYGB"


def share_text(judged: DayEvaluation, language: str) -> str:
    """The lines to share in a language."""
    words: dict[str, str] = tomllib.loads(text(language, "terminal.toml"))
    about = "" if judged.exact else "≈ "
    given, luck = (
        _amount(value, judged, sign).replace(".", words["daily_decimal"])
        for value, sign in ((judged.given_away, ""), (judged.luck, "+"))
    )
    rows = [
        f"{letter}{square}{points}"
        for letter, square, points in zip(LETTERS, SQUARES, judged.rows, strict=True)
    ]
    score = _minus(judged.score if judged.rival is None else f"{judged.score} : {judged.rival}")
    return "\n".join(
        (
            f"Rowlock {judged.date}",
            f"{load_variant(judged.variant).name}: {score}",
            words["daily_given_away"].format(amount=about + given),
            words["daily_luck"].format(amount=about + luck),
            " ".join(rows[:2]),
            " ".join([*rows[2:], *([f"✖{judged.penalties}"] if judged.penalties else [])]),
        )
    )


def _amount(value: float, judged: DayEvaluation, sign: str) -> str:
    wins = judged.unit == "wins"
    return _minus(f"{100 * value:{sign}.1f} %" if wins else f"{value:{sign}.2f}")


def _minus(text: object) -> str:
    """Replace hyphens with minus signs, which are as wide as a plus."""
    return str(text).replace("-", "−")
