"""Games of two to five: whose choices cost what, and what the judge is sure of."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from rowlock import Move, Record, View, format_record, parse_position, parse_record
from rowlock.reviews import Review, review
from rowlock.reviews.answers import answers_of
from rowlock.reviews.evaluators import CalibratedNetworkEvaluator, evaluator_for
from tests.reviews.games import bots_game


class Blunder:
    """In one decision of one seat another answer than the bot's, drawn at random."""

    def __init__(self, seat: int, after: int, seed: int) -> None:
        self.seat, self.after, self.rng = seat, after, random.Random(seed)
        self.planted: tuple[int, str, str] | None = None

    def __call__(self, seen: View, move: Move) -> Move:
        others = [other for other in seen.legal if other != move]
        if seen.seat != self.seat or seen.turn < self.after or not others or self.planted:
            return move
        wrong = self.rng.choice(others)
        self.planted = (seen.turn, seen.phase, str(wrong))
        return wrong


@pytest.mark.parametrize("number", range(4))
def test_a_planted_blunder_is_the_costliest_choice(number: int) -> None:
    blunder = Blunder(seat=number % 2, after=4 + number, seed=number)
    found = review(bots_game(("champion", "champion"), number, meddle=blunder))
    worst = found.decisions[found.seats[blunder.seat].costliest[0]]
    assert (worst.turn, worst.phase, worst.chosen) == blunder.planted
    assert worst.loss == max(each.loss for each in found.decisions)


@pytest.mark.parametrize("variant", ["classic", "longo", "bonus_b"])
def test_the_champion_loses_almost_nothing_by_its_own_values(variant: str) -> None:
    found = review(bots_game(("champion", "champion"), 1, variant))
    for decision in found.decisions:
        # By a margin it may prefer what wins as often; exact ends may know better than it does.
        assert decision.loss <= (0.05 if decision.exact else 1e-4), decision


def test_weaker_levels_give_more_away() -> None:
    def given_away(level: str) -> float:
        games = [review(bots_game((level, "champion"), number)) for number in range(5)]
        return sum(game.seats[0].loss_mean for game in games) / len(games)

    assert given_away("gentle") > given_away("medium") > given_away("champion")


def test_with_two_players_the_parts_mirror_each_other() -> None:
    found = review(bots_game(("medium", "easy"), 2))
    one, two = found.seats
    assert one.result is not None
    assert two.result is not None
    assert one.result + two.result == 1
    assert one.residual is not None
    assert two.residual is not None
    assert one.start is not None
    assert two.start is not None
    assert one.start + two.start == pytest.approx(1, abs=1e-12)
    assert one.luck + two.luck == pytest.approx(0, abs=1e-12)
    assert one.residual + two.residual == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("players", [2, 4])
def test_the_start_knows_who_begins_and_all_chances_add_up(players: int) -> None:
    """Beginning wins 53.4% of games of two and 29.7% of games of four between champions."""
    games = [review(bots_game(("hard",) * players, number)) for number in (0, 1)]
    for found in games:
        first = found.rolls[0].active
        starts = {seat.seat: seat.start or 0.0 for seat in found.seats}
        assert max(starts, key=lambda seat: starts[seat]) == first
        assert starts[first] == pytest.approx({2: 0.534, 4: 0.29}[players], abs=0.02)
        for said in (starts.values(), *(roll.before for roll in found.rolls)):
            assert sum(said) == pytest.approx(1, abs=1e-12)
        for roll in found.rolls:
            assert sum(roll.after) == pytest.approx(1, abs=1e-12)
        for seat in found.seats:
            assert seat.residual is not None
            lost = sum(each.loss for each in found.decisions if each.seat == seat.seat)
            parts = starts[seat.seat] + seat.luck - lost + seat.given + seat.residual
            assert parts == pytest.approx(seat.result, abs=1e-12)
            even = starts[seat.seat] - 1 / players
            assert seat.adjusted == pytest.approx((seat.result or 0) - seat.luck - even)
        gifts = sum(seat.given for seat in found.seats)
        assert gifts == pytest.approx(sum(each.loss for each in found.decisions))


def test_five_players_and_a_shared_judgement() -> None:
    found = review(bots_game(("hard",) * 5, 3))
    assert found.start == 0.2
    assert len(found.seats) == 5
    assert all(len(roll.luck) == 5 for roll in found.rolls)
    assert sum(seat.result or 0 for seat in found.seats) == 1


