"""The card game's network: it sees what its seat may see, and wins more for it."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from rowlock import deal, legal_moves, new_game, play, shuffled_cards, view
from rowlock.bots.cards import choose_by_network
from rowlock.bots.champion import Champion
from rowlock.bots.evaluation.card_network import CardNetwork, card_network, known_after
from rowlock.bots.heuristic import Heuristic
from rowlock.core.cards import Card
from rowlock.core.state import Game
from rowlock.matches import Match, play_matches, verdict
from rowlock.variants import load_variant

CLASSIC = load_variant("classic")


@pytest.fixture
def network() -> CardNetwork:
    found = card_network(CLASSIC)
    assert found is not None
    return found


def dealt(seed: int, players: int = 2) -> Game:
    game = new_game(CLASSIC, ["Ann", "Ben", "Cid"][:players], cards=True)
    return deal(game, shuffled_cards(game, Random(seed))).state


def test_at_the_start_the_first_player_has_a_chance_like_any_other(network: CardNetwork) -> None:
    here = view(dealt(1), 0)
    shares = network.expect(here, [known_after(here, move) for move in here.legal])
    assert all(0.3 < share < 0.8 for share in shares)


def test_colours_that_a_seat_cannot_see_change_nothing(network: CardNetwork) -> None:
    game = dealt(2)
    cards = game.cards
    assert cards is not None
    other = tuple(Card(c.number, ((c.colour or 0) + 1) % 4) for c in cards.display)
    swapped = replace(game, cards=replace(cards, display=other))
    for move in legal_moves(game, 0):
        one, two = (
            network.expect(view(g, 0), [known_after(view(g, 0), move)]) for g in (game, swapped)
        )
        assert one == two


def test_a_play_that_ends_the_game_ahead_is_a_sure_win(network: CardNetwork) -> None:
    # Ann leads by far with three penalties: she plays a card that crosses nothing.
    game = dealt(3)
    full = replace(game.sheets[0], rows=(0b11111, 0b11111, 0b11111, 0b11111), penalties=3)
    game = replace(game, sheets=(full, game.sheets[1]))
    game = play(game, 0, legal_moves(game, 0)[0]).state
    for seat in (0, 1):
        game = play(game, seat, "-").state
    here = view(game, 0)
    assert here.phase == "action2"
    chosen = choose_by_network(here, network, Random(1))
    after = play(game, 0, chosen).state
    assert after.over or after.sheets[0].penalties == 3  # it won, or has something better to do


@pytest.mark.parametrize("sheet", ["classic", "mixx_a", "mixx_b", "double_b"])
def test_with_cards_a_penalty_costs_a_part_of_the_chances(sheet: str) -> None:
    game = new_game(load_variant(sheet), ["Ann", "Ben"], cards=True)
    game = deal(game, shuffled_cards(game, Random(4))).state
    network = card_network(game.variant)
    assert network is not None
    fined = replace(game, sheets=(replace(game.sheets[0], penalties=2), game.sheets[1]))
    for move in legal_moves(game, 0):
        before, after = (
            network.expect(view(g, 0), [known_after(view(g, 0), move)])[0] for g in (game, fined)
        )
        assert after < before - 0.05


def test_the_champion_with_cards_beats_the_heuristic() -> None:
    match = Match(CLASSIC, ("c", "h"), (Champion(), Heuristic()), threads=1, cards=True)
    champion = verdict(match.names, list(play_matches(match, 60)))[0]
    assert champion.win_share > 0.5
