"""Texts in pictures, and the descriptions of pictures."""

from __future__ import annotations

from rowlock.core.ending import count_to_end
from rowlock.core.game import Result, deciders, result
from rowlock.core.score import Score
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.draw.facts import CellFacts, RowFacts, SheetFacts
from rowlock.draw.texts import DrawTexts
from rowlock.variants.together import variant_names
from rowlock.variants.variant import COLOURS, Bonus, Variant


def bonus_words(words: DrawTexts, variant: Variant, bonus: Bonus) -> str:
    """The effect of a symbol of Bonus B, short enough for the strip."""
    match bonus.effect:
        case "cross_fewest":
            return words.count("cross_fewest", bonus.times)
        case "points":
            return words("points_bonus", n=bonus.points)
        case "free_penalties":
            return words("free_penalties", n=variant.penalty_points)
        case effect:
            return words(effect)


def sheet_title(words: DrawTexts, variant: Variant, name: str | None, score: Score) -> str:
    points = words.count("points", score.total)
    if name:
        return words("sheet_of", name=name, variant=variant.name, points=points)
    return words("sheet", variant=variant.name, points=points)


def sheet_words(words: DrawTexts, variant: Variant, facts: SheetFacts) -> str:
    """The sheet in words, as the description for screen readers."""
    sentences = [_row_words(words, variant, row) for row in facts.rows]
    if facts.bar:
        struck = sum(struck for _, struck in facts.bar)
        sentences.append(words("bar", n=struck, of=len(facts.bar)))
    for cells in facts.bonus_rows:
        sentences.append(_bonus_row_words(words, cells))
    if facts.swaps:
        used = sum(state == "used" for _, state in facts.swaps)
        sentences.append(words("swaps", n=used, of=len(facts.swaps)))
    if facts.bonuses:
        earned = [words(each.bonus.symbol) for each in facts.bonuses if each.earned]
        symbols = words.listed(earned) if earned else words("none")
        sentences.append(words("earned", symbols=symbols))
    if variant.steps:
        sentences.append(
            words("steps", n=facts.steps, points=words.count("points", facts.score.bonus))
        )
    if facts.lucky:
        sentences.append(words("lucky", first=facts.lucky[0], second=facts.lucky[1]))
    sentences.append(words("penalties", n=facts.penalties, of=facts.penalty_boxes))
    return " ".join(sentences)


def _bonus_row_words(words: DrawTexts, cells: tuple[CellFacts, ...]) -> str:
    """Big Points: the crosses of a bonus row."""
    crossed = [str(each.cell.number) for each in cells if each.state == "crossed"]
    name = words(f"bonus_row_{cells[0].cell.name[0]}")
    crosses = words("crossed", cells=words.listed(crossed)) if crossed else words("no_cross")
    return words("bonus_row", row=name, crosses=crosses)


def _row_words(words: DrawTexts, variant: Variant, facts: RowFacts) -> str:
    strokes = [1 + each.crossed_twice if each.state == "crossed" else 0 for each in facts.cells]
    pairs = zip(facts.cells, strokes, strict=True)
    crossed = [each.cell for each, times in pairs for _ in range(times)]
    mixed = variant.mixed_colours
    cells = [
        f"{words.page(f'colour.in.{COLOURS[c.colour]}')} {c.number}" if mixed else str(c.number)
        for c in crossed
    ]
    lock = words("lock_crossed") if facts.locked else words("closed") if facts.shut else ""
    return words(
        "row",
        row=words.row(variant, facts.row),
        crosses=words("crossed", cells=words.listed(cells)) if cells else words("no_cross"),
        lock=lock,
        points=words.count("points", facts.points),
    )


def table_title(words: DrawTexts, game: Game) -> str:
    key = "turn_cards" if game.cards else "turn"
    return words(key, n=game.turn, variant=variant_names(game.variants))


def table_words(words: DrawTexts, game: Game) -> tuple[str, str]:
    """The state of a table: a headline, and a line below it."""
    active = game.names[game.active]
    match view(game, None).phase:  # a pending choice of a row is part of a hidden answer
        case "roll":
            return words("rolls", name=active), ""
        case "deal":
            return words("deal"), ""
        case "take":
            return words("take", name=active), ""
        case "action1":
            number = game.announced
            headline = words("card" if game.cards else "white_sum", n=number)
            return headline, _waiting(words, game, words("everyone", n=number))
        case "choice":
            return words("choice", name=active), words("choice_why")
        case "action2":
            action = words("action2_cards" if game.cards else "action2_dice")
            return words("action2", name=active), action
        case "over":
            return _ending(words, game, result(game)), _reason_words(words, game)


def _waiting(words: DrawTexts, game: Game, everyone: str) -> str:
    """The players whose answers are missing; empty if all are."""
    owing = deciders(game)
    if len(owing) == len(game.names):
        return everyone if len(owing) > 1 else ""
    return words("waiting", names=words.listed([game.names[seat] for seat in owing]))


def _reason_words(words: DrawTexts, game: Game) -> str:
    if game.reason is None:
        return ""
    if game.reason == "two_rows_closed":
        return words.count(game.reason, count_to_end(game.variant, game.reason))
    return words(game.reason)


def _ending(words: DrawTexts, game: Game, outcome: Result) -> str:
    names = [game.names[seat] for seat in outcome.winners]
    points = words.count("points", max(outcome.totals))
    return words("wins" if len(names) == 1 else "share", names=words.listed(names), points=points)
