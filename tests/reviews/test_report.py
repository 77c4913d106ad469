"""What the terminal says of a review, an exam and a day: a small review written by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rowlock.languages import LANGUAGES
from rowlock.languages.texts import Texts
from rowlock.reviews.levels import LevelEquivalent
from rowlock.reviews.model import (
    DecisionReview,
    JudgedMove,
    Marks,
    Outlook,
    Review,
    RolledOut,
    RollReview,
    RowOutlook,
    SeatReview,
)
from rowlock.reviews.report import level_line, report

ROWS = tuple(RowOutlook(row, 10.0, 0.25) for row in ("red", "yellow", "green", "blue"))
WHY = Outlook("r5", 64, 0.4, 36.25, ROWS, 1.5, 3.75, 6.5, (0.75, 0.25))
"""Rows 40, one and a half penalties -7.5, bonus 3.75: 36.25."""
MISTAKE = DecisionReview(
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
        adjusted=figures["result"] - figures["luck"] - (figures["start"] - 0.5),
        residual=figures["residual"],
        luck_se=0.0,
        total=40,
        marks=Marks(),
        costliest=(0,) if number == 1 else (),
        start=figures["start"],
        given=figures["given"],
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
    # Ann begins and wins: 1 = 0.53 + 0.05 - 0.1 + 0.3 that Ben gave away + 0.22 not explained.
    seats=(
        seat(1, "Ann", loss=0.1, luck=0.05, result=1.0, residual=0.22, start=0.53, given=0.3),
        seat(2, "Ben", loss=0.3, luck=-0.05, result=0.0, residual=-0.22, start=0.47, given=0.1),
    ),
    decisions=(MISTAKE, replace(MISTAKE, seat=2, loss=0.3, why=())),
    rolls=(ROLL,),
)


ALONE = replace(
    REVIEW,
    players=1,
    unit="points",
    exact=True,
    judge="table",
    finished=False,
    start=115.4831,
    seats=(
        replace(
            REVIEW.seats[0],
            loss=2.0,
            luck=-1.5,
            result=None,
            adjusted=None,
            residual=None,
            start=115.4831,
            given=0.0,
        ),
    ),
    decisions=(replace(MISTAKE, loss=2.0, se=0.0, exact=True, rollout=None, why=()),),
)


def lines(language: str, found: Review = REVIEW, *, stopped: bool = False) -> list[str]:
    return list(report(found, Texts(language), stopped=stopped))


def test_the_parts_of_the_result_are_told_with_what_they_do_not_explain() -> None:
    assert lines("en")[-2:] == [
        "Ann: 53.0% at the start, +5.0% luck, -10.0% given away, +30.0% given away by others, "
        "+22.0% not explained = 100.0%",
        "Ben: 47.0% at the start, -5.0% luck, -30.0% given away, +10.0% given away by others, "
        "-22.0% not explained = 0.0%",
    ]


def test_substituted_answers_are_a_separate_part() -> None:
    covered = replace(MISTAKE, loss=0.02, own=False)
    ann = replace(REVIEW.seats[0], residual=0.24)
    found = replace(REVIEW, seats=(ann,), decisions=(*REVIEW.decisions, covered))
    assert "-10.0% given away, -2.0% by a bot or the clock, +30.0%" in lines("en", found)[-1]


def test_a_sum_is_shown_only_if_there_is_one() -> None:
    open_seat = replace(REVIEW.seats[0], result=None, adjusted=None, residual=None)
    found = replace(REVIEW, seats=(open_seat,), finished=False)
    assert not any("at the start" in line for line in lines("en", found))


def test_the_same_meaning_of_plus_and_minus_everywhere() -> None:
    said = lines("en")
    # 95%: 1.96 standard errors of 1 and of 5 per cent.
    assert "± is half of a 95% interval." in said
    assert "  turn 1, action 1: r5 lost 10.0% ± 2.0%; best y5  blunder" in said
    assert "    64 pairs of games played out: 8.0% ± 9.8%; the network said 10.0% ± 2.0%" in said


def test_why_names_bonus_points_and_who_ends_the_game_and_when() -> None:
    rows = ", ".join(f"{row} 10.0 (lock 25%)" for row in ("red", "yellow", "green", "blue"))
    ending = "penalties: 1.50 · turns to come: 6.5 · who ends the game: Ann 75%, Ben 25%"
    assert max(len(line) for line in lines("en") if line.startswith("    ")) <= 100
    said = " ".join(" ".join(lines("en")).split())
    assert f"after r5: wins 40%, 36.2 points: {rows} · bonus 3.8 · {ending}" in said
    assert f"after y5: wins 40%, 36.2 points: {rows} · {ending}" in said


def test_reasons_of_solo_games_do_not_mention_wins() -> None:
    alone = replace(WHY, win=1.0, ends=(1.0,))
    found = replace(ALONE, decisions=(replace(MISTAKE, why=(alone, alone), rollout=None),))
    assert any(line.startswith("    after r5: 36.2 points: red") for line in lines("en", found))


def test_names_are_known_where_one_seat_was_asked_for() -> None:
    found = replace(REVIEW, seats=REVIEW.seats[:1], decisions=REVIEW.decisions[:1])
    assert any("Ann 75%, Ben 25%" in line for line in lines("en", found))


def test_a_review_that_was_stopped_says_so() -> None:
    early, late = replace(REVIEW, complete=False), REVIEW
    assert lines("en", early, stopped=True)[1].startswith("The review was stopped; these are")
    assert "before all costly choices had been played out" in lines("en", late, stopped=True)[1]
    assert not any("stopped" in line for line in lines("en"))


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_no_sentence_stays_english(language: str) -> None:
    ours, english = lines(language, stopped=True), lines("en", stopped=True)
    assert len(ours) == len(english)
    for line, other in zip(ours, english, strict=True):
        assert line != other or not line
    assert any("8,0" in line for line in ours)  # a comma, as these languages write it


def table_of(found: Review, language: str = "en") -> list[str]:
    """The lines of the table: what columns there are, and the seats."""
    said = lines(language, found)
    start = said.index("") + 1
    return said[start : start + 1 + len(found.seats)]


def test_luck_is_told_with_how_uncertain_it_is() -> None:
    """95% of a standard error of 1 per cent: 1.96."""
    ann, ben = REVIEW.seats
    _, first, second = table_of(replace(REVIEW, seats=(replace(ann, luck_se=0.01), ben)))
    assert "  +5.0% ± 2.0%  100.0%" in first
    assert " -5.0%    0.0%" in second  # and where all rolls were counted, without


def test_columns_with_nothing_in_them_are_left_out() -> None:
    seats = tuple(replace(seat, adjusted=None, costliest=()) for seat in REVIEW.seats)
    cards = replace(REVIEW, judge="cards", approximate=True, rolls=(), seats=seats)
    assert table_of(cards)[0].split("  ")[-2:] == [" 95% interval", "result"]
    assert table_of(ALONE)[0].endswith("95% interval   luck")


@pytest.mark.parametrize("number", [0, 1])
def test_so_few_choices_have_no_interval(number: int) -> None:
    ann, ben = (replace(seat, decisions=number) for seat in REVIEW.seats)
    assert not any(".." in line for line in table_of(replace(REVIEW, seats=(ann, ben))))
    assert ".." in table_of(REVIEW)[1]


def test_an_unfinished_solo_game_shows_the_expected_score() -> None:
    """115.4831 - 2 - 1.5"""
    assert lines("en", ALONE)[-1] == (
        "115.4831 - 2.0000 given away - 1.5000 luck = 111.9831 expected now"
    )
    assert lines("de", ALONE)[-1].endswith("= 111,9831 jetzt zu erwarten")


def test_losses_of_a_substitute_are_part_of_the_exact_solo_sum() -> None:
    """115.4831 - 2 + 15.3108 - 0.5"""
    covered = replace(MISTAKE, loss=0.5, own=False)
    seats = (replace(ALONE.seats[0], luck=15.3108),)
    found = replace(ALONE, seats=seats, decisions=(*ALONE.decisions, covered))
    assert lines("en", found)[-1] == (
        "115.4831 - 2.0000 given away + 15.3108 luck - 0.5000 by a bot or the clock "
        "= 128.2939 expected now"
    )


def test_solo_reviews_by_the_heuristic_have_no_sum() -> None:
    """Their points are none of the score: -4.96 at the start, 78 at the end."""
    seats = (replace(ALONE.seats[0], result=78.0, adjusted=79.5, residual=86.46),)
    seats = (replace(seats[0], start=-4.96),)
    found = replace(ALONE, exact=False, judge="heuristic", start=-4.96, seats=seats)
    assert not any("start" in line or "explained" in line for line in lines("en", found))


def test_the_head_has_the_names_of_sheets_in_the_language_of_the_reader() -> None:
    chain = replace(REVIEW, variant="connected_chain")
    assert lines("en", chain)[0] == "Connected, chain, 2 players, judged by the trained network"
    assert lines("fr", chain)[0].startswith("Connected, chaîne, 2 joueurs")
    assert lines("en", replace(REVIEW, variant="mine"))[0].startswith("mine, 2 players")


@pytest.mark.parametrize(
    ("variant", "players", "judge"),
    [
        ("classic", 2, "the best bot with cards (approximate)"),
        ("classic", 1, "rules of thumb (approximate)"),
        ("bonus_a", 2, "rules of thumb (approximate)"),
        ("mine", 2, "rules of thumb (approximate)"),
    ],
)
def test_card_games_without_a_network_name_the_heuristic(
    variant: str, players: int, judge: str
) -> None:
    found = replace(REVIEW, judge="cards", variant=variant, players=players, decisions=())
    found = replace(found, seats=(replace(REVIEW.seats[0], costliest=()),))
    assert lines("en", found)[0].endswith(f"judged by {judge}")


def test_a_card_game_says_that_it_is_not_played_out() -> None:
    cards = replace(REVIEW, judge="cards", decisions=(replace(MISTAKE, rollout=None, why=()),) * 2)
    sentence = "Choices in card games are not played out"
    assert any(sentence in line for line in report(cards, Texts("en"), rollouts=True))
    assert not any(sentence in line for line in report(cards, Texts("en")))
    assert not any(sentence in line for line in report(REVIEW, Texts("en"), rollouts=True))


def test_levels_have_their_names_in_the_language_of_the_reader() -> None:
    found = LevelEquivalent(12, "easy", "hard", 1.0, 0.8, 1.2)
    assert level_line("Ann", found, Texts("de")) == (
        "Ann, 12 Partien: Spielstärke leicht bis stark; das 1,00-Fache dessen, was mittel "
        "verschenkt (95\u00a0%: 0,80 bis 1,20)"
    )