def test_exact_ends_are_told_as_such() -> None:
    # tests/endgame/positions.toml: the fourth penalty wins 7 to 3; after r11 Ben has one turn.
    game = parse_position(
        'classic 30 1 action2 51 6111; "Ann" r2,3,10 y2,3,4,11 g12,11,10,3 b3 x3; '
        '"Ben" r11 y2,3,4,5,11 g3 b3 x3'
    )
    ways = answers_of(game, evaluator_for(game))[0]
    values = {str(move): ways.values[place] for move, place in ways.after(()).items()}
    assert ways.exact
    assert values == pytest.approx({"-": 1, "+r11": 25 / 27})


def test_answers_of_others_do_not_count() -> None:
    head = '[Rowlock "1"]\n[Variant "classic"]\n[Players "Ann, Ben"]\n[First "1"]\n'
    one = review(parse_record(head + "1. 41 3256 | r5 ? | y5"))
    two = review(parse_record(head + "1. 41 3256 | - ? | y5"))
    assert [each for each in one.decisions if each.seat == 2] == [
        each for each in two.decisions if each.seat == 2
    ]


def test_an_unfinished_game_is_reviewed_as_far_as_it_goes() -> None:
    record = bots_game(("hard", "medium"), 5)
    whole = review(record)
    cut = Record(record.setup, tuple(i for i in record.items if "Result" not in str(i))[:-3])
    part = review(cut)
    assert whole.finished
    assert not part.finished
    assert [seat.result for seat in part.seats] == [None, None]
    assert part.decisions == whole.decisions[: len(part.decisions)]
    assert part.rolls == whole.rolls[: len(part.rolls)]


def test_one_seat_alone() -> None:
    record = bots_game(("hard", "medium"), 6)
    whole, own = review(record), review(record, seat=2)
    assert own.decisions == tuple(each for each in whole.decisions if each.seat == 2)
    [seat] = own.seats
    assert seat.loss == whole.seats[1].loss
    assert [own.decisions[k] for k in seat.costliest] == [
        whole.decisions[k] for k in whole.seats[1].costliest
    ]


def test_substituted_decisions_count_for_no_player() -> None:
    record = bots_game(("easy", "easy"), 7)
    whole = review(record)
    worst = whole.decisions[whole.seats[0].costliest[0]]
    found = review(record, covered={(worst.turn, 1)})
    covered = [each for each in found.decisions if not each.own]
    assert {(each.turn, each.seat) for each in covered} == {(worst.turn, 1)}
    assert found.seats[0].decisions == whole.seats[0].decisions - len(covered)
    lost = sum(each.loss for each in covered)
    assert found.seats[0].loss == pytest.approx(whole.seats[0].loss - lost)
    assert found.seats[1].residual == whole.seats[1].residual  # it still explains the result
    named = format_record(record).replace("\n", f'\n[Covered "{worst.turn}.1 nonsense"]\n', 1)
    assert review(parse_record(named)) == found


def test_the_same_review_on_any_number_of_threads() -> None:
    records = [bots_game(("hard", "medium"), number) for number in range(4)]

    def text(record: Record) -> bytes:
        return msgspec.json.encode(review(record))

    alone = [text(record) for record in records]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(text, records * 2)) == alone * 2


def test_an_own_sheet_is_judged_approximately() -> None:
    found = review(bots_game(("race", "random"), 0, "examples/my_sheet.toml"))
    assert found.approximate
    assert found.judge == "heuristic"
    assert found.unit == "wins"
    assert found.seats[1].loss_mean > found.seats[0].loss_mean


def test_a_printed_sheet_has_its_network_and_its_measured_error() -> None:
    game = bots_game(("champion", "champion"), 0, "mixx_a").setup.start()
    evaluator = evaluator_for(game)
    assert isinstance(evaluator, CalibratedNetworkEvaluator)
    assert 0 < evaluator.error < 0.05


def test_an_exception_in_progress_ends_the_review() -> None:
    def stop(done: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        review(bots_game(("hard", "medium"), 8), progress=stop)


def is_sound(found: Review) -> bool:
    """Losses are what they say, and the best answer comes first."""
    return all(
        decision.moves[0].loss == 0
        and list(decision.moves) == sorted(decision.moves, key=lambda move: move.loss)
        and [decision.loss] == [m.loss for m in decision.moves if m.move == decision.chosen]
        and len(decision.moves) > 1
        for decision in found.decisions
    )


@pytest.mark.parametrize("variant", ["mixx_b", "bonus_a", "double_b"])
def test_every_sheet_has_a_sound_review(variant: str) -> None:
    assert is_sound(review(bots_game(("easy", "gentle", "medium"), 0, variant)))
