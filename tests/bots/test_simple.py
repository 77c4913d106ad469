"""Random and Greedy: what they choose in positions worked out by hand."""

from __future__ import annotations

import random

import pytest

from rowlock import Roll, deal, load_variant, new_game, play, roll, view
from rowlock.bots.simple import Greedy, Random
from rowlock.core.cards import deck
from rowlock.core.chance import shuffled_cards
from rowlock.core.state import Game
from tests.scenarios.spec import with_sheets

RNG = random.Random(1)


def game_with(name: str, *sheets: str) -> Game:
    return with_sheets(new_game(load_variant(name), ["Ann", "Ben"][: len(sheets)]), list(sheets))


def rolled(game: Game, white: tuple[int, int], colours: str) -> Game:
    dice = tuple(None if die == "-" else int(die) for die in colours)
    return roll(game, Roll(white, dice)).state


def choice(game: Game, gap: int, seat: int = 0) -> str:
    return str(Greedy(gap).choose(view(game, seat), RNG))


def test_greedy_takes_the_cell_that_leaves_out_the_fewest() -> None:
    # The 5 leaves out 3 cells in red, 1 in yellow (after the 3), 7 in green and blue.
    game = rolled(game_with("classic", "r- y2,3 g- b- x0", "r- y- g- b- x0"), (4, 1), "6666")
    assert choice(game, gap=2) == "y5"
    assert choice(game, gap=0) == "-"


def test_among_equals_greedy_takes_the_row_with_more_crosses() -> None:
    # The 7 is next to the last cross in red (2 crosses), yellow (1) and green (4).
    sheet = "r5,6 y6 g12,11,10,8 b- x0"
    game = rolled(game_with("classic", sheet, "r- y- g- b- x0"), (4, 3), "6666")
    assert choice(game, gap=1) == "g7"


def test_greedy_takes_the_upper_of_equal_rows() -> None:
    game = rolled(game_with("classic", "r- y- g- b- x0", "r- y- g- b- x0"), (1, 2), "6666")
    assert choice(game, gap=1) == "r3"


def test_greedy_stretches_its_limit_by_one_cell_to_avoid_a_penalty() -> None:
    # Action 2 offers r4 (leaves out 2), y8, g9 (3) and more: with a limit of 1 nothing fits
    # but 2 do, because Ann has crossed nothing yet.
    game = rolled(game_with("classic", "r- y- g- b- x0"), (3, 3), "1666")
    assert choice(game, gap=1) == "-"
    game = play(game, 0, view(game, 0).legal[0]).state
    assert choice(game, gap=1) == "+r4"
    assert choice(game, gap=0) == "-"


def test_greedy_does_not_stretch_when_no_penalty_is_due() -> None:
    game = rolled(game_with("classic", "r2,3,4,5 y- g- b- x0"), (3, 3), "6622")
    # Action 1: r6. Action 2 then offers y9, g5, b5: none within one cell; r9 leaves out 2.
    game = play(game, 0, Greedy(1).choose(view(game, 0), RNG)).state
    assert game.crossed
    assert choice(game, gap=1) == "-"
    assert choice(game, gap=2) == "+r9"


def test_a_lucky_cross_leaves_out_nothing() -> None:
    game = new_game(load_variant("longo"), ["Ann", "Ben"], lucky=[(6, 11), (5, 10)])
    game = rolled(game, (5, 1), "3256")
    assert choice(game, gap=3) == "*r2"


def test_a_tied_row_is_chosen_for_its_room() -> None:
    # Yellow 11 earns the circle (green 9 is crossed). Red, green and blue have one cross each;
    # red has 4 cells left behind its 8, green 7 behind its 9, blue 9 behind its 11.
    game = game_with("bonus_b", "r8 y10 g9 b11 x0", "r- y- g- b- x0")
    game = rolled(game, (5, 6), "1111")
    game = play(game, 0, Greedy(0).choose(view(game, 0), RNG)).state
    assert [str(move) for move in view(game, 0).legal] == ["?r", "?g", "?b"]
    assert choice(game, gap=0) == "?b"


@pytest.mark.parametrize("bot", [Random(), Greedy(0), Greedy(1), Greedy(3)])
@pytest.mark.parametrize("jokers", [False, True])
def test_both_bots_play_the_card_game_to_its_end(bot: Random | Greedy, jokers: bool) -> None:
    rng = random.Random(5)
    game = new_game(load_variant("mixx_a"), ["Ann", "Ben", "Cleo"], cards=True, jokers=jokers)
    while not game.over:
        if game.stage == "deal":
            game = deal(game, shuffled_cards(game, rng)).state
            continue
        for seat in game.seats:
            seen = view(game, seat)
            if seen.legal:
                game = play(game, seat, bot.choose(seen, rng)).state
                break
    assert game.reason is not None


def test_with_cards_greedy_takes_what_is_near_and_crosses_as_much_as_it_can() -> None:
    red = [card for card in deck(jokers=False) if card.colour == 0]  # r2 ... r12
    rest = [card for card in deck(jokers=False) if card.colour != 0]
    game = deal(new_game(load_variant("classic"), ["Ann"], cards=True), red + rest).state
    # Ann holds 2 3 4 5 of red; the display shows 6 7 8 9, the pile 10 11 12. The nearest cell
    # of a 9 is g9 or b9 behind three others, of a 6 it is r6 behind four.
    assert choice(game, gap=1) == "t9"
    game = play(game, 0, view(game, 0).legal[-1]).state
    # The top of the pile, after the display was filled, is 11: g11 leaves out one cell.
    assert choice(game, gap=0) == "-"
    game = play(game, 0, view(game, 0).legal[0]).state
    # Three cards next to each other from the left end: nothing is left out.
    assert choice(game, gap=0) == "+r2,3,4"


def test_with_cards_greedy_discards_the_card_that_is_furthest_from_use() -> None:
    red = [card for card in deck(jokers=False) if card.colour == 0]
    rest = [card for card in deck(jokers=False) if card.colour != 0]
    start = new_game(load_variant("classic"), ["Ann"], cards=True)
    game = with_sheets(start, ["r4 y- g- b- x0"])
    game = deal(game, red[1:] + red[:1] + rest).state  # r3 r4 r5 r6 in hand
    game = play(game, 0, view(game, 0).legal[0]).state  # and r7
    game = play(game, 0, view(game, 0).legal[0]).state  # nothing in action 1
    # 5 6 7 go right behind the 4, so with those all is well; without them 3 and 4 are dead.
    assert choice(game, gap=0) == "+r5,6,7"
    blocked = with_sheets(game, ["r11 y- g- b- x0"])
    assert choice(blocked, gap=0) == "+r3/-"


def test_a_gap_below_zero_makes_no_sense() -> None:
    with pytest.raises(ValueError, match="below 0"):
        Greedy(-1)


def test_random_takes_every_move_now_and_then() -> None:
    game = rolled(game_with("classic", "r- y- g- b- x0"), (1, 2), "6666")
    legal = view(game, 0).legal
    taken = {Random().choose(view(game, 0), random.Random(n)) for n in range(100)}
    assert taken == set(legal)
