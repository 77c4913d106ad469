"""Whether everything that knows the rules agrees, whatever the rules are.

`scripts/planted.py` runs this with a wrong rule in `core/rules.py`. It compares engine with
engine, never with an expected number.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random as PythonRandom

from rowlock.bots.compiled import CompiledSpec, compiled_spec_of
from rowlock.bots.compiled.games import play_lines
from rowlock.bots.evaluation.lookahead import in_action2, own_lines
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.race import Race
from rowlock.bots.simple import Greedy, Random
from rowlock.core.bot import Bot
from rowlock.core.event import PenaltyTaken
from rowlock.core.game import deciders, legal_moves, new_game, play, preview, result, roll
from rowlock.core.legality import obstacle
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.errors import Unreadable
from rowlock.kernel.compare import play_both
from rowlock.kernel.stream import GameChance
from rowlock.notation import parse_position, parse_sheet
from rowlock.simulation.core_games import Seating, play_game
from rowlock.solver.plain import PlainSolver
from rowlock.solver.problem import make_problem
from rowlock.solver.sweep_all import sweep_all
from rowlock.solver.value_table import make_table
from rowlock.table.move_preview import options
from rowlock.table.real_dice import RealSheets
from rowlock.variants import BUILT_IN, Variant, load_variant
from tests.solver.sheets import (
    double_sheet,
    lucky_sheet,
    mixed_sheet,
    plain_sheet,
)

GAMES = 40
TURNS = 300
"""A game that has not ended by then is left."""


def positions(variant: Variant, players: int, number: int) -> Iterator[Game]:
    """Every moment of a random game."""
    chance, rng = GameChance(7, number), PythonRandom(number)
    game = new_game(variant, [f"Seat {seat + 1}" for seat in range(players)])
    while not game.over and game.turn < TURNS:
        if game.stage == "roll":
            game = roll(game, chance.roll(game)).state
        else:
            seat = rng.choice(deciders(game))
            game = play(game, seat, rng.choice(legal_moves(game, seat))).state
        yield game


def kernel(variant: Variant) -> None:
    """Core and kernel, move by move."""
    for number in range(GAMES):
        wrong = play_both(variant, 1 + number % 5, 5, number, max_turns=TURNS)
        assert wrong is None, wrong


def bots(variant: Variant) -> None:
    """Readable bots and their compiled versions, game by game."""
    tables: list[tuple[Bot, ...]] = [
        (Random(), Greedy(1), Greedy(2)),
        (Heuristic(), Heuristic()),
        (Race(), Greedy(2)),
    ]
    for seats in tables:
        twins = [compiled_spec_of(bot, variant, len(seats)) for bot in seats]
        known: tuple[CompiledSpec, ...] = tuple(twin for twin in twins if twin is not None)
        games = 8 if all(twin.is_simple for twin in known) else 2
        lines = play_lines(variant, known, 4, 0, games).tolist()
        assert lines == [play_game(Seating(variant, seats, 4), n) for n in range(games)], seats


def lookahead(game: Game) -> None:
    """What bots look at is what is legal."""
    for seat in deciders(game):
        seen = view(game, seat)
        given = 0 if in_action2(seen) and seen.phase != "choice" else len(seen.moves)
        first = {line.moves[given] for line in own_lines(seen)}
        assert first == set(seen.legal), (str(game), seat)


def notation(game: Game) -> None:
    """Texts parse back."""
    assert parse_position(str(game)) == game, str(game)
    for sheet in game.sheets:
        assert parse_sheet(game.variant, str(sheet)) == sheet, str(sheet)


def previews(game: Game) -> None:
    """What the server shows of a move is what the move does."""
    for seat in deciders(game):
        for option in options(game, seat):
            draft = preview(game, seat, option.move)
            assert option.sheet.rows == draft.sheet.rows
            assert option.penalty == any(isinstance(e, PenaltyTaken) for e in draft.events)
            after = play(game, seat, option.move).state
            if after.stage != "action1" and len(game.names) == 1 and not draft.tied:
                assert result(after).totals[seat] == option.sheet.total


def real_dice(game: Game) -> None:
    """The sheets of real dice take what the core takes."""
    sheets = RealSheets((game.variant,), "strict")
    for cell in game.variant.cells:
        free = obstacle(game.variant, sheets.sheet(0), 0, cell) is None
        assert (cell.name in sheets.legal_cells(0, 0.0)) == free


def solver() -> None:
    """The solver and the readable one that lists every roll; it may refuse, but not be wrong."""
    try:
        make_problem(plain_sheet())
    except Unreadable as refusal:
        print(f"solver: refuses, {refusal}")
        return
    for variant in (plain_sheet(), mixed_sheet(), double_sheet()):
        for players in (1, 2):
            same_values(variant, players, None)
    same_values(lucky_sheet(), 1, (2, 3))
    print("solver: as listing every roll")


def same_values(variant: Variant, players: int, lucky: tuple[int, int] | None) -> None:
    problem = make_problem(variant, players, lucky)
    found = make_table(problem, sweep_all(problem).values).values
    wanted = PlainSolver(variant, players, lucky).values()
    for one, other in zip(found, wanted, strict=True):
        assert abs(one - other) < 1e-9, (variant.id, players, found, wanted)


def main() -> None:
    for name in BUILT_IN:
        variant = load_variant(name)
        kernel(variant)
        bots(variant)
        for number in range(3):
            for game in positions(variant, 1 + number, number):
                lookahead(game)
                notation(game)
                previews(game)
        real_dice(new_game(variant, ["Ann"]))
        print(f"{name}: core, kernel, bots, notation and server agree", flush=True)
    solver()


if __name__ == "__main__":
    main()
