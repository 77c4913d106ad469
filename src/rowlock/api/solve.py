"""The exact value of a sheet under perfect play."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rowlock.core.sheet import Sheet
from rowlock.core.state import Roll
from rowlock.core.turn_dice import parse_roll
from rowlock.errors import Unreadable
from rowlock.notation.position import parse_sheet
from rowlock.solver.limits import check_reach
from rowlock.solver.policy import play_games
from rowlock.solver.problem import make_problem
from rowlock.solver.table_cache import table_of
from rowlock.solver.turns import RankedTurn, ranked_turns
from rowlock.solver.value_table import ValueTable
from rowlock.tabular import DataTable, Tabular
from rowlock.variants import COLOURS, LuckyPair, Variant, load_variant


class ExactValues(Tabular, frozen=True, kw_only=True):
    """What `solve` returns. The table has one row per seat, in the order in which they roll.

    >>> import rowlock
    >>> print(rowlock.solve("classic"))
    classic: expected total under perfect play
    wait  value
       0  115.5
    """

    variant: str
    digest: str
    players: int
    values: tuple[float, ...]
    """The expected total of the empty sheet, by the number of turns before your first roll."""
    states: int
    """Number of different positions of one sheet."""
    values_by_sheet: ValueTable
    """All values (may change between versions)."""

    @property
    def value(self) -> float:
        """The expected total of a player who rolls first."""
        return self.values[0]

    def value_of(self, sheet: Sheet | str, *, closed: Sequence[str] = (), wait: int = 0) -> float:
        """The expected final total of a sheet, such as `"r2,3 y- g12 b- x1"`.

        `closed` are the colours of rows that others have closed, `wait` the number of other
        players' turns before your roll.
        """
        return self.values_by_sheet.total(self._sheet(sheet), self._mask(closed), wait)

    def turns(
        self, sheet: Sheet | str, dice: Roll | str, *, closed: Sequence[str] = ()
    ) -> tuple[RankedTurn, ...]:
        """Every complete turn that a roll allows, best first, with its expected total."""
        if isinstance(dice, str):
            dice = parse_roll(dice)
        table = self.values_by_sheet
        return ranked_turns(table, self._sheet(sheet), dice, self._mask(closed))

    def play(self, games: int, *, seed: int = 0) -> NDArray[np.int32]:
        """The final totals of solo games with perfect play."""
        return play_games(self.values_by_sheet, games, seed=seed).totals

    def to_dict(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__struct_fields__[:-1]}

    def table(self) -> DataTable:
        rows = tuple((wait, value) for wait, value in enumerate(self.values))
        return DataTable(
            f"{self.variant}: expected total under perfect play", ("wait", "value"), rows
        )

    def _sheet(self, sheet: Sheet | str) -> Sheet:
        return parse_sheet(self.values_by_sheet.variant, sheet) if isinstance(sheet, str) else sheet

    def _mask(self, closed: Sequence[str]) -> int:
        for colour in closed:
            if colour not in COLOURS:
                message = f"{colour!r} is not a row (expected {', '.join(COLOURS)})"
                raise Unreadable("bad_row", message)
        return sum(1 << COLOURS.index(colour) for colour in set(closed))


def solve(
    variant: Variant | str = "classic", *, players: int = 1, lucky: LuckyPair | None = None
) -> ExactValues:
    """Compute the exact values of a sheet, or load them from the cache, as `rowlock solve` does.

    With more players than one the friendly form is solved: others give you their white sums, but
    never close a row or end the game. Classic takes seconds, other sheets minutes and gigabytes;
    Bonus B and Big Points cannot be solved. Needs the extra `fast`.

    >>> import rowlock
    >>> classic = rowlock.solve("classic")
    >>> round(classic.value, 4), round(classic.value_of("r2,3 y- g12 b- x1"), 2)
    (115.4831, 124.0)
    >>> classic.turns("r2,3 y- g12 b- x1", "41 3256")[0].text
    '+r4'
    """
    sheet = load_variant(variant) if isinstance(variant, str) else variant
    problem = make_problem(sheet, players, lucky)
    check_reach(problem, "cpu")
    table = table_of(problem)
    return ExactValues(
        variant=sheet.id,
        digest=sheet.digest,
        players=players,
        values=table.values,
        states=problem.states,
        values_by_sheet=table,
    )
