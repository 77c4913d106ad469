"""The rules on tensors: thousands of sheets in parallel, on a GPU or CPU.

The tables of `export.py` say what may be crossed, what a cross triggers, what counts and what ends
a game. Only the row with the fewest crosses, complete symbols, and the order of a turn
(`selfplay.py`) are implemented here; `check.py` compares them with the core. All operations are
branch-free over the whole batch. Chains of bonus crosses are loops over the sheets that still have
a bonus to handle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor


@dataclass
class Sheets:
    """A batch of sheets: crosses [n, 4], struck squares [n], rows locked by this answer [n]."""

    rows: Tensor
    bar: Tensor
    locks: Tensor

    def __getitem__(self, index: Tensor) -> Sheets:
        return Sheets(self.rows[index], self.bar[index], self.locks[index])


def cat(parts: list[Sheets]) -> Sheets:
    return Sheets(
        torch.cat([p.rows for p in parts]),
        torch.cat([p.bar for p in parts]),
        torch.cat([p.locks for p in parts]),
    )


class Facts:
    """The facts about a sheet that the network needs (`for_network` in `export.py`)."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]], device: torch.device) -> None:
        self.arrays, self.device = arrays, device
        self.id, self.digest = str(arrays["id"]), str(arrays["digest"])
        self.has_lucky = bool(arrays["has_lucky"])
        self.squares, self.bonuses = len(arrays["square_row"]), len(arrays["bonus_mask"])
        self.traits = self.number("trait_lines")
        self.row_features = self.tensor("row_features")

    def number(self, name: str) -> int:
        """A single number from the file."""
        return int(self.arrays[name])

    def tensor(self, name: str) -> Tensor:
        array = self.arrays[name]
        whole = np.issubdtype(array.dtype, np.integer)
        return torch.tensor(array.astype(np.int64) if whole else array, device=self.device)


