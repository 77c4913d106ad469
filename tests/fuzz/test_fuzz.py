"""A small slice of scripts/fuzz, and every text that once brought down a reader."""

from __future__ import annotations

import pytest

from tests.fuzz.fuzzer import Case, Found, case, feed, fuzz


@pytest.mark.parametrize("seed", range(4))
def test_spoiled_texts_are_refused_or_good(seed: int) -> None:
    *_, tally = fuzz(seed, 60_000, 2_500)
    kinds = {outcome.partition(":")[0] for outcome in tally.outcomes}
    assert kinds == {"record", "position", "sheet", "variant", "move"}
    assert len(tally.outcomes) > 10


@pytest.mark.parametrize(
    ("target", "text"),
    [
        ("position", 'classic 1 1 roll; "Ann" ' + "r" * 200 + '"'),  # took years to refuse
        ("position", f'longo 1 1 roll; "Ann" r- y- g- b- x0 {"9" * 5000}&5'),
        ("position", 'classic 1 1 action1 99 9999; "Ann" r- y- g- b- x0'),  # no such dice
        ("position", 'classic 1 1 take; "Ann" r- y- g- b- x0'),  # cards without cards
        ("position", 'classic+cards 1 1 action1; "Ann" r- y- g- b- x0; display; pile; discards'),
        ("variant", "x = " + "[" * 5000),
        ("variant", "x = " + "9" * 5000),
    ],
)
def test_inputs_that_once_crashed_a_reader_are_refused(target: str, text: str) -> None:
    assert feed(Case("kept", target, text)) in ("bad_position", "bad_variant")


HEAD = '[Rowlock "1"]\n[Variant "classic"]\n[Players "Ann"]\n[First "{first}"]\n'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (HEAD.format(first="\x1c1"), "bad_first"),  # a blank for Python, but not for its numbers
        (HEAD.format(first="1") + "; so\n" * 1_000_000, "too_long"),  # took 25 s and a gigabyte
        (HEAD.format(first="1") + "\n" * 10_000, "too_long"),
    ],
)
def test_records_that_once_went_wrong_are_refused_at_once(text: str, code: str) -> None:
    assert feed(Case("kept", "record", text)) == code


def test_a_case_can_be_repeated() -> None:
    assert case(3, 14) == case(3, 14)
    assert case(3, 14) != case(3, 15)


def test_the_fuzzer_notices_unexpected_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str) -> None:
        raise KeyError(text)

    monkeypatch.setattr("tests.fuzz.fuzzer.TARGETS", {"move": (lambda rng: "-", broken)})
    with pytest.raises(Found, match="case 7 of move: KeyError"):
        feed(Case("7", "move", "r5"))
