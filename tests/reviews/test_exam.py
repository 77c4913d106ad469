"""The exam: the sum adds up, and the exact policy meets the same dice."""

from __future__ import annotations

import io

import pytest

from rowlock import parse_record, result
from rowlock.cli.main import main
from rowlock.languages.texts import Texts
from rowlock.notation import Scribe, Setup, format_record, replay
from rowlock.reviews.exam import exact_record, exam_chance, examine
from rowlock.reviews.exam_report import exam_report
from rowlock.solver.value_table import ValueTable


def test_the_exact_policy_gives_nothing_away(classic: ValueTable) -> None:
    record = exact_record(classic, seed=3)
    found = examine(record, classic, seed=3)
    assert found.given_away == pytest.approx(0, abs=1e-6)
    assert found.score == found.exact_score
    assert found.expected + found.luck == pytest.approx(found.score, abs=1e-6)


def test_the_sum_of_a_player_who_only_takes_penalties(classic: ValueTable) -> None:
    scribe, chance = Scribe(Setup(variant=classic.variant, names=("Ann",))), exam_chance(3)
    while not scribe.game.over:
        scribe.roll(chance.roll(scribe.game))
        scribe.play(0, "-")
        scribe.play(0, "-")
    found = examine(scribe.record(), classic, seed=3)
    assert found.score == -20
    assert found.expected - found.given_away + found.luck == pytest.approx(-20, abs=1e-6)
    lines = list(exam_report(found, Texts("en")))
    luck = f"{found.luck:+.4f}".replace("+", "+ ").replace("-", "- ")
    assert lines[-2] == f"115.4831 - {found.given_away:.4f} given away {luck} luck = -20"
    assert any(": chosen nothing, best " in line for line in lines)  # and no lone "-"
    assert lines[-1].endswith(f"(seed 3) perfect play scores {found.exact_score}.")


def test_help_does_not_offer_to_take_back_what_stays(
    classic: ValueTable, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rowlock.solver.table_cache.kept_table", lambda problem: classic)
    monkeypatch.setattr("sys.stdin", io.StringIO("h\nq\n"))
    assert main(["exam", "--seed", "3", "--lang", "en"]) == 130
    shown = capsys.readouterr().out
    assert "q: quit." in shown
    assert "take back" not in shown


def test_different_decisions_get_the_same_dice(classic: ValueTable) -> None:
    best = exact_record(classic, seed=5)
    chance = exam_chance(5)
    game = best.setup.start()
    for turn in best.turns:
        assert turn.roll.white == chance.dice(6, turn.number)[:2]  # type: ignore[union-attr]
    assert result(replay(parse_record(format_record(best)))).totals[0] > 0
    assert game.variant == classic.variant
