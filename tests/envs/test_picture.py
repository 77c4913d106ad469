"""A table as text: all that is on a sheet is seen, on every sheet."""

from __future__ import annotations

from random import Random

import pytest

from rowlock import legal_moves, parse_position
from rowlock.envs.rendering import picture
from rowlock.envs.seat_games import CoreGame
from rowlock.envs.setting import make_setting
from rowlock.variants import BUILT_IN

SEEN = {
    # Crosses as records write them, and what the text says of them, with single blanks.
    "classic": ("r2,3,5 y- g12 b- x1", ["r (2) (3) · (5) 6 7 8 9 10 11 12 [ ] 3x = 6", "x . . ."]),
    "longo": ("r2 y- g- b- x0 6&11", ["Ann (active) lucky 6&11", "r (2) 3"]),
    "mixx_a": ("r2,3 y- g- b- x0", ["r (y2) (y3) y4 b5 b6 b7 g8 g9 g10 r11 r12 [ ] 2x = 3"]),
    "mixx_b": ("r10,2 y- g- b- x0", ["r (10) · (2) 8 3 4 12 5 9 7 11 [ ] 2x = 3"]),
    "bonus_a": ("r3,4 y- g- b- x0 =x..x........", ["bar (r) y g (b) g r b y r y b g"]),
    "bonus_b": ("r6 y- g- b8,4 x0", ["(6⬡)", "bonus ○ ◇ □ (⬡) ☆", "- 0 + 13 = 17"]),
    "double_a": ("r2,2,3 y- g- b- x0", ["r (2²) (3) 4 5 6 7 8 9 10 11 12 [ ] 3x = 6"]),
    "double_b": ("r2,3 y- g- b- x0", ["r (2) (3²) 4 5² 6 7 8 9² 10 11² 12 [ ] 3x = 6"]),
    "connected_steps": ("r- y2 g11 b- x0", ["y (2')", "steps 2x = 3", "- 0 + 3 = 5"]),
    "connected_chain": (
        "r6 y6 g- b- x0",
        ["y · · · · (6°) 7 8° 9 10 11° 12", "chain r6-y6 r11-y11 y3-g11 y8-g6 g9-b9 g4-b4"],
    ),
    "x_change": ("r5 y- g- b- x0 ~-x.......", ["swap · (9/7) 11/3 7/4 10/3 8/6 10/5 11/9 6/4"]),
    "big_points": (
        "r2,3 y2 g- b- o2,3 c- x0",
        ["4x = 10", "o (2) (3) 4 5 6 7 8 9 10 11 12", "3x = 6"],  # o2 and o3 count in both
    ),
}


def test_every_printed_sheet_is_tried() -> None:
    assert set(SEEN) == set(BUILT_IN)


@pytest.mark.parametrize("name", SEEN)
def test_the_text_contains_the_whole_sheet(name: str) -> None:
    sheet, wanted = SEEN[name]
    game = parse_position(f'{name} 4 1 roll; "Ann" {sheet}')
    text = " ".join(picture(game, "ansi").split())
    for words in wanted:
        assert words in text


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_two_tables_look_the_same(name: str) -> None:
    """Whatever differs between two tables of a game is seen, or they are at the same point."""
    table, rng = CoreGame(make_setting(name, 2)), Random(3)
    told: dict[str, tuple[str, ...]] = {}
    for number in range(3):
        table.begin(5, number)
        while not table.over:
            game, seat = table.game, rng.choice(table.owing)
            _, sheets = picture(game, "ansi").split("\n", 1)
            true = (str(game.closed), *(str(sheet) for sheet in game.sheets), str(game.active))
            assert told.setdefault(sheets, true) == true
            table.play(seat, rng.choice(legal_moves(game, seat)))
    assert len(told) > 30
