"""The banks of puzzles: exact answers, every kind, and none that is another in other colours."""

from __future__ import annotations

from collections import Counter

import pytest

from rowlock import legal_moves, parse_position
from rowlock.reviews.answers import answers_of
from rowlock.reviews.evaluators import TableEvaluator
from rowlock.reviews.puzzles import (
    TAGS,
    Puzzle,
    bank,
    format_puzzle,
    parse_puzzle,
)
from rowlock.solver.value_table import ValueTable
from scripts.puzzles import face_of, tag_of

ALL = (*bank(1), *bank(2))


def test_every_kind_has_its_puzzles_and_none_comes_twice() -> None:
    for scheme, of_a_kind in ((1, 50), (2, 200)):
        puzzles = bank(scheme)
        assert Counter(puzzle.tag for puzzle in puzzles) == dict.fromkeys(TAGS, of_a_kind)
        assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)


def test_a_question_in_other_colours_or_in_the_mirror_is_the_same_question() -> None:
    faces = {
        face_of(parse_position(f"classic {words}"))
        for words in (
            '2 1 action2+ 61 2345; "You" r7 y- g9 b- x1',
            '3 1 action2+ 16 2345; "You" r7 y- g9 b- x1',  # another turn, the white dice exchanged
            '2 1 action2+ 61 3245; "You" r- y7 g9 b- x1',  # red and yellow exchanged
            '2 1 action2+ 61 2354; "You" r7 y- g- b9 x1',  # green and blue
            # Every number n is 14 - n, every die d is 7 - d, and the pairs of rows change places.
            '2 1 action2+ 61 3254; "You" r5 y- g7 b- x1',
        )
    }
    others = {
        face_of(parse_position(f"classic {words}"))
        for words in (
            '2 1 action2 61 2345; "You" r7 y- g9 b- x1',
            '2 1 action2+ 61 2345; "You" r7 y- g9 b- x0',
            '2 1 action2+ 61 3245; "You" r7 y- g9 b- x1',
            '2 1 action2+ 61 2345; "You" r8 y- g9 b- x1',
            '2 1 action2+ 62 2345; "You" r7 y- g9 b- x1',
        )
    }
    assert len(faces) == 1
    assert len(others) == 5
    assert faces.isdisjoint(others)


def test_no_puzzle_is_the_image_of_another_or_of_one_of_the_first_bank() -> None:
    faces = Counter(face_of(parse_position(puzzle.position)) for puzzle in bank(2))
    assert set(faces.values()) == {1}
    assert faces.keys().isdisjoint(face_of(parse_position(old.position)) for old in bank(1))


def test_no_two_puzzles_have_the_same_two_best_totals() -> None:
    totals = {tuple(answer.total for answer in puzzle.answers[:2]) for puzzle in bank(2)}
    assert len(totals) == len(bank(2))


def test_the_kind_of_a_puzzle_follows_from_its_two_best_answers() -> None:
    for puzzle in ALL:
        close = {answer.move for answer in puzzle.answers[:2]}
        assert puzzle.tag == tag_of(parse_position(puzzle.position), close), puzzle.position


def test_a_first_cross_is_the_first_of_its_row() -> None:
    firsts = [puzzle for puzzle in bank(2) if puzzle.tag == "first_cross"]
    assert all(_begins_a_row(puzzle) for puzzle in firsts)
    filled = {
        sum(bool(row) for row in parse_position(puzzle.position).sheets[0].rows)
        for puzzle in firsts
    }
    assert {1, 2, 3} <= filled  # and not on empty sheets alone


def _begins_a_row(puzzle: Puzzle) -> bool:
    """Whether one of the two best answers crosses in a row that says `r-`."""
    moves = [answer.move.lstrip("+") for answer in puzzle.answers[:2]]
    return any(f" {move[0]}- " in puzzle.position for move in moves if move != "-")


def test_the_best_answer_is_one_to_eight_points_ahead_of_the_second() -> None:
    for puzzle in ALL:
        best, second, *_ = puzzle.answers
        assert best.loss == 0
        assert 0.9999 <= second.loss <= 8.0001, format_puzzle(puzzle)


def test_every_answer_is_that_of_the_exact_table(classic: ValueTable) -> None:
    for puzzle in ALL:
        game = parse_position(puzzle.position)
        assert {each.move for each in puzzle.answers} == set(map(str, legal_moves(game, 0)))
        ways = answers_of(game, TableEvaluator(classic))[0]
        exact = {str(move): ways.values[place] for move, place in ways.after(()).items()}
        told = {each.move: each.total for each in puzzle.answers}
        assert told == pytest.approx(exact, abs=1e-4), puzzle.position


def test_a_puzzle_is_a_line_that_parses_back() -> None:
    for puzzle in ALL:
        assert parse_puzzle(format_puzzle(puzzle)).position == puzzle.position
