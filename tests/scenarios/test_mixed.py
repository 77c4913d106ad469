"""The scenario of a table with different sheets: written, read again, drawn, printed and shown.

`test_spec.py` plays it in the core, `tests/kernel` in the kernel.
"""

from __future__ import annotations

from rowlock import draw_table, format_record, parse_record, view
from rowlock.core.game import deciders
from rowlock.draw.paper import sheet_pdf
from rowlock.notation import Scribe, replay
from rowlock.notation.record import seated
from rowlock.notation.summary import summary
from rowlock.table.move_preview import sheet_view
from rowlock.terminal.draw import plain, table_pieces
from rowlock.variants.together import for_seats
from tests.scenarios.core_table import roll_of
from tests.scenarios.spec import ROOT, read_scenario

SCENARIO = read_scenario(ROOT / "mixed" / "double_a_double_b_and_bonus_a.json")
SHEETS = ["r3,3 y- g- b- x0", "r3 y- g- b- x1", "r3,4 y- g- b- x0 =x..........."]


def written() -> Scribe:
    """The scenario, entered move by move."""
    names = tuple(SCENARIO.names)
    scribe = Scribe(seated(for_seats(SCENARIO.variant, len(names)), names))
    for step in SCENARIO.steps:
        if step.roll is not None:
            scribe.roll(roll_of(step.roll))
        for seat, words in (step.answers or {}).items():
            for word in words.split():
                scribe.play(seat - 1, word)
    return scribe


def test_its_record_names_every_sheet_and_reads_back() -> None:
    text = format_record(written().record())
    assert '[Variant "double_a, double_b, bonus_a"]' in text
    assert "1. 12 2111 | r3 +r3 | r3 | r3" in text
    again = replay(parse_record(text))
    assert [str(sheet) for sheet in again.sheets] == SHEETS
    assert [player.total for player in summary(again).players] == [3, -2, 3]


def test_its_picture_shows_each_seat_its_own_sheet() -> None:
    game = written().game
    drawing = draw_table(game)
    assert "Qwixx Double A, Qwixx Double B, Qwixx Bonus A" in drawing.title
    assert drawing.svg().startswith("<svg")
    totals = [sheet_view(*each).total for each in zip(game.variants, game.sheets, strict=True)]
    assert totals == [3, -2, 3]


def test_its_pads_are_printed_one_after_another() -> None:
    assert sheet_pdf(written().game.variants).startswith(b"%PDF")


def test_the_terminal_and_views_know_whose_sheet_is_which() -> None:
    game = written().game
    lines = [plain(pieces) for pieces in table_pieces(game)]
    assert len(lines) >= 3 * len(game.seats)
    assert deciders(game) == ()
    assert [view(game, seat).own_variant.id for seat in game.seats] == [
        "double_a",
        "double_b",
        "bonus_a",
    ]
