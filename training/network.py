"""The value network: joint end-of-turn states in, win share and margin of one seat out.

Seats are seen from the own one: slot 0 is oneself, slot 1 the next seat clockwise, and so on up
to slot 4. Every slot's sheet goes through table lines that are added up (rows, penalties, who
rolls next, bonus state), which is the first layer; two small layers follow.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

if TYPE_CHECKING:
    from rules import Rules

SLOTS = 5
MARGIN_UNIT = 40.0
TOTAL_UNIT = 50.0
NEAR_UNIT = 8.0


class ValueNet(nn.Module):
    def __init__(self, rules: Rules, hidden: int = 128, second: int = 64) -> None:
        super().__init__()
        self.rules = rules
        width = rules.row_features.shape[2]
        self.penalty_states = 2 * (rules.penalties_to_end + 1)
        self.rows = self._weights(SLOTS, 4, width, hidden, scale=0.05)
        self.penalties = self._weights(SLOTS, self.penalty_states, hidden, scale=0.1)
        self.extras = nn.ParameterDict()
        if rules.has_lucky:
            self.extras["lucky"] = self._weights(SLOTS, 8, hidden, scale=0.02)
        if rules.squares:
            self.extras["bar"] = self._weights(SLOTS, rules.squares + 1, hidden, scale=0.05)
        if rules.bonuses:
            self.extras["symbols"] = self._weights(SLOTS, rules.bonuses * 4, hidden, scale=0.05)
        self.scalars = self._weights(SLOTS + 2, hidden, scale=0.2)
        self.bias = nn.Parameter(torch.zeros(hidden))
        self.second = nn.Linear(hidden, second)
        self.last = nn.Linear(second, 2)
        self.cached: Tensor | None = None

    @staticmethod
    def _weights(*shape: int, scale: float) -> nn.Parameter:
        return nn.Parameter(torch.randn(*shape) * scale)

    def table(self) -> Tensor:
        """Every line of the first layer below one another."""
        lines = torch.einsum("rsd,krdh->krsh", self.rules.row_features, self.rows)
        parts = [lines.flatten(0, 2), self.penalties.flatten(0, 1)]
        parts += [self.extras[name].flatten(0, 1) for name in sorted(self.extras)]
        return torch.cat(parts)

    def freeze(self) -> None:
        """Keep the table between calls; `cached = None` undoes it."""
        with torch.no_grad():
            self.cached = self.table()

    def inputs(
        self,
        rows: Tensor,
        penalties: Tensor,
        bar: Tensor,
        lucky: Tensor,
        closed: Tensor,
        following: Tensor,
        seat: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Lines of the table [n, lines] and scalars [n, 7] of these states seen from `seat`."""
        rules, players = self.rules, rows.shape[1]
        slots = torch.arange(players, device=rows.device)
        order = (seat[:, None] + slots) % players
        rows = rows.gather(1, order[:, :, None].expand(-1, -1, 4))
        penalties = penalties.gather(1, order)
        shut = ((closed[:, None] >> rules.four) & 1)[:, None, :]
        code = 1024 * shut + 32 * rules.length[rows] + rules.count[rows]
        states = rules.row_features.shape[1]
        place = (slots[:, None] * 4 + rules.four) * states
        lines = [(rules.row_number[code] + place).flatten(1)]
        offset = SLOTS * 4 * states
        is_next = (order == following[:, None]).long()
        lines.append(offset + slots * self.penalty_states + 2 * penalties + is_next)
        offset += SLOTS * self.penalty_states
        for name in sorted(self.extras):
            size = self.extras[name].shape[1]
            if name == "bar":
                free = ~(bar.gather(1, order) | rules.struck(closed)[:, None])
                free = free & ((1 << rules.squares) - 1)
                lowest = rules.length[free & -free]  # 0 when no square is left
                found = torch.where(lowest > 0, lowest - 1, rules.squares)
                lines.append(offset + slots * size + found)
            elif name == "lucky":
                lines.append(offset + slots * size + lucky.gather(1, order))
            else:
                symbols = rules.symbol_states(rows, closed[:, None])
                step = 4 * torch.arange(rules.bonuses, device=rows.device)
                lines.append((offset + (slots * size)[:, None] + step + symbols).flatten(1))
            offset += SLOTS * size
        totals = rules.totals(rows, penalties).float()
        scalars = torch.zeros(len(rows), SLOTS + 2, device=rows.device)
        scalars[:, :players] = totals / TOTAL_UNIT
        lead = totals[:, 0] - totals[:, 1:].max(1).values
        scalars[:, SLOTS] = lead / TOTAL_UNIT
        scalars[:, SLOTS + 1] = torch.tanh(lead / NEAR_UNIT)
        return torch.cat(lines, 1), scalars

    def forward(self, lines: Tensor, scalars: Tensor) -> Tensor:
        """[n, 2]: logit of the win share, margin in units of 40 points."""
        table = self.table() if self.cached is None else self.cached
        hidden = functional.embedding_bag(lines, table, mode="sum")
        hidden = torch.relu(hidden + scalars @ self.scalars + self.bias)
        out: Tensor = self.last(torch.relu(self.second(hidden)))
        return out

    # Files.

    def arrays(self) -> dict[str, np.ndarray]:
        """The weights as they are shipped: float16, stamped with the variant's digest."""
        state = {
            name.replace("extras.", ""): value.detach().cpu().numpy().astype(np.float16)
            for name, value in self.state_dict().items()
        }
        return {**state, "id": np.array(self.rules.id), "digest": np.array(self.rules.digest)}

    def save(self, file: Path) -> None:
        np.savez_compressed(file, **self.arrays())

    @staticmethod
    def sizes(file: Path) -> tuple[int, int]:
        """How many hidden units the two layers of a file have."""
        second, hidden = np.load(file)["second.weight"].shape
        return hidden, second

    def load(self, file: Path) -> None:
        """Weights of a network of this size or a smaller one."""
        data = np.load(file)
        if str(data["digest"]) != self.rules.digest:
            raise ValueError(f"{file} was trained for another variant")
        own = self.state_dict()
        for name, value in own.items():
            array = torch.tensor(data[name.replace("extras.", "")].astype(np.float32))
            if name in ("second.weight", "last.weight"):
                value[:] = 0  # units that the file does not have begin without a voice
            value[tuple(slice(size) for size in array.shape)] = array.to(value.device)
        self.load_state_dict(own)
