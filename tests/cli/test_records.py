"""`rowlock replay` and `rowlock legal`: what they print and how they end."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from rowlock.cli.main import main

HEAD = '[Rowlock "1"]\n[Variant "{variant}"]\n[Players "Max, Emma"]\n[First "1"]\n\n'
GOOD = HEAD.format(variant="classic") + "1. 41 3256 | r5 +b10 | y5\n2. 63 1245 | - | x\n"


def write(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.write_text(text, "utf-8")
    return str(file)


def objects(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def row(name: str, *crosses: int, locked: bool = False, points: int = 0) -> dict[str, Any]:
    return {"row": name, "crosses": list(crosses), "locked": locked, "points": points}


def test_replay_prints_the_whole_position_as_one_object(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "--json", write(tmp_path, "good.rowlock", GOOD)]) == 0
    [found] = objects(capsys.readouterr().out)
    assert list(found) == [
        "variant",
        "digest",
        "players",
        "closed_rows",
        "dice_out",
        "turn",
        "active",
        "phase",
        "over",
        "reason",
        "winners",
    ]
    assert found["variant"] == "classic"
    # Max: one cross in red and one in blue, 1 + 1. Emma: one in yellow, one penalty: 1 - 5.
    assert found["players"] == [
        {
            "name": "Max",
            "rows": [
                row("red", 5, points=1),
                row("yellow"),
                row("green"),
                row("blue", 10, points=1),
            ],
            "penalties": 0,
            "bonus": 0,
            "total": 2,
        },
        {
            "name": "Emma",
            "rows": [row("red"), row("yellow", 5, points=1), row("green"), row("blue")],
            "penalties": 1,
            "bonus": 0,
            "total": -4,
        },
    ]
    assert (found["turn"], found["active"], found["phase"]) == (3, 1, "roll")
    assert (found["over"], found["reason"], found["winners"]) == (False, None, [])
    assert (found["closed_rows"], found["dice_out"]) == ([], [])


def test_replay_of_a_finished_game_names_winner_reason_and_the_last_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Both are active in turn and cross nothing; Max takes his fourth penalty in turn 7.
    turns = "".join(f"{n}. 11 1111 | {'x | -' if n % 2 else '- | x'}\n" for n in range(1, 8))
    file = write(tmp_path, "over.rowlock", HEAD.format(variant="classic") + turns)
    assert main(["replay", "--json", file]) == 0
    [found] = objects(capsys.readouterr().out)
    assert (found["turn"], found["active"], found["phase"]) == (7, 1, "over")
    assert found["reason"] == "four_penalties"
    assert found["winners"] == ["Emma"]  # -15 against -20
    assert [player["total"] for player in found["players"]] == [-20, -15]


def test_replay_shows_the_sheets_after_a_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, "good.rowlock", GOOD)
    # Turn 1: Max crosses red 5 and blue 10, 1 + 1; Emma yellow 5. Turn 2: Emma's penalty, 1 - 5.
    expected = [(0, [0, 0], 1, 1), (1, [2, 1], 2, 2), (2, [2, -4], 3, 1)]
    for number, totals, turn, active in expected:
        assert main(["replay", "--json", "--turn", str(number), file]) == 0
        [found] = objects(capsys.readouterr().out)
        assert [player["total"] for player in found["players"]] == totals
        assert (found["turn"], found["active"], found["phase"]) == (turn, active, "roll")
        assert found["winners"] == []
    assert main(["replay", "--turn", "1", file]) == 0
    out = capsys.readouterr().out
    assert "penalties . . . .    0 + 1 + 0 + 0 - 0 = 1" in out
    assert "Turn 2, Emma is active: roll." in out


def test_a_turn_of_a_finished_and_of_an_unfinished_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Six crosses and the lock: 7 * 8 / 2 = 28; before that five crosses, 5 * 6 / 2 = 15.
    head = HEAD.format(variant="classic")
    lines = [
        "1. 11 1111 | r2 | -",
        "2. 12 1111 | r3 | y3",
        "3. 22 1111 | r4 | -",
        "4. 14 1111 | r5 | y5",
        "5. 15 1111 | r6 | -",
        "6. 66 1111 | r12 | x",
        "7. 12 -111 | ? | -",
    ]
    file = write(tmp_path, "long.rowlock", head + "\n".join(lines) + "\n")
    for number, red, total in ((5, 15, 15), (6, 28, 28), (7, 28, 28)):
        assert main(["replay", "--json", "--turn", str(number), file]) == 0
        [found] = objects(capsys.readouterr().out)
        assert found["players"][0]["rows"][0]["points"] == red
        assert found["players"][0]["total"] == total
        assert found["closed_rows"] == (["red"] if number > 5 else [])
        assert found["phase"] == ("action1" if number == 7 else "roll")


def test_a_turn_that_a_record_does_not_have_is_refused_in_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = write(tmp_path, "good.rowlock", GOOD)
    longer = write(tmp_path, "longer.rowlock", GOOD + "3. 41 3256 | y5 | -\n")
    assert main(["replay", "--json", "--turn", "3", good, longer]) == 2
    first, second = objects(capsys.readouterr().out)
    assert (first["file"], first["error"], first["code"]) == (good, "unreadable", "no_such_turn")
    assert first["message"] == "the record has no turn 3 (its last turn is 2)"
    assert second["players"][0]["total"] == 3  # red 5, blue 10, yellow 5
    assert main(["replay", "--turn", "-1", good]) == 2
    captured = capsys.readouterr()
    assert "the record has no turn -1" in captured.err
    assert captured.out == ""


def test_a_record_that_goes_wrong_later_shows_no_turn_at_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    illegal = write(tmp_path, "illegal.rowlock", GOOD + "3. 41 3256 | r4 | y5\n")
    assert main(["replay", "--json", "--turn", "1", illegal]) == 1
    assert objects(capsys.readouterr().out)[0]["code"] == "not_announced"


def test_a_refused_file_is_reported_in_order_and_the_others_continue(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    illegal = write(tmp_path, "illegal.rowlock", GOOD + "3. 41 3256 | r4 | y5\n")
    unreadable = write(tmp_path, "unreadable.rowlock", GOOD + "3. 47 3256 | - | -\n")
    good = write(tmp_path, "good.rowlock", GOOD)
    assert main(["replay", "--json", good, illegal, unreadable, good]) == 2
    first, second, third, fourth = objects(capsys.readouterr().out)
    assert first == fourth
    message = second.pop("message")
    assert "r4" in message
    assert second == {
        "file": illegal,
        "error": "illegal",
        "code": "not_announced",
        "line": 8,
        "seat": 1,
        "move": "r4",
    }
    assert third["error"] == "unreadable"
    assert (third["code"], third["line"], third["seat"]) == ("bad_die", 8, None)
    assert main(["replay", "--json", good, illegal]) == 1
    assert main(["replay", "--json", good]) == 0


def test_a_file_that_cannot_be_opened_is_unreadable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = str(tmp_path / "missing.rowlock")
    assert main(["legal", "--json", missing]) == 2
    [found] = objects(capsys.readouterr().out)
    assert (found["file"], found["error"], found["line"]) == (missing, "unreadable", None)
    assert main(["replay", missing]) == 2
    assert missing in capsys.readouterr().err


def test_legal_lists_every_seat_that_owes_a_decision_sorted_by_code_point(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = HEAD.format(variant="longo").replace("[First", '[Lucky "6&11, 5&10"]\n[First')
    file = write(tmp_path, "longo.rowlock", text + "1. 51 3256 | ? | -\n")
    assert main(["legal", "--json", file]) == 0
    [found] = objects(capsys.readouterr().out)
    # Six is lucky for Max; every row is empty, so the first cell of each is offered.
    crosses = ["*b16", "*g16", "*r2", "*y2", "-", "b6", "g6", "r6", "y6"]
    assert found == {"phase": "action1", "deciders": {"1": crosses}}


def test_legal_lists_nobody_when_a_roll_is_due_and_marks_action_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rolled = write(tmp_path, "rolled.rowlock", GOOD)
    action2 = write(tmp_path, "action2.rowlock", GOOD + "3. 66 1111 | - ? | -\n")
    assert main(["legal", "--json", rolled, action2]) == 0
    first, second = objects(capsys.readouterr().out)
    assert first == {"phase": "roll", "deciders": {}}
    # A six and a one make seven in each colour; Max has red 5 and blue 10, so all are open.
    assert second == {"phase": "action2", "deciders": {"1": ["+b7", "+g7", "+r7", "+y7", "-"]}}


def test_a_record_is_read_from_the_input_and_printed_in_our_spelling(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = GOOD.replace("r5 +b10 | y5", "r5   +b10|y5").replace("\n", "\r\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(odd.encode())))
    assert main(["replay", "--record", "-"]) == 0
    assert capsys.readouterr().out == GOOD


def test_a_record_of_an_own_sheet_needs_the_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from rowlock.variants import load_variant

    sheet = write(tmp_path, "mine.toml", 'extends = "classic"\n[lock]\ncrosses_before = 4\n')
    digest = f'[Digest "{load_variant(sheet).digest}"]\n[First'
    text = GOOD.replace('"classic"', '"mine"').replace("[First", digest)
    file = write(tmp_path, "mine.rowlock", text)
    assert main(["replay", "--json", file]) == 2
    assert objects(capsys.readouterr().out)[0]["code"] == "unknown_variant"
    assert main(["replay", "--json", "--variant", sheet, file]) == 0
    foreign = write(tmp_path, "foreign.rowlock", text.replace(load_variant(sheet).digest, "0" * 16))
    assert main(["replay", "--json", "--variant", sheet, foreign]) == 2
    assert objects(capsys.readouterr().out)[-1]["code"] == "foreign_digest"


def test_replay_draws_the_sheets_for_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", write(tmp_path, "good.rowlock", GOOD)]) == 0
    out = capsys.readouterr().out
    assert " r   ·   ·   ·  (5)  6   7   8   9  10  11  12  [ ]    1x =   1" in out
    assert "penalties x . . .    0 + 1 + 0 + 0 - 5 = -4" in out
    assert "Turn 3, Max is active: roll." in out
