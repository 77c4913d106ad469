"""Nobody sees what is hidden: games that differ only in it look the same."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rowlock import (
    Card,
    Game,
    Illegal,
    Roll,
    deciders,
    legal_moves,
    new_game,
    play,
    roll,
    take_back,
    view,
)
from rowlock.core.cards import CardTable
from rowlock.testing.strategies import PlayedGame, played, setups
from tests.properties.law import law

PUBLIC = (
    "variant",
    "names",
    "lucky",
    "sheets",
    "active",
    "turn",
    "closed",
    "roll",
    "crossed",
    "reason",
)


def with_other_answers(game: Game, seat: int | None, rng: Random) -> Game:
    """The same moment, in which other seats have answered something else."""
    if game.stage != "action1":
        return game
    for other in game.seats:
        if other == seat:
            continue
        owing = other in deciders(game)
        if game.answers[other] is not None:
            game = take_back(game, other)
        for _ in range(20):
            if owing:
                # Owing a first answer and owing a choice in a chain must look the same.
                moves = legal_moves(game, other)
                tried = play(game, other, rng.choice(moves)).state if rng.random() < 0.5 else game
                if tried.stage == "action1" and other in deciders(tried):
                    game = tried
                    break
            else:
                tried = game
                while other in deciders(tried):
                    tried = play(tried, other, rng.choice(legal_moves(tried, other))).state
                game = tried
                break
    return game


def with_other_cards(game: Game, seat: int | None, rng: Random) -> Game:
    """The same moment with other colours on all cards that `seat` cannot see the face of."""
    table = game.cards
    if table is None or not table.hands:
        return game
    hidden = [hand if other != seat else () for other, hand in enumerate(table.hands)]
    places = [*hidden, table.display, table.pile]
    faces: dict[int, list[Card]] = {}
    for cards in places:
        for card in cards:
            faces.setdefault(card.number, []).append(card)
    for same_number in faces.values():
        rng.shuffle(same_number)
    recoloured = [tuple(faces[card.number].pop() for card in cards) for cards in places]
    *hands, display, pile = recoloured
    rest = list(pile[1:])
    rng.shuffle(rest)  # below its top card even the numbers of the pile are unknown
    shown = tuple(
        table.hands[other] if other == seat else tuple(sorted(hand, key=str))
        for other, hand in enumerate(hands)
    )
    other_table = CardTable(table.jokers, shown, display, (*pile[:1], *rest), table.discards)
    return replace(game, cards=other_table)


@law(80)
@given(played(setups(seats=range(2, 6))), st.integers(0, 2**32 - 1))
def test_games_that_differ_in_hidden_things_look_the_same(line: PlayedGame, seed: int) -> None:
    rng = Random(seed)
    for game in rng.sample(line.games, min(25, len(line.games))):
        for seat in (None, *game.seats):
            twin = with_other_cards(with_other_answers(game, seat, rng), seat, rng)
            assert view(twin, seat) == view(game, seat)
            assert msgspec.json.encode(view(twin, seat)) == msgspec.json.encode(view(game, seat))


def test_the_compiled_specs_of_these_tests_differ() -> None:
    """Otherwise the test above would be empty."""
    game = roll(new_game("classic", ["Ann", "Ben", "Cleo"]), Roll((4, 1), (3, 2, 5, 6))).state
    game = play(game, 1, legal_moves(game, 1)[1]).state
    twins = {with_other_answers(game, 0, Random(seed)) for seed in range(20)}
    assert len(twins) > 3
    assert {deciders(twin) for twin in twins} == {(0, 2)}


def coloured_cards(value: Any) -> list[tuple[int, int]]:
    """Every card with a visible colour in decoded JSON."""
    if isinstance(value, dict):
        if {"number", "colour"} == set(value):
            return [(value["number"], value["colour"])]
        return [card for part in value.values() for card in coloured_cards(part)]
    if isinstance(value, list):
        return [card for part in value for card in coloured_cards(part)]
    return []


@law(40)
@given(played(setups(turns=["cards"])))
def test_the_json_of_a_view_shows_no_colour_of_a_hidden_card(line: PlayedGame) -> None:
    for game in line.games:
        if game.cards is None:
            continue
        for seat in (None, *game.seats):
            own = () if seat is None else game.cards.hands[seat]
            faces = [(card.number, card.colour) for card in (*own, *game.cards.discards)]
            decoded = msgspec.json.decode(msgspec.json.encode(view(game, seat).cards))
            assert sorted(map(str, coloured_cards(decoded))) == sorted(map(str, faces))


def said(game: Game, seat: int | None) -> str:
    """What a seat is told of the phase: that a chain waits for a choice is said to its owner."""
    if game.stage != "action1":
        return game.phase
    answer = None if seat is None else game.answers[seat]
    return "choice" if answer and answer.draft.tied else "action1"


@law(50)
@given(played())
def test_a_view_shows_all_that_is_public_and_the_own_answer(line: PlayedGame) -> None:
    for game in line.games:
        for seat in (None, *game.seats):
            seen = view(game, seat)
            for name in PUBLIC:
                assert getattr(seen, name) == getattr(game, name)
            assert (seen.seat, seen.phase) == (seat, said(game, seat))
            assert seen.announced == game.announced
            assert seen.answered == tuple(s not in deciders(game) for s in game.seats)
            answer = None if seat is None else game.answers[seat]
            assert seen.moves == (answer.moves if answer else ())
            assert seen.draft == (answer.draft.sheet if answer else None)
            assert seen.legal == (() if seat is None else legal_moves(game, seat))


@law(30)
@given(played(setups(turns=["cards"])))
def test_a_view_shows_the_backs_of_the_cards_and_the_own_faces(line: PlayedGame) -> None:
    for game in line.games:
        table = game.cards
        for seat in (None, *game.seats):
            seen = view(game, seat).cards
            assert (seen is None) == (table is None)
            if seen is None or table is None:
                continue
            assert seen.jokers == table.jokers
            assert seen.hand == (() if seat is None else table.hands[seat])
            assert seen.hands == tuple(
                tuple(sorted(card.number for card in hand)) for hand in table.hands
            )
            assert list(seen.display) == [card.number for card in table.display]
            assert seen.top == (table.pile[0].number if table.pile else None)
            assert (seen.pile, seen.discards) == (len(table.pile), table.discards)


def test_before_the_deal_a_view_shows_no_cards() -> None:
    seen = view(new_game("classic", ["Ann", "Ben"], cards=True), 0).cards
    assert seen is not None
    assert (seen.hand, seen.hands, seen.display, seen.top, seen.pile) == ((), (), (), None, 0)


@law(10)
@given(played())
def test_there_is_no_view_from_a_seat_outside_of_the_table(line: PlayedGame) -> None:
    for seat in (-1, len(line.setup.names)):
        with pytest.raises(Illegal) as caught:
            view(line.last, seat)
        assert caught.value.code == "no_such_seat"
