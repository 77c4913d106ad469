"""A table of the kernel for scenarios: texts in, texts out, everything asked of the kernel."""

from __future__ import annotations

from rowlock import Game, Illegal, format_sheet, parse_move
from rowlock.core.rules import row_points
from rowlock.core.sheet import Sheet
from rowlock.kernel.convert import (
    answer_now,
    game_of,
    move_of_option,
    options_now,
    score_now,
    state_of,
)
from rowlock.kernel.seat_tables import compile_variants
from rowlock.kernel.state import (
    ACTION1,
    ACTION2,
    ACTIVE,
    ANSWER,
    CLOSED,
    DECIDER,
    DICE,
    HEAD,
    OVER,
    PENALTIES,
    PHASE,
    REASON,
    ROLL,
    SEAT,
    SHOWN,
    SHOWN_BAR,
    TIED,
    TURN,
)
from rowlock.variants import COLOURS, ROWS
from tests.scenarios.core_table import roll_of
from tests.scenarios.spec import State

PHASES = {ROLL: "roll", ACTION1: "action1", ACTION2: "action2", OVER: "over"}
REASONS = (None, "two_rows_closed", "four_penalties")


class KernelTable:
    """A kernel state under way; the core only spells its moves and sheets."""

    gives_reasons = False

    def __init__(self, game: Game) -> None:
        self.variants = game.variants
        self.names = game.names
        self.tables = compile_variants(game.variants)
        self.s = state_of(game)

    def deal(self, cards: str) -> None:
        raise Illegal("no_deal_due", "the kernel has no cards")

    def roll(self, dice: str) -> None:
        rolled = roll_of(dice)
        if self.s[PHASE] != ROLL:
            raise Illegal("no_roll_due", "no roll is due")
        if any(not 1 <= d <= self.variants[0].sides for d in (*rolled.white, *rolled.colours) if d):
            raise Illegal("bad_die", "no die shows this")
        closed = int(self.s[CLOSED])
        if any((rolled.colours[row] is None) != bool(closed >> row & 1) for row in ROWS):
            raise Illegal("die_removed", "these are not the dice in play")
        self.s[DICE:HEAD] = [*rolled.white, *(die or 0 for die in rolled.colours)]
        self.s[PHASE] = ACTION1
        self.s[DECIDER] = 0

    def owing(self) -> list[int]:
        seats = range(len(self.names))
        if self.s[PHASE] == ACTION1:
            return [seat for seat in seats if not self.word(seat, ANSWER) or self.word(seat, TIED)]
        return [int(self.s[ACTIVE])] if self.s[PHASE] == ACTION2 else []

    def word(self, seat: int, offset: int) -> int:
        return int(self.s[HEAD + SEAT * seat + offset])

    def options(self, seat: int) -> dict[str, int]:
        """The seat's legal moves as texts, with the kernel's number for each."""
        self.s[DECIDER] = seat
        mask = int(options_now(self.tables, self.s))
        game = game_of(self.variants, self.s, self.names)
        return {
            str(move_of_option(game, seat, i)): i for i in range(mask.bit_length()) if mask >> i & 1
        }

    def play(self, seat: int, move: str) -> None:
        parse_move(move)
        if seat not in self.owing():
            raise Illegal("not_your_decision", f"seat {seat} owes nothing")
        options = self.options(seat)
        if move not in options:
            raise Illegal("illegal", f"{move} is not among {sorted(options)}")
        answer_now(self.tables, self.s, options[move], 0)

    def sheet(self, seat: int) -> Sheet:
        rows = tuple(self.word(seat, SHOWN + row) for row in ROWS)
        bar = self.word(seat, SHOWN_BAR) | self.word(seat, SHOWN_BAR + 1) << 32
        return Sheet(rows, self.word(seat, PENALTIES), bar)

    def phase(self) -> str:
        owing = self.owing()
        if owing and all(self.word(seat, TIED) for seat in owing):
            return "choice"
        return PHASES[int(self.s[PHASE])]

    def state(self) -> State:
        sheets = [self.sheet(seat) for seat in range(len(self.names))]
        totals = [int(score_now(self.tables, self.s, seat)) for seat in range(len(sheets))]
        over = self.s[PHASE] == OVER
        closed = [COLOURS[row] for row in ROWS if int(self.s[CLOSED]) >> row & 1]
        bare = [
            sum(row_points(mask.bit_count()) for mask in sheet.rows)
            - sheet.penalties * variant.penalty_points
            for variant, sheet in zip(self.variants, sheets, strict=True)
        ]
        announced = int(self.s[DICE] + self.s[DICE + 1])
        return State(
            phase=self.phase(),
            turn=int(self.s[TURN]),
            active=int(self.s[ACTIVE]),
            announced=announced if self.s[PHASE] in (ACTION1, ACTION2) else 0,
            legal={seat: sorted(self.options(seat)) for seat in self.owing()},
            sheets=list(map(format_sheet, self.variants, sheets)),
            closed_rows=closed,
            dice_out=closed,
            bonus=[total - plain for total, plain in zip(totals, bare, strict=True)],
            totals=totals,
            winners=[seat for seat, t in enumerate(totals) if over and t == max(totals)],
            reason=REASONS[int(self.s[REASON])],
        )
