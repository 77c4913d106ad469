"""A position as plain data for programs: the output of `replay --json` and `legal --json`."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from rowlock.core.event import Reason
from rowlock.core.game import deciders, legal_moves, result
from rowlock.core.score import Score
from rowlock.core.sheet import (
    crossed_cells,
    is_crossed,
    is_locked,
    second_crosses,
    swap_fields,
)
from rowlock.core.state import Game, Phase
from rowlock.errors import Illegal, Refusal
from rowlock.variants.together import are_equal, digests, variant_ids
from rowlock.variants.variant import COLOURS, ROWS


class RowSummary(Struct):
    row: str
    crosses: list[int]
    locked: bool
    points: int
    second: list[int] | UnsetType = UNSET
    """Double A: the numbers whose second box is crossed."""


class PlayerSummary(Struct):
    name: str
    rows: list[RowSummary]
    penalties: int
    bonus: int
    total: int
    swaps: list[int] | UnsetType = UNSET
    """X-Change: the numbers of the used fields, from 1; lost fields are not included."""
    bonus_rows: dict[str, list[int]] | UnsetType = UNSET
    """Big Points: the crossed numbers of `o` (red and yellow) and `c` (green and blue)."""
    variant: str | UnsetType = UNSET
    """The seat's sheet, if the seats have different ones."""


class Summary(Struct):
    """The position after the last completed action; seats count from 1."""

    variant: str
    digest: str
    players: list[PlayerSummary]
    closed_rows: list[str]
    dice_out: list[str]
    turn: int
    active: int
    phase: Phase
    over: bool
    reason: Reason | None
    winners: list[str]


class LegalSummary(Struct):
    """The legal moves of every seat that must decide, in the notation of records, sorted."""

    phase: Phase
    deciders: dict[str, list[str]]


class RefusalSummary(Struct):
    """The reason why a record could not be replayed."""

    file: str
    error: Literal["illegal", "unreadable"]
    code: str
    line: int | None
    seat: int | None
    move: str | None
    message: str


def summary(game: Game) -> Summary:
    outcome = result(game)
    closed = [COLOURS[row] for row in ROWS if game.closed >> row & 1]
    return Summary(
        variant=variant_ids(game.variants),
        digest=digests(game.variants),
        players=[_player(game, seat, score) for seat, score in enumerate(outcome.scores)],
        closed_rows=closed,
        dice_out=list(closed),  # the die of a closed row is removed (C-10); a card game has neither
        turn=game.turn,
        active=game.active + 1,
        phase=game.phase,
        over=game.over,
        reason=game.reason,
        winners=[game.names[seat] for seat in outcome.winners],
    )


def _player(game: Game, seat: int, score: Score) -> PlayerSummary:
    variant, sheet = game.variants[seat], game.sheets[seat]
    rows = [
        RowSummary(
            row=COLOURS[row],
            crosses=[cell.number for cell in crossed_cells(variant, sheet, row)],
            locked=is_locked(variant, sheet, row),
            points=score.rows[row],
            second=[cell.number for cell in second_crosses(variant, sheet, row)]
            if "second_boxes" in variant.features
            else UNSET,
        )
        for row in ROWS
    ]
    fields = enumerate(swap_fields(variant, sheet), start=1)
    used = [field for field, state in fields if state == "used"]
    return PlayerSummary(
        game.names[seat],
        rows,
        sheet.penalties,
        score.bonus,
        score.total,
        swaps=used if variant.swaps else UNSET,
        bonus_rows={
            cells[0].name[0]: [cell.number for cell in cells if is_crossed(sheet, cell)]
            for cells in variant.bonus_rows
        }
        or UNSET,
        variant=UNSET if are_equal(game.variants) else variant.id,
    )


def legal_summary(game: Game) -> LegalSummary:
    moves = {
        str(seat + 1): sorted(str(move) for move in legal_moves(game, seat))
        for seat in deciders(game)
    }
    return LegalSummary(game.phase, moves)


def refusal_summary(file: str, refusal: Refusal) -> RefusalSummary:
    return RefusalSummary(
        file=file,
        error="illegal" if isinstance(refusal, Illegal) else "unreadable",
        code=refusal.code,
        line=refusal.line,
        seat=None if refusal.seat is None else refusal.seat + 1,
        move=refusal.move,
        message=refusal.message,
    )
