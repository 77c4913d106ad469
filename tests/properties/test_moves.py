"""A legal move applies; an illegal one is refused with a reason and changes nothing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock import (
    NOTHING,
    ChooseRow,
    ColourCross,
    Game,
    Illegal,
    LuckyCross,
    Move,
    PlayCards,
    Roll,
    SwapCross,
    Take,
    WhiteCross,
    deal,
    deciders,
    format_position,
    legal_moves,
    parse_move,
    play,
    random_roll,
    roll,
)
from rowlock.core.cards import deck
from rowlock.testing.strategies import PlayedGame, played, setups
from tests.properties.law import law
from tests.properties.naive import Table


def all_moves(game: Game) -> list[Move]:
    """Every move there could be on this sheet, and some that there cannot."""
    cells = [*game.variant.cell, "r1", "q7"]
    kinds = (WhiteCross, LuckyCross, SwapCross, ColourCross)
    moves: list[Move] = [NOTHING, *(kind(name) for name in cells for kind in kinds)]
    moves += [ChooseRow(row) for row in range(-1, 6)]
    moves += [Take(()), Take((4,)), Take((4, 7)), Take((2, 2, 9)), Take((3, 4, 5, 6, 7))]
    for colour in range(-1, 5):
        for numbers in ((), (5,), (4, 6), (2, 3, 4), (9, 10, 12), (4, 5, 6, 7)):
            moves += [PlayCards(colour, numbers, (), crossed) for crossed in ((), numbers, (13,))]
            moves += [PlayCards(colour, numbers[1:], numbers[:1], numbers)]
    return moves


@law(25)
@given(played(), st.integers(0, 2**32 - 1))
def test_legal_moves_apply_and_all_others_are_refused(line: PlayedGame, seed: int) -> None:
    game = Random(seed).choice(line.games)
    before = (hash(game), format_position(game))
    for seat in range(-1, len(game.names) + 1):
        legal = legal_moves(game, seat)
        for move in {*all_moves(game), *legal}:
            if move in legal:
                assert play(game, seat, move).state != game
                continue
            with pytest.raises(Illegal) as caught:
                play(game, seat, move)
            refusal = caught.value
            assert refusal.code
            assert (refusal.seat, refusal.move) == (seat, str(move))
            on_table = 0 <= seat < len(game.names)
            assert str(move) in refusal.message or not on_table or move == NOTHING
    assert (hash(game), format_position(game)) == before


@law(60)
@given(played())
def test_the_offered_moves_are_those_that_the_rules_say(line: PlayedGame) -> None:
    for game in line.games:
        for seat in game.seats:
            offered = [str(move) for move in legal_moves(game, seat)]
            expected = Table(game, seat).legal() if seat in deciders(game) else set()
            assert set(offered) == expected, format_position(game)
            assert len(offered) == len(set(offered))


@law(30)
@given(played(), st.integers(0, 2**32 - 1))
def test_nothing_but_what_is_due_can_come_in(line: PlayedGame, seed: int) -> None:
    rng = Random(seed)
    for game in rng.sample(line.games, min(10, len(line.games))):
        if game.stage != "roll":
            with pytest.raises(Illegal) as caught:
                roll(game, random_roll(game, rng))
            assert caught.value.code == "no_roll_due"
        if game.stage != "deal":
            with pytest.raises(Illegal) as caught:
                deal(game, deck(jokers=False))
            assert caught.value.code == "no_deal_due"
        else:
            with pytest.raises(Illegal) as caught:
                deal(game, deck(jokers=False)[1:])
            assert caught.value.code == "wrong_cards"


@law(30)
@given(played(setups(turns=["dice"])), st.integers(0, 2**32 - 1))
def test_only_a_roll_of_the_dice_in_play_is_taken(line: PlayedGame, seed: int) -> None:
    rng = Random(seed)
    waiting = [game for game in line.games if game.stage == "roll"]
    for game in rng.sample(waiting, min(5, len(waiting))):
        dice, sides = random_roll(game, rng), game.variant.sides
        assert roll(game, dice).state.stage == "action1"
        colour = rng.randrange(4)
        other = 1 if dice.colours[colour] is None else None
        wrong = (*dice.colours[:colour], other, *dice.colours[colour + 1 :])
        bad = [
            (Roll(dice.white, wrong), "die_missing" if other is None else "die_removed"),
            (Roll((0, 1), dice.colours), "bad_die"),
            (Roll((1, sides + 1), dice.colours), "bad_die"),
            (Roll(dice.white, dice.colours[:3]), "bad_die"),
            (Roll(dice.white, tuple(sides + 1 for _ in dice.colours)), "bad_die"),
        ]
        for given_dice, code in bad:
            with pytest.raises(Illegal) as caught:
                roll(game, given_dice)
            assert caught.value.code == code


@law(40)
@given(played())
def test_every_offered_move_parses_back_from_its_text(line: PlayedGame) -> None:
    for game in line.games:
        for seat in deciders(game):
            for move in legal_moves(game, seat):
                assert parse_move(str(move), cards=game.cards is not None) == move
