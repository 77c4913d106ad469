"""Makes the bank of puzzles: `python scripts/puzzles.py > src/rowlock/review/puzzles.txt`.

Levels play classic alone; wherever the exact table finds the best answer 1 to 8 points ahead of the
second best, there is a puzzle. One of a kind from each game, and as many of each kind.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator

from rowlock.bots.registry import make_bot
from rowlock.core.event import LockCrossed, PenaltyTaken
from rowlock.core.game import preview
from rowlock.core.move import parse_move
from rowlock.core.rules import count
from rowlock.core.state import Game
from rowlock.core.text import format_position
from rowlock.review.decisions import Judged
from rowlock.review.puzzles import TAGS, Answer, Puzzle, Tag, format_puzzle
from rowlock.review.review import Reviewing
from rowlock.simulate.core_games import Seating
from rowlock.simulate.records import recorded_game
from rowlock.solve.problem import make_problem
from rowlock.solve.store import table_of
from rowlock.variants import load_variant

LEVELS = ("gentle", "easy", "medium", "hard")
SEED = 2026
LEAST, MOST = 1.0, 8.0
OF_A_KIND = 50
"""How many puzzles of each kind."""


def main() -> None:
    counts: Counter[Tag] = Counter()
    variant = load_variant("classic")
    table = table_of(make_problem(variant))
    number = 0
    while any(counts[tag] < OF_A_KIND for tag in TAGS):
        seating = Seating(variant, (make_bot(LEVELS[number % len(LEVELS)]),), seed=SEED)
        reviewing = Reviewing(recorded_game(seating, number), table=table)
        for _ in reviewing.steps():
            pass
        kinds: set[Tag] = set()
        for puzzle in puzzles_of(reviewing.judged):
            if puzzle.tag not in kinds and counts[puzzle.tag] < OF_A_KIND:
                kinds.add(puzzle.tag)
                counts[puzzle.tag] += 1
                print(format_puzzle(puzzle), flush=True)
        number += 1
        sys.stderr.write(f"\r{number} games, {dict(counts)}")


def puzzles_of(judged: list[Judged]) -> Iterator[Puzzle]:
    for each in judged:
        best, second, *_ = each.decision.moves
        tag = tag_of(each.game, {best.move, second.move})
        if tag is not None and LEAST <= second.loss <= MOST:
            answers = (Answer(move.move, move.value, move.loss) for move in each.decision.moves)
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
    return "first_cross" if not sum(map(count, sheet.rows)) else None


if __name__ == "__main__":
    main()
