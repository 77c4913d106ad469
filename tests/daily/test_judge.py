"""What a game of the day comes to, and the lines to share."""

from __future__ import annotations

import unicodedata

import pytest
from msgspec.structs import replace

from rowlock.daily import day_of
from rowlock.daily.check import check_dice
from rowlock.daily.judge import DayEvaluation, exact_score, judge
from rowlock.daily.share import share_text
from rowlock.errors import Illegal
from rowlock.languages import LANGUAGES
from rowlock.notation import parse_record
from rowlock.reviews import review
from rowlock.solver.value_table import ValueTable
from tests.daily.games import eager, never, played

MONDAY = day_of("2026-11-16")
LARGEST = DayEvaluation(
    date="2026-11-22",
    scheme="rowlock-daily-1",
    variant="connected_chain",
    players=1,
    unit="points",
    exact=False,
    expected=100.0,
    given_away=188.88,
    luck=-188.88,
    result=-20.0,
    score=-20,
    rival=None,
    rows=(136, 136, 136, 136),
    penalties=4,
)
"""Wider than any game."""
MOST = 280
"""Characters, which is what the shortest messages hold."""
WIDEST = 28
"""Columns of a line; a square takes two."""


def test_the_sum_adds_up(classic: ValueTable) -> None:
    record = played(MONDAY, never)
    found = judge(record, MONDAY, review(record, table=classic))
    assert (found.score, found.result, found.penalties, found.rows) == (-20, -20.0, 4, (0,) * 4)
    assert found.exact
    assert found.expected == pytest.approx(115.4831, abs=1e-4)
    assert found.expected - found.given_away + found.luck == pytest.approx(-20, abs=1e-6)


def test_the_exact_policy_gives_nothing_away_on_the_same_dice(classic: ValueTable) -> None:
    from rowlock.core.game import result
    from rowlock.core.move import Move
    from rowlock.core.state import Game
    from rowlock.notation import replay
    from rowlock.solver.turns import ranked_endings, ranked_turns

    def best(game: Game) -> Move:
        assert game.roll is not None
        sheet = game.sheets[0]
        if game.stage == "action1":
            return ranked_turns(classic, sheet, game.roll, game.closed)[0].moves[0]
        endings = ranked_endings(classic, sheet, game.roll, game.closed, crossed=game.crossed)
        return endings[0].moves[0]

    record = played(MONDAY, best)
    found = judge(record, MONDAY, review(record, table=classic))
    assert found.given_away == pytest.approx(0, abs=1e-6)
    assert exact_score(MONDAY, classic) == found.score == result(replay(record)).totals[0]


def test_a_day_for_two_is_judged_in_chances_of_winning() -> None:
    saturday = day_of("2026-11-21")
    record = played(saturday, never)
    found = judge(record, saturday, review(record))
    assert (found.unit, found.exact, found.expected) == ("wins", False, 0.5)
    assert (found.score, found.result) == (-20, 0.0)
    assert found.rival is not None
    assert found.rival > found.score
    assert found.given_away > 0


def test_other_dice_are_not_judged() -> None:
    record = played(day_of("2026-11-18"), eager)
    with pytest.raises(Illegal) as refused:
        check_dice(record, MONDAY)
    assert refused.value.code == "wrong_dice"


def test_one_changed_die_is_found() -> None:
    text = str(played(MONDAY, never))
    assert check_dice(parse_record(text), MONDAY) == 4
    forged = text.replace("3. 35 4662", "3. 35 4661")
    assert forged != text
    with pytest.raises(Illegal, match="turn 3: the dice of 2026-11-16 are 35 4662"):
        check_dice(parse_record(forged), MONDAY)


def test_a_game_that_is_not_over_is_not_judged(classic: ValueTable) -> None:
    lines = str(played(MONDAY, never)).splitlines()
    record = parse_record("\n".join(line for line in lines[:-1] if "Result" not in line))
    with pytest.raises(Illegal) as refused:
        judge(record, MONDAY, review(record, table=classic))
    assert refused.value.code == "not_over"


def columns(line: str) -> int:
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in line)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "judged", [LARGEST, replace(LARGEST, variant="classic", unit="wins", luck=-0.888, rival=-20)]
)
def test_the_shared_lines_fit_on_a_phone(judged: DayEvaluation, language: str) -> None:
    text = share_text(judged, language)
    assert len(text.encode("utf-16-le")) // 2 <= MOST
    assert max(map(columns, text.splitlines())) <= WIDEST


def test_the_shared_lines_have_letters_beside_colours() -> None:
    judged = replace(
        LARGEST, variant="classic", exact=True, score=98, given_away=6.214, luck=-11.3,
        rows=(28, 15, 21, 36), penalties=1,
    )  # fmt: skip
    assert share_text(judged, "en").splitlines() == [
        "Rowlock 2026-11-22",
        "Qwixx: 98",
        "given away: 6.21",
        "luck: −11.30",
        "R🟥28 Y🟨15",
        "G🟩21 B🟦36 ✖1",
    ]