class Rules(Facts):
    """The rules of a variant; all methods work on batches."""

    def __init__(self, file: Path, device: torch.device) -> None:
        with np.load(file) as data:
            super().__init__({name: data[name] for name in data}, device)
        tensor = self.tensor
        self.sides, self.penalty_points = self.number("sides"), self.number("penalty_points")
        self.has_tokens = bool(self.arrays["token"].any())
        self.states = self.arrays["open"].shape[1]
        self.row_state, self.reach, self.crosses = map(tensor, ("row_state", "reach", "crosses"))
        self.open, self.next = tensor("open"), tensor("next")
        self.sets, self.locks = tensor("sets"), tensor("locks")
        self.white_bits, self.lucky_numbers = tensor("white_bits"), tensor("lucky_numbers")
        self.colour_bits, self.colour_row = tensor("colour_bits"), tensor("colour_row")
        self.square_row, self.row_squares = tensor("square_row"), tensor("row_squares")
        self.token, self.token_wanted = tensor("token"), tensor("token_wanted")
        self.token_strikes = tensor("token_strikes") > 0
        self.token_in_fewest = tensor("token_in_fewest")
        self.token_in_every = tensor("token_in_every")
        self.row_points, self.bonus_mask = tensor("row_points"), tensor("bonus_mask")
        self.ends, self.owes_penalty = tensor("ends"), tensor("owes_penalty")
        self.row_values = tensor("row_values")
        self.penalty_value = float(self.arrays["penalty_value"])
        self.four = torch.arange(4, device=device)

    # Rows.

    def state(self, mask: Tensor, shut: Tensor) -> Tensor:
        """Indices of row shapes; `shut` is 1 for closed rows."""
        return self.row_state[shut, self.reach[mask], self.crosses[mask]]

    def states_of(self, rows: Tensor, closed: Tensor) -> Tensor:
        """Row shapes [..., 4] from rows [..., 4] and closed masks [...]."""
        return self.state(rows, (closed[..., None] >> self.four) & 1)

    def points(self, rows: Tensor) -> Tensor:
        return self.row_points[self.crosses[rows]]

    def fewest(self, rows: Tensor) -> Tensor:
        """[..., 4] rows tied for the fewest crosses, including closed ones (L-05, BB-02)."""
        crosses = self.crosses[rows]
        return crosses == crosses.min(-1, keepdim=True).values

    @staticmethod
    def holds(rows: Tensor, wanted: Tensor) -> Tensor:
        """[...] whether sheets have all crosses of a symbol (BB-01)."""
        return ((rows & wanted) == wanted).all(-1)

    # Crossing.

    def cross(
        self, sheets: Sheets, closed: Tensor, row: Tensor, bit: Tensor, prefer: Tensor | None = None
    ) -> tuple[Sheets, Tensor]:
        """The sheets after a legal cross each (none if the bit is 0) and everything it triggers.

        A tie for the fewest crosses is resolved in favour of row `prefer` if it is tied, otherwise
        of the uppermost row. Also returns the mask of tied rows, 0 without a tie.
        """
        n = len(row)
        state = {
            "rows": sheets.rows,
            "bar": sheets.bar,
            "locks": torch.zeros_like(closed),
            "queue": torch.zeros_like(closed),
            "tail": torch.zeros_like(closed),
            "tied": torch.zeros_like(closed),
            "closed": closed,
            "prefer": torch.zeros_like(closed) if prefer is None else prefer,
        }
        self._cross(state, row, bit)
        if self.has_tokens and n:
            while True:
                busy = (state["queue"] != 0).nonzero().squeeze(1)
                if len(busy) == 0:
                    break
                part = {name: value[busy] for name, value in state.items()}
                self._handle(part)
                for name in state:
                    state[name] = state[name].index_copy(0, busy, part[name])
        return Sheets(state["rows"], state["bar"], state["locks"]), state["tied"]

    def _cross(self, s: dict[str, Tensor], row: Tensor, bits: Tensor) -> None:
        """Make a legal cross each; none if the bits are 0."""
        old = s["rows"].gather(1, row[:, None]).squeeze(1)
        there, place = bits > 0, (self.reach[bits] - 1).clamp(min=0)
        new = old | torch.where(there, self.sets[row, place], 0)
        locks = torch.where(there, self.locks[row, place], 0)
        s["rows"] = s["rows"].scatter(1, row[:, None], new[:, None])
        s["locks"] = s["locks"] | locks
        if not self.has_tokens:
            return
        token = torch.where(there, self.token[row, place], 0)
        token = torch.where(self.holds(s["rows"], self.token_wanted[token]), token, 0)
        s["queue"] = s["queue"] | (token << (4 * s["tail"]))
        s["tail"] = s["tail"] + (token > 0)
        if self.squares:
            s["bar"] = s["bar"] | torch.where(locks > 0, self.row_squares[row], 0)

    def _cross_next(self, s: dict[str, Tensor], row: Tensor, wanted: Tensor) -> None:
        mask = s["rows"].gather(1, row[:, None]).squeeze(1)
        bits = self.next[row, self.state(mask, (s["closed"] >> row) & 1)]
        self._cross(s, row, torch.where(wanted, bits, 0))

    def _handle(self, s: dict[str, Tensor]) -> None:
        """Handle the first token of every queue."""
        token = s["queue"] & 15
        s["queue"] = s["queue"] >> 4
        s["tail"] = s["tail"] - 1
        if self.squares:
            free = ~s["bar"] & ((1 << self.squares) - 1)
            square = free & -free
            strikes = self.token_strikes[token] & (square > 0)
            s["bar"] = s["bar"] | torch.where(strikes, square, 0)
            row = self.square_row[(self.reach[square] - 1).clamp(min=0)]
            self._cross_next(s, row, strikes)
        times, every = self.token_in_fewest[token], self.token_in_every[token]
        if bool(times.any()):
            fewest = self.fewest(s["rows"])
            tied = (fewest.long() << self.four).sum(1)
            preferred = (tied >> s["prefer"]) & 1 == 1
            row = torch.where(preferred, s["prefer"], fewest.long().argmax(1))
            several = (times > 0) & (fewest.sum(1) > 1)
            s["tied"] = torch.where(several, tied, s["tied"])
            for k in range(int(times.max())):
                self._cross_next(s, row, times > k)
        if bool(every.any()):
            for r in range(4):
                self._cross_next(s, torch.full_like(token, r), every > 0)

    # Points.

    def totals(self, rows: Tensor, penalties: Tensor) -> Tensor:
        """Totals [...] from rows [..., 4] and penalties [...]."""
        cost = self.penalty_points * penalties
        return self.points(rows).sum(-1) - cost + self.bonus(rows, penalties)

    def bonus(self, rows: Tensor, penalties: Tensor) -> Tensor:
        """Points that symbols add at the end of the game (BB-01)."""
        cost = self.penalty_points * penalties
        least = self.points(rows).min(-1).values
        total = torch.zeros_like(cost)
        names = "bonus_points", "bonus_least", "bonus_cost"
        for k, line in enumerate(zip(*(self.arrays[name].tolist() for name in names), strict=True)):
            points, times_least, times_cost = line
            if any(line):
                worth = points + times_least * least + times_cost * cost
                total = total + self.holds(rows, self.bonus_mask[k]) * worth
        return total

    def struck(self, closed: Tensor) -> Tensor:
        """Bar squares that closed rows strike (BA-05)."""
        bits = (closed[..., None] >> self.four) & 1
        squares = bits * self.row_squares
        return squares[..., 0] | squares[..., 1] | squares[..., 2] | squares[..., 3]

    def symbol_states(self, rows: Tensor, closed: Tensor) -> Tensor:
        """[..., bonuses] 0 unreachable, 1 open, 2 at least one cell crossed, 3 earned."""
        states = []
        for k in range(self.bonuses):
            wanted = self.bonus_mask[k]
            missing = wanted & ~rows
            shut = (closed[..., None] >> self.four) & 1 == 1
            # An uncrossed cell is lost if its row is closed or a cell to its right is crossed.
            gone = ((missing > 0) & (shut | (rows > missing))).any(-1)
            some = ((rows & wanted) > 0).any(-1)
            earned = (missing == 0).all(-1)
            states.append(torch.where(earned, 3, torch.where(gone, 0, 1 + some.long())))
        return torch.stack(states, -1)
