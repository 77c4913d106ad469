"""Ten programs that users write first, with public names alone and at most 15 lines each."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import rowlock
from rowlock import Move, View

EVENING = Path(__file__).parents[2] / "examples" / "evening.rowlock"


def play_a_game(folder: Path) -> None:
    rng = Random(1)
    game = rowlock.new_game("classic", ["Ann", "Ben"])
    while not game.over:
        game = rowlock.roll(game, rowlock.random_roll(game, rng)).state
        while deciders := rowlock.deciders(game):
            moves = rowlock.legal_moves(game, deciders[0])
            game = rowlock.play(game, deciders[0], rng.choice(moves)).state
    assert len(rowlock.result(game).totals) == 2


def step_through_a_record(folder: Path) -> None:
    record = rowlock.read_record(EVENING)
    totals = [rowlock.result(moment.state).totals for moment in rowlock.moments(record)]
    assert totals[0] == (0, 0, 0, 0)
    assert totals[-1] == rowlock.result(rowlock.replay(record)).totals


def write_a_season(folder: Path) -> None:
    record = rowlock.read_record(EVENING)
    rowlock.write_records(folder / "season.rowlock", [record] * 3)
    games = list(rowlock.read_records(folder / "season.rowlock"))
    assert [str(game) for game in games] == [str(record)] * 3


def play_on_a_sheet_of_ones_own(folder: Path) -> None:
    own = rowlock.make_variant(
        {"extends": "classic", "about": {"id": "quick"}, "lock": {"crosses_before": 3}}
    )
    game = rowlock.new_game(own, ["Ann"])
    assert (game.variant.id, game.variant.digest) != ("classic", rowlock.load_variant("xl").digest)


class Tidy:
    """Skips as few cells as possible."""

    def choose(self, view: View, rng: Random) -> Move:
        return min(view.legal, key=lambda move: rowlock.advise(view).answers[0].move != str(move))


def enter_a_bot_in_the_arena(folder: Path) -> None:
    match = rowlock.arena([Tidy(), "random"], games=4)
    assert [bot.bot for bot in match.players] == ["Tidy", "random"]


def simulate_many_games(folder: Path) -> None:
    result = rowlock.simulate("greedy,random,random", games=3000, seed=3)
    assert sum(seat.win_share for seat in result.players) == pytest.approx(1)
    assert sum(result.scores[0].values()) == sum(result.turns.values()) == 3000
    result.to_csv(folder / "seats.csv")
    assert (folder / "seats.csv").read_text("utf-8").count("\n") == 4


def ask_for_advice(folder: Path) -> None:
    game = rowlock.roll(rowlock.new_game("classic", ["Ann", "Ben"]), "12 6611").state
    advice = rowlock.advise(game, seat=0)
    costs = [answer.cost for answer in advice.answers]
    assert costs[0] == 0
    assert costs == sorted(costs)


def review_a_game(folder: Path) -> None:
    report = rowlock.review(rowlock.read_record(EVENING))
    losses = {seat.name: seat.loss for seat in report.seats}
    assert losses.keys() == {"Max", "Emma", "Laura", "Linus"}
    assert report.to_csv().splitlines()[0].startswith("seat,name,decisions,loss,")


def play_out_a_decision(folder: Path) -> None:
    game = rowlock.roll(rowlock.new_game("classic", ["Ann", "Ben"]), "12 6611").state
    report = rowlock.rollout(game, 0, "greedy", games=200)
    assert {answer.move for answer in report.answers} == {"-", "r3", "y3", "g3", "b3"}


def look_up_exact_values(folder: Path) -> None:
    classic = rowlock.solve("classic")
    assert classic.value == pytest.approx(115.4831, abs=1e-4)
    best, *others = classic.turns("r2,3 y- g12 b- x1", "41 3256")
    assert best.cost == 0 < others[0].cost


PROGRAMS = (
    play_a_game,
    step_through_a_record,
    write_a_season,
    play_on_a_sheet_of_ones_own,
    enter_a_bot_in_the_arena,
    simulate_many_games,
    ask_for_advice,
    review_a_game,
    play_out_a_decision,
    look_up_exact_values,
)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_runs(program: Callable[[Path], None], tmp_path: Path) -> None:
    program(tmp_path)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_is_short(program: Callable[[Path], None]) -> None:
    assert len(inspect.getsource(program).splitlines()) <= 16  # its name and 15 lines


def test_the_programs_use_public_names_only() -> None:
    used = {
        node.attr
        for node in ast.walk(ast.parse(Path(__file__).read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "rowlock"
    }
    assert used <= {*rowlock.__all__, "__all__"}
