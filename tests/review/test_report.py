"""What the terminal says of a review, an exam and a day: a small review written by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rowlock.languages import LANGUAGES
from rowlock.languages.texts import Texts
from rowlock.review.report import report
from rowlock.review.shapes import (
    Decision,
    JudgedMove,
    Marks,
    Outlook,
    Review,
    RolledOut,
    RollReview,
    RowOutlook,
    SeatReview,
)

ROWS = tuple(RowOutlook(row, 10.0, 0.25) for row in ("red", "yellow", "green", "blue"))
WHY = Outlook("r5", 64, 0.4, 36.25, ROWS, 1.5, 3.75, 6.5, (0.75, 0.25))
"""Rows 40, one and a half penalties -7.5, bonus 3.75: 36.25."""
MISTAKE = Decision(
    turn=1,
    seat=1,
    phase="action1",
    moves=(JudgedMove("y5", 0.5, 0.0, 0.0), JudgedMove("r5", 0.4, 0.1, 0.01)),
    chosen="r5",
    loss=0.1,
    se=0.01,
    mark="blunder",
    exact=False,
    rollout=RolledOut(64, 0.08, 0.05, 0.1, 0.01, False),
    why=(WHY, replace(WHY, move="y5", bonus=0.0)),
)
ROLL = RollReview(
    turn=1,
    luck=(0.05, -0.05),
    se=(0.0, 0.0),
    active=1,
    roll="41 3256",
    before=(0.5, 0.5),
    after=(0.55, 0.45),
    position='classic 1 1 action1 41 3256; "Ann" r- y- g- b- x0; "Ben" r- y- g- b- x0',
)


def seat(number: int, name: str, **figures: float) -> SeatReview:
    return SeatReview(
        seat=number,
        name=name,
        decisions=4,
        loss=figures["loss"],
        loss_mean=figures["loss"] / 4,
        low=0.0,
        high=figures["loss"],
        luck=figures["luck"],
        result=figures["result"],
        adjusted=figures["result"] - figures["luck"],
        residual=figures["residual"],
        luck_se=0.0,
        total=40,
        marks=Marks(),
        costliest=(0,) if number == 1 else (),
    )


REVIEW = Review(
    variant="classic",
    players=2,
    unit="wins",
    exact=False,
    judge="network",
    approximate=False,
    finished=True,
    complete=True,
    start=0.5,
    # Ann wins: 1 = 0.5 + 0.05 - 0.1 + 0.3 that Ben gave away + 0.25 that nothing explains.
    seats=(
        seat(1, "Ann", loss=0.1, luck=0.05, result=1.0, residual=0.25),
        seat(2, "Ben", loss=0.3, luck=-0.05, result=0.0, residual=-0.25),
    ),
    decisions=(MISTAKE, replace(MISTAKE, seat=2, loss=0.3, why=())),
    rolls=(ROLL,),
)


def lines(language: str, found: Review = REVIEW, *, stopped: bool = False) -> list[str]:
    return list(report(found, Texts(language), stopped=stopped))


def test_the_parts_of_the_result_are_told_with_what_they_do_not_explain() -> None:
    assert lines("en")[-2:] == [
        "Ann: 50.0 % at the start, +5.0 % luck, -10.0 % given away, +30.0 % given away by others, "
        "+25.0 % not explained = 100.0 %",
        "Ben: 50.0 % at the start, -5.0 % luck, -30.0 % given away, +10.0 % given away by others, "
        "-25.0 % not explained = 0.0 %",
    ]


def test_what_a_bot_answered_for_somebody_is_a_part_of_its_own() -> None:
    covered = replace(MISTAKE, loss=0.02, own=False)
    ann = replace(REVIEW.seats[0], residual=0.27)  # what Ben gave stays 0.3
    found = replace(REVIEW, seats=(ann,), decisions=(*REVIEW.decisions, covered))
    assert "-10.0 % given away, -2.0 % by a bot or the clock, +30.0 %" in lines("en", found)[-1]


def test_a_sum_is_told_only_where_there_is_one() -> None:
    open_seat = replace(REVIEW.seats[0], result=None, adjusted=None, residual=None)
    found = replace(REVIEW, seats=(open_seat,), finished=False)
    assert not any("at the start" in line for line in lines("en", found))


def test_the_same_meaning_of_plus_and_minus_everywhere() -> None:
    said = lines("en")
    # 95 %: 1.96 standard errors of 1 and of 5 per cent.
    assert "± is half of a 95 % interval." in said
    assert "  turn 1, action 1: r5 lost 10.0 % ± 2.0 %; best y5  blunder" in said
    assert "    pairs of games: 64, 8.0 % ± 9.8 %; before: 10.0 % ± 2.0 %" in said


def test_why_names_bonus_points_and_who_ends_the_game_and_when() -> None:
    rows = ", ".join(f"{row} 10.0 (lock 25 %)" for row in ("red", "yellow", "green", "blue"))
    ending = "penalties: 1.50 · turns to come: 6.5 · who ends the game: Ann 75 %, Ben 25 %"
    assert f"    after r5: 36.2 points: {rows} · bonus 3.8 · {ending}" in lines("en")
    assert f"    after y5: 36.2 points: {rows} · {ending}" in lines("en")


def test_names_are_known_where_one_seat_was_asked_for() -> None:
    found = replace(REVIEW, seats=REVIEW.seats[:1], decisions=REVIEW.decisions[:1])
    assert any("Ann 75 %, Ben 25 %" in line for line in lines("en", found))


def test_a_review_that_was_stopped_says_so() -> None:
    early, late = replace(REVIEW, complete=False), REVIEW
    assert lines("en", early, stopped=True)[1].startswith("The review was stopped; this is")
    assert "before all costly choices had been played on" in lines("en", late, stopped=True)[1]
    assert not any("stopped" in line for line in lines("en"))


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_no_sentence_stays_english(language: str) -> None:
    ours, english = lines(language, stopped=True), lines("en", stopped=True)
    assert len(ours) == len(english)
    for line, other in zip(ours, english, strict=True):
        assert line != other or not line
    assert any("8,0" in line for line in ours)  # a comma, as these languages write it
