"""The rules on tensors: thousands of sheets crossed at once, on a graphics card or a processor.

Built from the arrays that `export.py` writes (`flat` is laid out in rowlock/kernel/compile.py).
Everything is branch-free over the whole batch; chains of bonus crosses run as loops over the
shrinking set of sheets that still have one to handle.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

CROSS_FEWEST, CROSS_EVERY, DOUBLE_FEWEST, POINTS, FREE_PENALTIES = 1, 2, 3, 4, 5
BOX, FIRST_SYMBOL = 1, 2


@dataclass
class Sheets:
    """A batch of sheets: crosses [n, 4], struck squares [n], rows locked by the answer [n]."""

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


class Rules:
    """One variant's rules; all methods work on whole batches."""

    def __init__(self, file: Path, device: torch.device) -> None:
        data = np.load(file)
        flat = data["flat"]
        self.device = device
        self.id, self.digest = str(data["id"]), str(data["digest"])
        self.sides, self.needed = int(flat[0]), int(flat[2])
        self.penalty_points, self.penalties_to_end = int(flat[3]), int(flat[4])
        self.rows_to_end, self.squares, self.bonuses = int(flat[5]), int(flat[7]), int(flat[8])
        self.has_lucky, self.has_tokens = bool(flat[9]), bool(flat[10])

        def tensor(array: np.ndarray) -> Tensor:
            return torch.tensor(array, device=device)

        self.first_lock = tensor(flat[28:32])
        self.lock_bit = tensor(flat[32:36])
        self.white_bit = tensor(flat[36:112].reshape(19, 4))
        self.colour_bit = tensor(flat[188:264].reshape(4, 19))
        self.colour_row = tensor(flat[264:340].reshape(4, 19))
        self.token = tensor(flat[672:736])
        self.square_row = tensor(flat[736:800].clip(min=0))
        self.row_squares = tensor(flat[800:808:2].copy())
        self.effects = [int(e) for e in flat[808 : 808 + self.bonuses]]
        self.amounts = [int(a) for a in flat[816 : 816 + self.bonuses]]
        acts = [False, True, *(e < DOUBLE_FEWEST for e in self.effects)]
        self.works_now = torch.tensor(acts + [False] * 8, device=device)
        self.bonus_mask = tensor(flat[824:856].reshape(8, 4))
        self.lucky_mask = tensor(flat[856:864])
        masks = np.arange(1 << 17)
        length = np.zeros(1 << 17, dtype=np.int64)
        length[1:] = np.floor(np.log2(masks[1:])) + 1
        self.count = tensor(np.array([int(m).bit_count() for m in masks]))
        self.length = tensor(length)
        self.row_number = tensor(data["row_number"])
        self.row_features = tensor(data["row_features"])
        self.row_values = tensor(data["row_values"])
        self.penalty_value = float(data["penalty_value"])
        self.four = torch.arange(4, device=device)

    # Crossing.

    def takes(self, mask: Tensor, first_lock: Tensor, bit: Tensor) -> Tensor:
        return (bit > mask) & ((bit < first_lock) | (self.count[mask] >= self.needed))

    def next_bit(self, mask: Tensor, lock_bit: Tensor) -> Tensor:
        bit = torch.ones_like(mask) << self.length[mask]
        return torch.where(bit < lock_bit, bit, 0)

    def cross(
        self, sheets: Sheets, closed: Tensor, row: Tensor, bit: Tensor, prefer: Tensor | None = None
    ) -> tuple[Sheets, Tensor]:
        """The sheets after a legal cross each (none where bit is 0) and all it sets off.

        A tie for the fewest crosses goes to the row `prefer` where that is among them, else to
        the uppermost. The second answer is the mask of rows that were tied, 0 without a tie.
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

    def _cross(self, s: dict[str, Tensor], row: Tensor, bit: Tensor) -> None:
        old = s["rows"].gather(1, row[:, None]).squeeze(1)
        closes = bit >= self.first_lock[row]
        new = old | bit | torch.where(closes, self.lock_bit[row], 0)
        s["rows"] = s["rows"].scatter(1, row[:, None], new[:, None])
        s["locks"] = s["locks"] | (closes.long() << row)
        if not self.has_tokens:
            return
        position = (self.length[bit] - 1).clamp(min=0)
        token = torch.where(bit > 0, self.token[16 * row + position], 0)
        if self.bonuses:
            wanted = self.bonus_mask[(token - FIRST_SYMBOL).clamp(min=0)]
            whole = ((s["rows"] & wanted) == wanted).all(1)
            # What counts at the end of the game only needs no handling now.
            now = self.works_now[token]
            token = torch.where((token >= FIRST_SYMBOL) & ~(whole & now), 0, token)
        s["queue"] = s["queue"] | (token << (4 * s["tail"]))
        s["tail"] = s["tail"] + (token > 0)
        if self.squares:
            s["bar"] = s["bar"] | torch.where(closes, self.row_squares[row], 0)

    def _cross_next(self, s: dict[str, Tensor], row: Tensor, wanted: Tensor) -> None:
        mask = s["rows"].gather(1, row[:, None]).squeeze(1)
        bit = self.next_bit(mask, self.lock_bit[row])
        fine = wanted & self.takes(mask, self.first_lock[row], bit)
        fine = fine & ((s["closed"] >> row) & 1 == 0)
        self._cross(s, row, torch.where(fine, bit, 0))

    def _handle(self, s: dict[str, Tensor]) -> None:
        """The first token of every queue."""
        token = s["queue"] & 15
        s["queue"] = s["queue"] >> 4
        s["tail"] = s["tail"] - 1
        if self.squares:
            free = ~s["bar"] & ((1 << self.squares) - 1)
            square = free & -free
            is_box = (token == BOX) & (square > 0)
            s["bar"] = s["bar"] | torch.where(is_box, square, 0)
            row = self.square_row[(self.length[square] - 1).clamp(min=0)]
            self._cross_next(s, row, is_box)
        for k, effect in enumerate(self.effects):
            mine = token == FIRST_SYMBOL + k
            if effect >= DOUBLE_FEWEST or not bool(mine.any()):
                continue
            if effect == CROSS_FEWEST:
                counts = self.count[s["rows"]]
                fewest = counts == counts.min(1, keepdim=True).values
                tied = (fewest.long() << self.four).sum(1)
                preferred = (tied >> s["prefer"]) & 1 == 1
                row = torch.where(preferred, s["prefer"], fewest.long().argmax(1))
                several = mine & (self.count[tied] > 1)
                s["tied"] = torch.where(several, tied, s["tied"])
                for _ in range(self.amounts[k]):
                    self._cross_next(s, row, mine)
            elif effect == CROSS_EVERY:
                for r in range(4):
                    self._cross_next(s, torch.full_like(token, r), mine)

    # Points.

    def totals(self, rows: Tensor, penalties: Tensor) -> Tensor:
        """[..., 4] and [...] to the totals [...]."""
        crosses = self.count[rows]
        points = crosses * (crosses + 1) // 2
        cost = self.penalty_points * penalties
        total = points.sum(-1) - cost
        for k, effect in enumerate(self.effects):
            if effect < DOUBLE_FEWEST:
                continue
            wanted = self.bonus_mask[k]
            earned = ((rows & wanted) == wanted).all(-1)
            extra = {DOUBLE_FEWEST: points.min(-1).values, FREE_PENALTIES: cost}.get(effect)
            total = total + earned * (self.amounts[k] if extra is None else extra)
        return total

    def struck(self, closed: Tensor) -> Tensor:
        """The bar squares that closed rows strike (BA-05)."""
        bits = (closed[..., None] >> self.four) & 1
        squares = bits * self.row_squares
        return squares[..., 0] | squares[..., 1] | squares[..., 2] | squares[..., 3]

    def symbol_states(self, rows: Tensor, closed: Tensor) -> Tensor:
        """[..., bonuses] 0 out of reach, 1 open, 2 one cell or more crossed, 3 earned."""
        states = []
        for k in range(self.bonuses):
            wanted = self.bonus_mask[k]
            missing = wanted & ~rows
            shut = (closed[..., None] >> self.four) & 1 == 1
            # A missing cell is gone when its row is closed or a cross stands right of it.
            gone = ((missing > 0) & (shut | (rows > missing))).any(-1)
            some = ((rows & wanted) > 0).any(-1)
            earned = (missing == 0).all(-1)
            states.append(torch.where(earned, 3, torch.where(gone, 0, 1 + some.long())))
        return torch.stack(states, -1)
