"""What the review must show, over many games: minutes (`scripts/test-long long`)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bench import review_figures
from bench.review_games import rows_of, weaker_bots
from bench.spread import Piece, by_kind, noted, spread_out
from rowlock.bots.levels import levels
from rowlock.reviews.evaluator_error import SheetErrors, measured_errors

GAMES = 200
LEVELS = ["gentle", "easy", "medium", "hard", "champion"]


def over_games(
    topic: str, level: str = "", sheet: str = "classic", games: int = GAMES, players: int = 2
) -> NDArray[np.float64]:
    return np.array(rows_of(Piece(topic, sheet, level, players, 1, 4_000, 0, games)))


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
def test_luck_and_losses_explain_the_results(level: str) -> None:
    found = over_games("identity", level)
    residual, luck = found[:, 0], found[:, 1]
    assert abs(residual.mean()) < 0.01 + 2 * residual.std() / GAMES**0.5
    assert abs(luck.mean()) < 3 * luck.std() / GAMES**0.5


@pytest.mark.long
def test_in_solo_games_the_parts_explain_everything() -> None:
    found = over_games("alone", "gentle", players=1)
    assert np.abs(found[:, 0]).max() < 1e-6


@pytest.mark.long
@pytest.mark.parametrize("sheet", ["classic", "longo"])
def test_a_planted_blunder_tops_the_list(sheet: str) -> None:
    assert over_games("planted", sheet=sheet, games=100).mean() >= 0.95


@pytest.mark.long
def test_intervals_of_rollouts_hold_what_they_say() -> None:
    quick, error, long = over_games("coverage", games=40).T
    assert (abs(quick - long) <= 1.96 * error).mean() >= 0.9


@pytest.mark.long
def test_the_weaker_the_level_the_more_it_gives_away() -> None:
    means = []
    for level in LEVELS:
        found = over_games("identity", level, games=60)
        means.append(found[:, 2].sum() / found[:, 3].sum())
    assert means == sorted(means, reverse=True)


def test_a_run_that_was_cut_short_counts_as_far_as_it_went(tmp_path: Path) -> None:
    def work(piece: Piece) -> list[list[float]]:
        return [[float(number)] for number in piece.numbers]

    first, second = (Piece("some", "classic", "", 2, 1, 0, n, 2) for n in (0, 2))
    file = tmp_path / "notes.jsonl"
    for _ in spread_out(work, [second, first], 1, file):
        pass
    with file.open("ab") as notes:
        notes.write(b'{"piece":{"topic":"some"')
    assert list(by_kind(noted([file])).values()) == [[[0.0], [1.0], [2.0], [3.0]]]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_seat_of_16_games_has_each_weaker_level_four_times(players: int) -> None:
    games = [weaker_bots(number, players) for number in range(16)]
    for seat in zip(*games, strict=True):
        assert [seat.count(level.bot) for level in levels()[:-1]] == [4, 4, 4, 4]


def test_an_error_with_three_players_is_written_beside_that_with_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Differences of 0.1 and 0.2 where playouts, without luck, say 0: the root of 0.025."""
    known = dict(measured_errors())
    written = dict[str, SheetErrors]()
    monkeypatch.setattr(review_figures, "measured_errors", lambda: dict(known))
    monkeypatch.setattr(
        review_figures, "write_beside_weights", lambda name, found: written.update(found)
    )
    three = Piece("errors", "classic", "", 3, 7, 100, 0, 1)
    review_figures.errors(three, np.array([[0.1, 0.0, 0.0], [0.2, 0.0, 0.0]]), write=True)
    found = written["classic"].errors
    assert found[2] == known["classic"].errors[2]
    assert (found[3].error, found[3].decisions, found[3].seed) == (0.1581, 2, 7)
