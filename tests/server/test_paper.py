"""Sheets on paper from the server: what is made, and what is refused."""

from __future__ import annotations

import pytest

from tests.server.running import Running


def test_a_sheet_is_made_as_it_was_asked_for(server: Running) -> None:
    wishes = "lang=de&paper=a5&pages=2&back=rules&score_history=true"
    answer = server.get(f"/api/sheets/longo?{wishes}", timeout=60)
    assert answer.headers["content-type"] == "application/pdf"
    assert 'filename="longo.pdf"' in answer.headers["content-disposition"]
    # Two sheets with their backs, and the page for results.
    assert b"/Count 5" in answer.content


def test_a_custom_sheet_is_printed_as_its_address_says(server: Running) -> None:
    answer = server.get("/api/sheets/mixx_a?code=b1-tulip&penalties=3", timeout=60)
    assert 'filename="mixx_a-b1-tulip-end3.pdf"' in answer.headers["content-disposition"]
    assert answer.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ("classic?paper=a6&up=4", 400, "bad_up"),
        ("classic?paper=napkin", 400, "bad_paper"),
        ("classic?pages=11", 400, "bad_options"),
        ("classic?pages=many", 400, "malformed"),
        ("classic?back=nothing", 400, "bad_back"),
        ("classic?lang=tlh", 404, "not_found"),
        ("classic?code=a+tulip", 400, "bad_code"),
        ("classic?penalties=some", 400, "malformed"),
        ("no_such_sheet", 404, "not_found"),
        ("..%2F..%2Fmy-sheet.toml", 404, "not_found"),
    ],
)
def test_an_unprintable_job_is_refused(server: Running, asked: str, status: int, code: str) -> None:
    answer = server.get(f"/api/sheets/{asked}", timeout=60)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
