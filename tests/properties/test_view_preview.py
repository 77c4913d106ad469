"""A bot can look one move ahead: `View.preview` says what `preview` of the game says."""

from __future__ import annotations

from random import Random

import pytest

from rowlock import (
    Game,
    Illegal,
    deal,
    deciders,
    new_game,
    parse_roll,
    play,
    preview,
    random_roll,
    roll,
    score,
    shuffled_cards,
    variant_names,
    view,
)

CARDS = ("classic", "mixx_a", "bonus_b", "connected_chain")
"""Sheets with cards, two of them with chains."""


def next_decision(game: Game, rng: Random) -> Game:
    while game.stage in ("roll", "deal"):
        if game.stage == "roll":
            game = roll(game, random_roll(game, rng)).state
        else:
            game = deal(game, shuffled_cards(game, rng)).state
    return game


@pytest.mark.parametrize(
    ("name", "cards"),
    [(name, False) for name in variant_names()] + [(name, True) for name in CARDS],
)
def test_a_view_previews_what_the_game_does(name: str, cards: bool) -> None:
    rng = Random(3)
    game = next_decision(new_game(name, ["Ann", "Ben"], cards=cards), rng)
    while not game.over:
        for seat in deciders(game):
            seen = view(game, seat)
            for move in seen.legal:
                expected = preview(game, seat, move)
                assert seen.preview(move) == expected
                assert preview(seen, seat, str(move)) == expected
        seat = deciders(game)[-1]
        game = next_decision(play(game, seat, rng.choice(view(game, seat).legal)).state, rng)


def test_a_view_previews_for_its_own_seat_and_legal_moves_only() -> None:
    game = roll(new_game("classic", ["Ann", "Ben"]), parse_roll("41 3256")).state
    ben = view(game, 1)
    with pytest.raises(Illegal, match=r"r6 is not legal for this seat now \(legal: -, r5, y5"):
        ben.preview("r6")
    with pytest.raises(Illegal, match="this is the view of seat 1, not of seat 0"):
        preview(ben, 0, "r5")
    with pytest.raises(Illegal, match=r"not legal for this seat now \(legal: nothing\)"):
        view(game, None).preview("r5")


def test_a_bot_looks_one_move_ahead_with_public_names() -> None:
    """A penalty costs five points, a second cross in red earns two more."""
    game = roll(new_game("classic", ["Ann"]), parse_roll("41 3256")).state
    game = play(game, 0, "r5").state
    ann = view(game, 0)
    best = max(ann.legal, key=lambda move: score(ann.variant, ann.preview(move).sheet).total)
    assert str(best) == "+r7"


def test_a_seats_game_does_not_contain_answers_of_others() -> None:
    game = roll(new_game("classic", ["Ann", "Ben"]), parse_roll("41 3256")).state
    assert view(play(game, 0, "r5").state, 1).known_game() == game
