"""The exam over the wire: its dice, its order, and a report whose sum adds up."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rowlock import parse_record
from rowlock.reviews.exam import exam_chance
from rowlock.server.http.handlers import exam, reviews
from rowlock.solver.problem import make_problem
from rowlock.solver.table_cache import kept_path
from rowlock.variants import load_variant
from tests.server.running import Running
from tests.solver.conftest import classic_file

__all__ = ["classic_file"]

SEED = 3
PENALTIES = ["roll", "-", "-"] * 4
"""Four penalties end the game: 4 times -5 are -20 points."""


@pytest.fixture
def kept(classic_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has the exact table of classic."""
    monkeypatch.setenv("ROWLOCK_CACHE", str(tmp_path))
    shutil.copy(classic_file, kept_path(make_problem(load_variant("classic"))))


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A server that has no table, and notes that one is to be made."""
    noted: list[str] = []
    monkeypatch.setenv("ROWLOCK_CACHE", str(tmp_path))
    monkeypatch.setattr(exam, "make_in_background", noted.append)
    return noted


def ask(server: Running, path: str, steps: list[str], **more: Any) -> Any:
    body = {"seed": SEED, "name": "Max", "steps": steps, **more}
    return server.post(path, body, timeout=120).json()


def view(server: Running, *steps: str, **more: Any) -> Any:
    return ask(server, "/api/exam", list(steps), **more)


def test_the_dice_are_those_of_the_seed_in_every_turn(server: Running, kept: None) -> None:
    chance = exam_chance(SEED)
    for turn in (1, 2, 3):
        seen = view(server, *["roll", "-", "-"] * (turn - 1), "roll")
        assert seen["turn"] == turn
        assert [*seen["roll"]["white"], *seen["roll"]["colours"]] == list(chance.dice(6, turn))


def test_nobody_helps_and_nobody_watches(server: Running, kept: None) -> None:
    seen = view(server)
    assert seen["you"] == {"member": None, "host": False, "seats": [0]}
    assert (seen["phase"], seen["owing"], seen["seats"][0]["name"]) == ("roll", [0], "Max")


def test_a_step_brings_its_own_events_and_the_log_of_all(server: Running, kept: None) -> None:
    seen = view(server, "roll", "-", "-")
    assert [event["type"] for event in seen["events"]][-1] == "turn_ended"
    assert [turn["columns"] for turn in seen["log"]] == [[["x"]]]


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        (["r5"], "no_roll_due"),
        (["roll", "roll"], "no_roll_due"),
        (["roll", "nonsense"], "unknown_token"),
        ([*PENALTIES, "roll"], "game_over"),
    ],
)
def test_steps_out_of_order_are_refused(
    server: Running, kept: None, steps: list[str], code: str
) -> None:
    assert view(server, *steps)["code"] == code


def test_sheets_with_a_stored_or_quick_table_have_an_exam(
    server: Running, begun: list[str]
) -> None:
    quick = ["classic", "mixx_a", "mixx_b", "double_b", "xl"]
    assert server.get("/api/exam", timeout=120).json() == {"variants": quick}
    assert view(server, "roll", variant="mixx_b")["phase"] == "action1"
    assert set(begun) == {"mixx_b"}
    assert ask(server, "/api/exam/report", PENALTIES, variant="mixx_b")["code"] == "no_table_yet"
    for name in ("longo", "bonus_a", "bonus_b", "big_points", "nonsense"):
        assert view(server, variant=name)["code"] == "unknown_variant"


def test_the_report_adds_up(server: Running, kept: None) -> None:
    found = ask(server, "/api/exam/report", PENALTIES)
    assert found["score"] == -20
    assert round(found["expected"], 4) == 115.4831
    assert found["expected"] - found["given_away"] + found["luck"] == pytest.approx(-20, abs=1e-6)
    lost = sum(choice["loss"] for choice in found["review"]["decisions"])
    assert lost == pytest.approx(found["given_away"])
    assert found["exact_score"] > 50
    assert found["review"]["exact"] is True
    headers = parse_record(found["record"]).headers
    assert (headers["Result"].value, headers["Locks"].value) == ("-20", "0")


def test_a_second_report_gives_reasons(
    server: Running, kept: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = list[float]()

    def explain(judged: Any, wanted: list[int], eyes: Any, seconds: float) -> Iterator[float]:
        looked.append(seconds)
        assert wanted
        yield 1.0

    monkeypatch.setattr(sys.modules["rowlock.reviews.review"], "explain", explain)
    first = ask(server, "/api/exam/report", PENALTIES, name="Ida")
    assert (first["review"]["rolled_out"], looked) == (False, [])
    second = ask(server, "/api/exam/report", PENALTIES, name="Ida", rollouts=True)
    assert (second["review"]["rolled_out"], looked) == (True, [1.0])  # `review_seconds`
    assert second["given_away"] == first["given_away"]


def test_the_report_comes_after_the_end(server: Running, kept: None) -> None:
    assert ask(server, "/api/exam/report", ["roll"])["code"] == "not_over"


def test_the_game_begins_before_the_table_is_there(server: Running, begun: list[str]) -> None:
    assert view(server, "roll")["phase"] == "action1"
    assert set(begun) == {"classic"}
    assert ask(server, "/api/exam/report", PENALTIES, name="Mia")["code"] == "no_table_yet"


def test_waiting_for_a_table_shows_its_progress(
    server: Running, begun: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "share" not in ask(server, "/api/exam/report", PENALTIES, name="Kim")
    for module in (exam, reviews):
        monkeypatch.setattr(module, "what_is_made", lambda: (True, 0.4))
    told = ask(server, "/api/exam/report", PENALTIES, name="Kim")
    assert (told["code"], told["share"]) == ("no_table_yet", 0.4)
    desk = server.get("/api/reviews").json()
    assert (desk["making"], desk["share"]) == (True, 0.4)
