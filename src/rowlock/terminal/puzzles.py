"""The puzzles of the day at the keyboard, each followed by its solution."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from rowlock.core.view import view
from rowlock.notation import parse_position
from rowlock.reviews.format import amount
from rowlock.reviews.puzzles import Puzzle, PuzzleChoice
from rowlock.terminal.keyboard import Keyboard, PlayerQuit


def ask_puzzles(puzzles: Sequence[Puzzle], day: date, keyboard: Keyboard) -> bool:
    """Ask all puzzles and print the sum; False if the player quit before the end."""
    texts, answers = keyboard.texts, list[PuzzleChoice]()
    for number, puzzle in enumerate(puzzles, 1):
        about = texts(f"puzzle_{puzzle.tag}")
        keyboard.console.print()
        keyboard.say("puzzle", "bold", number=number, count=len(puzzles), about=about)
        try:
            answer = _ask(puzzle, keyboard)
        except PlayerQuit:
            keyboard.console.print()
            keyboard.say("puzzle_stopped", number=number)
            return False
        _show_solution(puzzle, answer, keyboard)
        answers.append(answer)
    best = sum(answer.loss == 0 for answer in answers)
    lost = amount(texts, sum(answer.loss for answer in answers), "points")
    keyboard.console.print()
    keyboard.say("puzzle_sum", "bold", date=day, best=best, count=len(answers), lost=lost)
    return True


def _ask(puzzle: Puzzle, keyboard: Keyboard) -> PuzzleChoice:
    game = parse_position(puzzle.position)
    seen = view(game, 0)
    assert seen.roll is not None
    keyboard.console.print(keyboard.dice_text(seen.roll))
    keyboard.show_choices(seen, you=True)
    move = keyboard.typed_move(seen)
    return puzzle.answer(str(move))


def _show_solution(puzzle: Puzzle, chosen: PuzzleChoice, keyboard: Keyboard) -> None:
    """Print whether the choice was the best, and the value of every answer."""
    texts, best = keyboard.texts, puzzle.answers[0]
    if chosen is best:
        keyboard.say("puzzle_best", "bold")
    else:
        loss = amount(texts, chosen.loss, "points")
        keyboard.say("puzzle_worse", "bold", loss=loss, best=texts.move(best.move))
    keyboard.say("puzzle_totals")
    for each in puzzle.answers:
        total = amount(texts, each.total, "points")
        keyboard.console.print(f"  {texts.move(each.move):8}{total:>6}", markup=False)
