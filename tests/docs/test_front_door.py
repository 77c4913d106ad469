"""What `import rowlock` promises: its names, old ones too, and texts wherever a value is wanted."""

from __future__ import annotations

import tomllib
import warnings
from pathlib import Path

import pytest

import rowlock
from rowlock import (
    Game,
    Illegal,
    Record,
    Unreadable,
    legal_moves,
    moments,
    new_game,
    parse_position,
    parse_record,
    parse_roll,
    parse_sheet,
    play,
    preview,
    replay,
    roll,
)

ROOT = Path(__file__).parents[2]
EVENING = ROOT / "examples" / "evening.rowlock"


@pytest.fixture
def game() -> Game:
    return roll(new_game("classic", ["Ann", "Ben"]), parse_roll("41 3256")).state


@pytest.fixture
def record() -> Record:
    return parse_record(EVENING.read_text("utf-8"))


def test_dir_lists_the_public_names_and_no_others() -> None:
    assert dir(rowlock) == sorted(rowlock.__all__)
    assert len(set(rowlock.__all__)) == len(rowlock.__all__)


def test_the_version_is_the_one_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert rowlock.__version__ == project["version"]


def test_an_unknown_name_is_an_attribute_error_as_in_every_module() -> None:
    with pytest.raises(AttributeError, match=r"module 'rowlock' has no attribute 'dice'"):
        _ = rowlock.dice  # type: ignore[attr-defined]  # the point of it


@pytest.mark.parametrize(
    ("old", "new"),
    [("load", "load_variant"), ("read", "parse_record"), ("write", "format_record")],
)
def test_an_old_name_still_works_and_names_the_new_one(old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"^rowlock.{old} is now rowlock.{new}$") as said:
        assert getattr(rowlock, old) is getattr(rowlock, new)
    assert [warning.filename for warning in said] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        getattr(rowlock, new)
    assert old not in dir(rowlock)


def test_a_move_may_be_a_text(game: Game) -> None:
    after = play(game, 0, "r5").state
    assert after == play(game, 0, rowlock.WhiteCross("r5")).state
    assert str(preview(game, 0, "r5").sheet) == "r5 y- g- b- x0"


@pytest.mark.parametrize(("text", "kind"), [("nonsense", Unreadable), ("r6", Illegal)])
def test_a_refused_text_changes_nothing(game: Game, text: str, kind: type[Exception]) -> None:
    before, moves = str(game), legal_moves(game, 0)
    for ask in (play, preview):
        with pytest.raises(kind, match=text):
            ask(game, 0, text)
    assert (str(game), legal_moves(game, 0)) == (before, moves)


def test_a_preview_leaves_the_game_alone(game: Game) -> None:
    before = str(game)
    assert preview(game, 0, "r5").sheet != game.sheets[0]
    assert str(game) == before


def test_a_printed_sheet_parses_back(capsys: pytest.CaptureFixture[str], game: Game) -> None:
    sheet = preview(game, 1, "b5").sheet
    print(sheet)  # noqa: T201
    line = capsys.readouterr().out.rstrip("\n")
    assert line == "r- y- g- b5 x0"
    assert parse_sheet(game.variant, line) == sheet


def test_a_printed_game_parses_back(game: Game, record: Record) -> None:
    for each in (game, play(game, 0, "r5").state, replay(record)):
        assert parse_position(str(each)) == each


def test_a_printed_record_parses_back(record: Record) -> None:
    assert str(parse_record(str(record))) == str(record)
    assert replay(parse_record(str(record))) == replay(record)


def test_a_record_is_stepped_through_turn_by_turn(record: Record) -> None:
    start, *after = moments(record)
    assert (start.turn, start.state, start.events) == (0, record.setup.start(), ())
    assert [moment.turn for moment in after] == [turn.number for turn in record.turns]
    assert str(record.turns[0]) == "1. 11 1326 | r2 | r2 | r2 | r2"
    assert [sheet.crosses()["red"] for sheet in after[0].state.sheets] == [(2,)] * 4
    assert after[-1].state == replay(record)


def test_a_notebook_shows_the_game_as_a_picture(game: Game) -> None:
    picture = getattr(game, "_repr_svg_")  # noqa: B009  # how a notebook asks
    assert picture().startswith("<svg")
