"""`rowlock print` and `rowlock draw`: files that are whole or not there, and refusals in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowlock.cli.main import main

ROOT = Path(__file__).parents[2]
EVENING = str(ROOT / "examples" / "evening.rowlock")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_pad_is_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["print", "longo", str(ROOT / "examples" / "my_sheet.toml"), "--up", "2"]
    assert main([*words, "--back", "rules", "--score-history", "--lang", "it"]) == 0
    assert (folder / "sheets.pdf").read_bytes().startswith(b"%PDF-")
    assert names(folder) == ["sheets.pdf"]
    assert capsys.readouterr().err.startswith("sheets.pdf: 5 pages, ")


def test_a_file_that_exists_is_replaced_only_on_demand(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "pad.pdf").write_text("mine")
    assert main(["print", "--out", "pad.pdf"]) == 2
    assert (
        capsys.readouterr().err == "rowlock: pad.pdf exists already (use --force to replace it)\n"
    )
    assert (folder / "pad.pdf").read_text() == "mine"
    assert main(["print", "--out", "pad.pdf", "--force"]) == 0
    assert (folder / "pad.pdf").read_bytes().startswith(b"%PDF-")


def test_an_interruption_leaves_nothing_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(path: Path, content: bytes) -> None:
        with path.open("wb") as file:
            file.write(content[:100])
            raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", interrupted)
    assert main(["print"]) == 130
    assert names(folder) == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["print", "--out", "nowhere/pad.pdf"], "there is no folder nowhere"),
        (["print", "--out", "."], ". is a folder, not a file"),
        (["print", "--pages", "0"], "0 pages (expected 1 to 100)"),
        (["print", "--paper", "a6", "--up", "4"], "too small to write on"),
        (["print", "none.toml"], "none.toml: cannot be read"),
        (["draw", "none.rowlock", "--out", "a.svg"], "none.rowlock: cannot be read"),
        (
            ["draw", EVENING, "--out", "a.gif"],
            "a.gif is not a picture file (expected .svg or .png)",
        ),
        (["draw", EVENING, "--seat", "5", "--out", "a.svg"], "there is no seat 5"),
        (["draw", EVENING, "--turn", "99", "--out", "a.svg"], "the record has no turn 99"),
    ],
)
def test_an_impossible_request_is_refused_in_words(
    words: list[str], says: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert says in capsys.readouterr().err
    assert names(folder) == []


def test_a_table_is_drawn_after_a_turn(folder: Path) -> None:
    assert main(["draw", EVENING, "--turn", "10", "--lang", "de", "--out", "a.svg"]) == 0
    assert "<title>Zug 11 · Qwixx." in (folder / "a.svg").read_text("utf-8")


def test_one_sheet_goes_to_the_output(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["draw", EVENING, "--seat", "2", "--lang", "en"]) == 0
    assert "<title>Emma’s sheet of Qwixx, ".encode() in capsysbinary.readouterr().out


def test_a_picture_can_be_a_png(folder: Path) -> None:
    assert main(["draw", EVENING, "--seat", "1", "--out", "a.png"]) == 0
    assert (folder / "a.png").read_bytes().startswith(b"\x89PNG")
