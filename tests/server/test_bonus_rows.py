"""What a player is shown of a bonus row in action 2: which dice make an option, and why not."""

from __future__ import annotations

import pytest

from rowlock import Game, parse_position
from rowlock.table.commands.why_not import _in_turn
from rowlock.table.move_preview import options

# Whites 3 and 4, red 4, yellow 3: 3 + 4 = 7 in red, 4 + 3 = 7 in yellow.
SEVEN = 'big_points 1 1 action2 34 4311; "Ann" {} g- b- o- c- x0'
# Whites 1 and 6, red 2, yellow 4: 3 and 8 in red, 5 and 10 in yellow.
OTHERS = 'big_points 1 1 action2 16 2466; "Ann" r5 y3 g- b- o- c- x0'


def position(rows: str) -> Game:
    return parse_position(SEVEN.format(rows))


@pytest.mark.parametrize(
    ("rows", "dice"),
    [
        ("r7 y-", ((0, 0),)),  # the first white die and red
        ("r- y7", ((1, 1),)),  # the second one and yellow
        ("r7 y7", ((0, 0), (1, 1))),
    ],
)
def test_an_option_names_the_dice_of_crossed_neighbours(
    rows: str, dice: tuple[tuple[int, int], ...]
) -> None:
    [shown] = [option for option in options(position(rows), 0) if option.move == "+o7"]
    assert shown.dice == dice


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("o3", "no_neighbour"),  # rolled for red, crossed in yellow
        ("o5", "no_neighbour"),  # the other way round
        ("o8", "no_neighbour"),  # crossed in neither
        ("y10", None),
    ],
)
def test_why_a_bonus_cell_cannot_be_crossed_in_action_2(cell: str, code: str | None) -> None:
    game = parse_position(OTHERS)
    assert _in_turn(game, 0, game.variant.cell[cell]) == code


def test_why_not_with_no_die_at_all() -> None:
    # 4 and 5 in red, 4 and 5 in yellow: red 9 is crossed, and no die makes 9.
    game = parse_position('big_points 1 1 action2 34 1111; "Ann" r9 y- g- b- o- c- x0')
    assert _in_turn(game, 0, game.variant.cell["o9"]) == "not_rolled"
