"""Makes the bank of puzzles: `python scripts/puzzles.py > src/rowlock/reviews/puzzles-2.txt`.

Levels play classic alone; wherever the exact table finds the best answer 1 to 8 points ahead of the
second best, there is a puzzle. One from each game, so that none gives away another, and as many of
each kind. Whoever has seen a puzzle has seen its images, too: the same question in other colours or
in the mirror. So there is one of all images, none of the bank before, and none whose two best
answers are worth the same as those of another.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator

from rowlock.bots.registry import make_bot
from rowlock.core.event import LockCrossed, PenaltyTaken
from rowlock.core.game import preview
from rowlock.core.move import parse_move
from rowlock.core.rules import count
from rowlock.core.sheet import Sheet
from rowlock.core.state import Game, format_position
from rowlock.notation import parse_position
from rowlock.reviews.decisions import EvaluatedAnswer
from rowlock.reviews.puzzles import (
    TAGS,
    Puzzle,
    PuzzleChoice,
    Tag,
    bank,
    format_puzzle,
)
from rowlock.reviews.review import Reviewing
from rowlock.simulation.core_games import Seating
from rowlock.simulation.records import recorded_game
from rowlock.solver.problem import make_problem
from rowlock.solver.symmetry import Exchange, symmetries
from rowlock.solver.table_cache import table_of
from rowlock.variants import ROWS, load_variant

LEVELS = ("gentle", "easy", "medium", "hard")
SEED = 2027
LEAST, MOST = 1.0, 8.0
OF_A_KIND = 200
"""How many puzzles of each kind."""


def main() -> None:
    counts: Counter[Tag] = Counter()
    seen = {key for puzzle in bank(1) for key in keys_of(puzzle)}
    variant = load_variant("classic")
    table = table_of(make_problem(variant))
    number = 0
    while any(counts[tag] < OF_A_KIND for tag in TAGS):
        seating = Seating(variant, (make_bot(LEVELS[number % len(LEVELS)]),), seed=SEED)
        reviewing = Reviewing(recorded_game(seating, number), table=table)
        for _ in reviewing.steps():
            pass
        new = [each for each in puzzles_of(reviewing.judged) if seen.isdisjoint(keys_of(each))]
        wanted = {puzzle.tag for puzzle in new if counts[puzzle.tag] < OF_A_KIND}
        if wanted:
            tag = min(wanted, key=lambda each: (counts[each], TAGS.index(each)))
            puzzle = random.Random(number).choice([each for each in new if each.tag == tag])
            counts[tag] += 1
            seen.update(keys_of(puzzle))
            print(format_puzzle(puzzle), flush=True)
        number += 1
        sys.stderr.write(f"\r{number} games, {dict(counts)}")


def puzzles_of(judged: list[EvaluatedAnswer]) -> Iterator[Puzzle]:
    for each in judged:
        best, second, *_ = each.decision.moves
        tag = tag_of(each.game, {best.move, second.move})
        if tag is not None and LEAST <= second.loss <= MOST:
            answers = (
                PuzzleChoice(move.move, move.value, move.loss) for move in each.decision.moves
            )
            yield Puzzle(tag, position_of(each.game), tuple(answers))


def position_of(game: Game) -> str:
    return format_position(game).replace(f'"{game.names[0]}"', '"You"')


def tag_of(game: Game, close: set[str]) -> Tag | None:
    """What a question is about, by its two best answers."""
    sheet, variant = game.sheets[0], game.variant
    drafts = [preview(game, 0, parse_move(move)) for move in sorted(close)]
    events = [event for draft in drafts for event in draft.events]
    if any(isinstance(event, LockCrossed) for event in events):
        return "lock"
    if sheet.penalties == variant.penalties_to_end - 1 or game.closed:
        return "last_turns"
    if any(isinstance(event, PenaltyTaken) for event in events):
        return "skip_or_penalty"
    if game.stage == "action2" and "-" in close:
        return "one_or_two"
    return "first_cross" if any(begins_row(game, draft.sheet) for draft in drafts) else None


def begins_row(game: Game, after: Sheet) -> bool:
    """Whether a row that was empty is not empty any more."""
    before = game.sheets[0]
    return any(count(after.rows[row]) and not count(before.rows[row]) for row in ROWS)


def keys_of(puzzle: Puzzle) -> tuple[object, object]:
    """What no two puzzles share: the question but for its images, and the two best totals."""
    best, second, *_ = puzzle.answers
    return face_of(parse_position(puzzle.position)), (f"{best.total:.4f}", f"{second.total:.4f}")


def face_of(game: Game) -> object:
    """The same for a position alone and its images, in any turn, the white dice in any order."""
    return min(_image(game, exchange) for exchange in symmetries(game.variant))


def _image(game: Game, exchange: Exchange) -> tuple[object, ...]:
    sheet, roll, variant = game.sheets[0], game.roll, game.variant
    assert roll is not None
    mirror = variant.rows[0][0].number != variant.rows[exchange[0]][0].number

    def seen(die: int | None) -> int:
        if die is None:
            return 0
        return variant.sides + 1 - die if mirror else die

    rows, colours = [0] * len(ROWS), [0] * len(ROWS)
    for row in ROWS:
        rows[exchange[row]] = sheet.rows[row]
        colours[exchange[row]] = seen(roll.colours[row])
    white = tuple(sorted(map(seen, roll.white)))
    # A closed row has no die, so the dice tell which ones are closed.
    return game.stage, game.crossed, sheet.penalties, tuple(rows), white, tuple(colours)


if __name__ == "__main__":
    main()
