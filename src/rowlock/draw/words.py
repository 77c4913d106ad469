"""The words in and about a picture, in plain English."""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.core.game import Result, deciders, result
from rowlock.core.score import Score
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.draw.facts import RowFacts, SheetFacts
from rowlock.variants.variant import COLOURS, Bonus, Variant

ENDS = {"two_rows_closed": "enough rows are closed", "four_penalties": "the penalties are full"}


def minus(number: int) -> str:
    """A number with a real minus sign."""
    return str(number).replace("-", "−")


def listed(words: Sequence[str]) -> str:
    """
    >>> listed(["Ann", "Ben", "Cid"])
    'Ann, Ben and Cid'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def row_name(variant: Variant, row: int) -> str:
    """Rows of mixed colours go by their number."""
    return f"Row {row + 1}" if variant.mixed_colours else COLOURS[row].capitalize()


def bonus_words(variant: Variant, bonus: Bonus) -> str:
    """What a symbol of Bonus B brings, in as few words as fit on the strip."""
    match bonus.effect:
        case "cross_fewest":
            return "1 cross" if bonus.times == 1 else f"{bonus.times} crosses"
        case "cross_every":
            return "1 in all"
        case "double_fewest":
            return "double"
        case "points":
            return f"+{bonus.points}"
        case "free_penalties":
            return f"no −{variant.penalty_points}"


def sheet_title(variant: Variant, name: str | None, score: Score) -> str:
    whose = f"{name}'s sheet" if name else "Sheet"
    return f"{whose} of {variant.name}, {_points(score.total)}"


def sheet_words(variant: Variant, facts: SheetFacts) -> str:
    """The sheet for somebody who cannot see it."""
    sentences = [_row_words(variant, row) for row in facts.rows]
    struck = sum(struck for _, struck in facts.bar)
    if facts.bar:
        sentences.append(f"Bonus bar: {struck} of {len(facts.bar)} squares struck.")
    earned = [each.bonus.symbol for each in facts.bonuses if each.earned]
    if facts.bonuses:
        sentences.append(f"Bonuses earned: {listed(earned) if earned else 'none'}.")
    if facts.lucky:
        sentences.append(f"Lucky numbers: {facts.lucky[0]} and {facts.lucky[1]}.")
    sentences.append(f"Penalties: {facts.penalties} of {facts.penalty_boxes}.")
    return " ".join(sentences)


def _row_words(variant: Variant, facts: RowFacts) -> str:
    crossed = [each.cell for each in facts.cells if each.state == "crossed"]
    mixed = variant.mixed_colours
    cells = [f"{COLOURS[c.colour]} {c.number}" if mixed else str(c.number) for c in crossed]
    lock = ", lock crossed" if facts.locked else ", closed" if facts.shut else ""
    words = f"{listed(cells)} crossed" if cells else "no cross"
    return f"{row_name(variant, facts.row)}: {words}{lock}, {_points(facts.points)}."


def _points(points: int) -> str:
    return f"{minus(points)} point{'' if points == 1 else 's'}"


def table_title(game: Game) -> str:
    return f"Turn {game.turn} · {game.variant.name}{', cards' if game.cards else ''}"


def table_words(game: Game) -> tuple[str, str]:
    """What goes on at the table: a headline, and a line below it."""
    active = game.names[game.active]
    match view(game, None).phase:  # that somebody has a row to choose is part of a hidden answer
        case "roll":
            return f"{active} rolls", ""
        case "deal":
            return "The cards are dealt", ""
        case "take":
            return f"{active} takes cards", ""
        case "action1":
            number = game.announced
            what = "Card" if game.cards else "White sum"
            return f"{what} {number}", _waiting(game, f"Everyone may cross one {number}")
        case "choice":
            return f"{active} must choose a row", "Several have the fewest crosses"
        case "action2":
            what = "Plays cards" if game.cards else "One white and one coloured die"
            return f"{active}: action 2", what
        case "over":
            why = f"Over because {ENDS[game.reason]}" if game.reason else ""
            return _ending(game, result(game)), why


def _waiting(game: Game, everyone: str) -> str:
    """Whose answer is missing; said only when some are in."""
    owing = deciders(game)
    if len(owing) == len(game.names):
        return everyone if len(owing) > 1 else ""
    return f"Waiting for {listed([game.names[seat] for seat in owing])}"


def _ending(game: Game, outcome: Result) -> str:
    names = [game.names[seat] for seat in outcome.winners]
    verb = "wins" if len(names) == 1 else "share the win"
    return f"{listed(names)} {verb} with {_points(max(outcome.totals))}"
