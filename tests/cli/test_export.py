"""Games out of simulations and matches, and files of many games in."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import rowlock
from rowlock.cli.main import main

ROOT = Path(__file__).parents[2]
EVENING = ROOT / "examples" / "evening.rowlock"


def rows_of(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(file.read_text("utf-8").splitlines()))


def results_of(file: Path) -> list[tuple[int, ...]]:
    return [rowlock.result(rowlock.replay(game)).totals for game in rowlock.read_records(file)]


def test_table_and_records_are_those_of_the_simulation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, records = tmp_path / "games.csv", tmp_path / "games.rowlock"
    words = ["simulate", "--bots", "greedy,random,greedy", "--games", "12", "--threads", "1"]
    assert main([*words, "--json", "--csv", str(table), "--records", str(records)]) == 0
    summary = json.loads(capsys.readouterr().out)
    rows = rows_of(table)
    assert [row["game"] for row in rows] == [str(number) for number in range(1, 13)]
    totals = [tuple(int(row[f"score_{seat}"]) for seat in (1, 2, 3)) for row in rows]
    assert totals == results_of(records)
    for seat, player in enumerate(summary["players"], 1):
        share = sum(float(row[f"share_{seat}"]) for row in rows) / 12
        assert share == pytest.approx(player["win_share"], abs=1e-6)
    games = list(rowlock.read_records(records))
    assert games[0].setup.names == ("greedy 1", "random", "greedy 2")
    assert [int(row["first"]) for row in rows] == [game.setup.first + 1 for game in games]
    assert [int(row["turns"]) for row in rows] == [len(game.turns) for game in games]


def test_a_folder_gets_one_file_per_card_game(tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    words = ["simulate", "--bots", "greedy,random", "--games", "3", "--cards"]
    assert main([*words, "--threads", "1", "--records", str(folder)]) == 0
    assert [file.name for file in sorted(folder.iterdir())] == [
        f"game-{number}.rowlock" for number in (1, 2, 3)
    ]
    assert main(["replay", *map(str, sorted(folder.iterdir()))]) == 0


def test_a_match_writes_every_game_of_every_set(tmp_path: Path) -> None:
    table, records = tmp_path / "games.csv", tmp_path / "games.rowlock"
    words = ["arena", "greedy", "random", "--games", "6", "--threads", "1"]
    assert main([*words, "--csv", str(table), "--records", str(records)]) == 0
    rows, games = rows_of(table), list(rowlock.read_records(records))
    assert len(rows) == len(games) == 6
    for row, game, totals in zip(rows, games, results_of(records), strict=True):
        for bot in ("1", "2"):
            seat = int(row[f"seat_{bot}"]) - 1
            assert game.setup.names[seat] == row[f"bot_{bot}"]
            assert totals[seat] == int(row[f"score_{bot}"])
    assert [row["seat_1"] for row in rows] == ["1", "2"] * 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["simulate", "--csv", "a.csv", "--resume", "j"], "keeps sums only"),
        (["simulate", "--csv", "none/a.csv"], "there is no folder"),
        (["simulate", "--records", "full"], "exists already (expected a new folder)"),
        (["arena", "greedy", "random", "--ladder", "--csv", "a.csv"], "combined with --ladder"),
    ],
)
def test_impossible_output_is_refused_before_a_game_is_played(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "kept.txt").write_text("mine")
    assert main(words) == 2
    assert sentence in capsys.readouterr().err
    assert (tmp_path / "full" / "kept.txt").read_text() == "mine"


def test_a_file_of_many_games_is_replayed_game_by_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = EVENING.read_text("utf-8")
    broken = text.replace("1. 11 1326 | r2 |", "1. 11 1326 | r3 |")
    assert broken != text
    season = tmp_path / "season.rowlock"
    season.write_text(f"{text}\n{broken}\n{text}", "utf-8")
    assert main(["replay", str(season), "--json"]) == 1
    first, second, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == third
    assert second["error"] == "illegal"
    # The faulty turn is in the second game: its line in the file, not in the game.
    lines = text.count("\n") + 1
    turn = text.splitlines().index(next(x for x in text.splitlines() if x.startswith("1. "))) + 1
    assert second["line"] == lines + turn
