"""The puzzles of a day over the wire."""

from __future__ import annotations

from datetime import date

from rowlock.reviews.puzzles import of_day
from tests.server.running import Running


def test_they_are_those_of_the_terminal(server: Running) -> None:
    found = server.get("/api/puzzles/2026-11-16").json()
    ten = of_day(date(2026, 11, 16))
    assert found["variant"] == "classic"
    for shown, puzzle in zip(found["puzzles"], ten, strict=True):
        assert shown["tag"] == puzzle.tag
        assert [each["move"] for each in shown["answers"]] == [a.move for a in puzzle.answers]
        assert shown["answers"][0]["loss"] == 0
        white = "".join(map(str, shown["dice"]["white"]))
        assert f" {white} " in puzzle.position


def test_a_day_that_is_none_is_refused(server: Running) -> None:
    for text in ("today", "2026-02-30", "20261116"):
        answer = server.get(f"/api/puzzles/{text}")
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_date")
