"""The exact solver of a reduced game for two, held to sums by hand, to laws and to the core."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from rowlock.core.game import legal_moves, new_game, play, result, roll
from rowlock.core.sheet import Sheet
from rowlock.core.state import Game, Roll
from rowlock.variants import Variant, load_variant
from rowlock.variants.variant import ROWS
from training.reduced_game.matrix import Matrix, best_play
from training.reduced_game.player import Match, Player
from training.reduced_game.solver import Solver
from training.reduced_game.turns import End, Final, Position, Turns

SHEET = Path(__file__).parents[2] / "training/reduced_game/reduced.toml"


@pytest.fixture(scope="module")
def variant() -> Variant:
    return load_variant(str(SHEET))


@pytest.fixture(scope="module")
def solver(variant: Variant) -> Solver:
    return Solver(Turns(variant))


ONE_ROLL_DECIDES = Position(
    # Red is closed. The mover has r none, y4, g5, b4 and a penalty: 0 + 1 + 1 + 1 - 3 = 0 points.
    Sheet((0, 0b1, 0b1, 0b1), penalties=1),
    # The other has locked red and has a penalty: 6 - 3 = 3 points.
    Sheet((0b111, 0, 0, 0), penalties=1),
    closed=0b0001,
)


def test_a_position_that_one_roll_decides(solver: Solver) -> None:
    # A lock (y5, g4 or b3) makes a row of one point one of six: 5 points, the second closed row,
    # and a win, since the other can come to 4 at most in action 1. Without one the second
    # penalty ends the game at -3: a loss. So the win probability is that of a lock.
    # White sums 3, 4, 5 lock at once: 2 + 3 + 2 of 9 pairs.
    # White 1 1: green 3 makes g4, blue 2 makes b3, no yellow die makes y5: 1 - (2/3)(2/3) = 5/9.
    # White 3 3: yellow 2 makes y5, green 1 makes g4, no blue die makes b3: 5/9.
    # Together 7/9 + 2/9 * 5/9 = 73/81.
    assert solver.value(ONE_ROLL_DECIDES) == pytest.approx(73 / 81, abs=1e-12)


def test_a_position_in_which_the_other_can_spoil_it(solver: Solver) -> None:
    # As before, but the other has y4 too, and 4 points. With a white sum of 5 the other locks
    # yellow in the same action 1: 4 + 5 = 9 points beat the mover's 5. With 4 it crosses b4 for
    # a fifth point: 5 to 5, shared. With 3 it can do nothing, nor with 2 and 6: 5/9 as before.
    # 2/9 * 1 + 3/9 * 1/2 + 2/9 * 0 + 2/9 * 5/9 = 18/81 + 13.5/81 + 10/81 = 41.5/81.
    mover, other, closed = ONE_ROLL_DECIDES
    spoils = Position(mover, replace(other, rows=(0b111, 0b1, 0, 0)), closed)
    assert solver.value(spoils) == pytest.approx(41.5 / 81, abs=1e-12)


@pytest.mark.parametrize(
    ("matrix", "value", "rows", "columns"),
    [
        ([[0.3, 0.5], [0.2, 0.9]], 0.3, [1, 0], [1, 0]),  # a saddle: no mixing
        ([[1.0, 0.0], [0.0, 1.0]], 0.5, [0.5, 0.5], [0.5, 0.5]),
        # p * 3 = p + 2 (1 - p) gives p = 1/2 and 1.5; q * 3 + 1 - q = 2 (1 - q) gives q = 1/4.
        ([[3.0, 1.0], [0.0, 2.0]], 1.5, [0.5, 0.5], [0.25, 0.75]),
        ([[0.5, 1.0, 0.0], [0.0, 0.5, 1.0], [1.0, 0.0, 0.5]], 0.5, [1 / 3] * 3, [1 / 3] * 3),
    ],
)
def test_small_matrices_by_hand(
    matrix: Matrix, value: float, rows: list[float], columns: list[float]
) -> None:
    found = best_play(matrix)
    assert found.value == pytest.approx(value)
    assert found.rows == pytest.approx(rows)
    assert found.columns == pytest.approx(columns)


def test_best_play_makes_sure_of_the_value_on_both_sides() -> None:
    draw = random.Random(1)
    for _ in range(500):
        height, width = draw.randint(1, 5), draw.randint(1, 5)
        # Few different numbers: many ties.
        matrix = [[draw.randint(0, 6) / 6 for _ in range(width)] for _ in range(height)]
        value, rows, columns = best_play(matrix)
        assert sum(rows) == pytest.approx(1)
        assert sum(columns) == pytest.approx(1)
        assert min(*rows, *columns) >= -1e-9
        for column in zip(*matrix, strict=True):
            assert sum(map(float.__mul__, rows, column)) >= value - 1e-9, matrix
        for line in matrix:
            assert sum(map(float.__mul__, columns, line)) <= value + 1e-9, matrix


def test_what_one_seat_wins_the_other_loses() -> None:
    draw = random.Random(2)
    for _ in range(200):
        matrix = [[draw.random() for _ in range(4)] for _ in range(3)]
        turned = [[1 - x for x in column] for column in zip(*matrix, strict=True)]
        assert best_play(matrix).value + best_play(turned).value == pytest.approx(1)


def late_positions(turns: Turns, seed: int, wanted: int, least: int) -> list[Position]:
    """Positions of random games with at least so many crosses and penalties."""
    draw, found = random.Random(seed), list[Position]()
    while len(found) < wanted:
        end: End = turns.start
        while isinstance(end, Position):
            sheets = (end.rolls, end.waits)
            crosses = sum(mask.bit_count() for sheet in sheets for mask in sheet.rows)
            if crosses + sum(sheet.penalties for sheet in sheets) >= least:
                found.append(end)
                break
            window = turns.window(end, draw.choice(list(turns.whites()))[0])
            middle = draw.choice(draw.choice(window.middles))
            end = draw.choice([middle.nothing, *middle.crosses.values()])
    return found


def test_the_mirrored_game_is_the_same_game(solver: Solver) -> None:
    # Dice turned over (1 2 3 to 3 2 1) make green of red and blue of yellow.
    def mirrored(sheet: Sheet) -> Sheet:
        red, yellow, green, blue = sheet.rows
        return replace(sheet, rows=(green, blue, red, yellow))

    for position in late_positions(solver.turns, seed=3, wanted=10, least=9):
        closed = (position.closed << 2 | position.closed >> 2) & 0b1111
        other = Position(mirrored(position.rolls), mirrored(position.waits), closed)
        assert solver.value(other) == pytest.approx(solver.value(position), abs=1e-12), position


def listed(solver: Solver, position: Position) -> float:
    """The value of a position from all rolls of six dice, every move played by the core."""
    game = new_game(solver.turns.variant, ["mover", "other"])
    game = replace(game, sheets=(position.rolls, position.waits), closed=position.closed)
    faces = range(1, game.variant.sides + 1)
    dice = [[None] if game.closed >> row & 1 else list(faces) for row in ROWS]
    values = [
        best_play(matrix_of(solver, roll(game, Roll(white, colours)).state)).value
        for white in product(faces, faces)
        for colours in product(*dice)
    ]
    return sum(values) / len(values)


def matrix_of(solver: Solver, game: Game) -> Matrix:
    mine, theirs = legal_moves(game, 0), legal_moves(game, 1)
    return [
        [best_second(solver, play(play(game, 0, a).state, 1, b).state) for b in theirs]
        for a in mine
    ]


def best_second(solver: Solver, game: Game) -> float:
    if game.stage == "action2":
        return max(best_second(solver, play(game, 0, m).state) for m in legal_moves(game, 0))
    if game.over:
        mover, other = result(game).totals
        return 1.0 if mover > other else 0.5 if mover == other else 0.0
    settled = [solver.turns.settled(sheet, game.closed) for sheet in game.sheets]
    return 1 - solver.value(Position(settled[1], settled[0], game.closed))


def test_the_core_lists_the_same_values(solver: Solver) -> None:
    for position in [ONE_ROLL_DECIDES, *late_positions(solver.turns, seed=4, wanted=3, least=9)]:
        assert listed(solver, position) == pytest.approx(solver.value(position), abs=1e-12)


def test_chances_of_rolls_add_up(solver: Solver) -> None:
    for position in late_positions(solver.turns, seed=5, wanted=20, least=9):
        assert sum(r.chance for r in solver.rolls(position)) == pytest.approx(1)


def test_no_player_gets_more_than_the_value_from_an_exact_one(solver: Solver) -> None:
    def points_now(end: End) -> tuple[float, float]:
        if isinstance(end, Final):
            return 100 * end.share, -100 * end.share
        lead = solver.turns.total(end.waits) - solver.turns.total(end.rolls)
        return lead, -lead

    match = Match(solver, Player(points_now))
    short = 0.0
    for position in late_positions(solver.turns, seed=6, wanted=8, least=9):
        value = solver.value(position)
        rolls, waits = match.worth(position)
        assert rolls.worst <= rolls.exact + 1e-9 <= value + 2e-9
        assert waits.worst <= waits.exact + 1e-9 <= 1 - value + 2e-9
        short += 1 - rolls.exact - waits.exact
    assert short > 0.01  # so that the law is not empty: points alone are not good play


def test_exact_values_make_a_perfect_player_where_nothing_is_to_be_guessed(
    solver: Solver,
) -> None:
    def exact(end: End) -> tuple[float, float]:
        worth = solver.worth(end)
        return worth, 1 - worth

    rolls, waits = Match(solver, Player(exact)).worth(ONE_ROLL_DECIDES)
    assert rolls == pytest.approx((73 / 81, 73 / 81))
    assert waits == pytest.approx((8 / 81, 8 / 81))


@pytest.mark.long
def test_the_whole_game_is_worth_what_its_page_says(variant: Variant) -> None:
    page = (SHEET.parents[2] / "docs/bots/reduced.md").read_text("utf-8")
    whole = Solver(Turns(variant))
    assert f"wins **{100 * whole.value(whole.turns.start):.2f}%**" in page
    assert f"{len(whole.known):,} positions" in page
