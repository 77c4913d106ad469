"""The value network: maps joint end-of-turn states to win share and margin of one seat.

Slots are relative to the seat: slot 0 is the seat itself, slot 1 the next one clockwise, and so on
up to slot 4. The first layer adds up table lines for every slot's sheet (rows, penalties, who rolls
next, bonus state). Two small layers follow. The exported file contains the numbers of slots and
states and the units of points.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from rules import Facts, Rules
from torch import Tensor, nn
from torch.nn import functional


class ValueNet(nn.Module):
    def __init__(self, rules: Facts, hidden: int = 128, second: int = 64) -> None:
        super().__init__()
        self.facts = rules
        width = rules.row_features.shape[2]
        self.slots, self.penalty_states = rules.number("slots"), rules.number("penalty_states")
        self.lead_line, self.near_line = rules.number("lead_line"), rules.number("near_line")
        self.margin_unit = float(rules.arrays["margin_unit"])
        self.total_unit = float(rules.arrays["total_unit"])
        self.near_unit = float(rules.arrays["near_unit"])
        self.symbol_states = rules.number("symbol_states")
        self.rows = self._weights(self.slots, 4, width, hidden, scale=0.05)
        self.penalties = self._weights(self.slots, self.penalty_states, hidden, scale=0.1)
        self.extras = nn.ParameterDict()
        if rules.has_lucky:
            lucky = rules.number("lucky_states")
            self.extras["lucky"] = self._weights(self.slots, lucky, hidden, scale=0.02)
        if rules.squares:
            self.extras["bar"] = self._weights(self.slots, rules.squares + 1, hidden, scale=0.05)
        if rules.bonuses:
            symbols = rules.bonuses * self.symbol_states
            self.extras["symbols"] = self._weights(self.slots, symbols, hidden, scale=0.05)
        if rules.traits:
            self.extras["traits"] = self._weights(self.slots, rules.traits, hidden, scale=0.05)
        self.scalars = self._weights(self.near_line + 1, hidden, scale=0.2)
        self.bias = nn.Parameter(torch.zeros(hidden))
        self.second = nn.Linear(hidden, second)
        self.last = nn.Linear(second, 2)
        self.cached: Tensor | None = None

    @staticmethod
    def _weights(*shape: int, scale: float) -> nn.Parameter:
        return nn.Parameter(torch.randn(*shape) * scale)

    @property
    def rules(self) -> Rules:
        """The rules on tensors; a network trained on games of the kernel has none."""
        if not isinstance(self.facts, Rules):
            raise TypeError("this network has no rules on tensors")
        return self.facts

    def table(self) -> Tensor:
        """All lines of the first layer as one table."""
        lines = torch.einsum("rsd,krdh->krsh", self.facts.row_features, self.rows)
        parts = [lines.flatten(0, 2), self.penalties.flatten(0, 1)]
        parts += [self.extras[name].flatten(0, 1) for name in sorted(self.extras)]
        return torch.cat(parts)

    def freeze(self) -> None:
        """Cache the table between calls; `cached = None` clears it."""
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
        """Indices of table lines [n, lines] and scalars of these states, from the view of
        `seat`."""
        rules, players = self.rules, rows.shape[1]
        slots = torch.arange(players, device=rows.device)
        order = (seat[:, None] + slots) % players
        rows = rows.gather(1, order[:, :, None].expand(-1, -1, 4))
        penalties = penalties.gather(1, order)
        place = (slots[:, None] * 4 + rules.four) * rules.states
        lines = [(rules.states_of(rows, closed[:, None]) + place).flatten(1)]
        offset = self.slots * 4 * rules.states
        is_next = (order == following[:, None]).long()
        lines.append(offset + slots * self.penalty_states + 2 * penalties + is_next)
        offset += self.slots * self.penalty_states
        for name in sorted(self.extras):
            size = self.extras[name].shape[1]
            if name == "bar":
                free = ~(bar.gather(1, order) | rules.struck(closed)[:, None])
                free = free & ((1 << rules.squares) - 1)
                lowest = rules.reach[free & -free]  # 0 if no square is left
                found = torch.where(lowest > 0, lowest - 1, rules.squares)
                lines.append(offset + slots * size + found)
            elif name == "lucky":
                lines.append(offset + slots * size + lucky.gather(1, order))
            else:
                symbols = rules.symbol_states(rows, closed[:, None])
                step = self.symbol_states * torch.arange(rules.bonuses, device=rows.device)
                lines.append((offset + (slots * size)[:, None] + step + symbols).flatten(1))
            offset += self.slots * size
        totals = rules.totals(rows, penalties).float()
        scalars = torch.zeros(len(rows), self.near_line + 1, device=rows.device)
        scalars[:, :players] = totals / self.total_unit
        lead = totals[:, 0] - totals[:, 1:].max(1).values
        scalars[:, self.lead_line] = lead / self.total_unit
        scalars[:, self.near_line] = torch.tanh(lead / self.near_unit)
        return torch.cat(lines, 1), scalars

    def forward(self, lines: Tensor, scalars: Tensor) -> Tensor:
        """[n, 2]: logit of the win share, margin in units of `margin_unit` points."""
        table = self.table() if self.cached is None else self.cached
        hidden = functional.embedding_bag(lines, table, mode="sum")
        hidden = torch.relu(hidden + scalars @ self.scalars + self.bias)
        out: Tensor = self.last(torch.relu(self.second(hidden)))
        return out

    # Files.

    def arrays(self) -> dict[str, np.ndarray]:
        """The weights in the shipped format: float16, with the digests of variant and layout."""
        state = {
            name.replace("extras.", ""): value.detach().cpu().numpy().astype(np.float16)
            for name, value in self.state_dict().items()
        }
        return state | {name: self.facts.arrays[name] for name in ("id", "digest", "layout")}

    def save(self, file: Path) -> None:
        np.savez_compressed(file, allow_pickle=False, **self.arrays())

    @staticmethod
    def sizes(file: Path) -> tuple[int, int]:
        """Numbers of hidden units in the two layers of a file."""
        second, hidden = np.load(file)["second.weight"].shape
        return hidden, second

    def load(self, file: Path) -> None:
        """Load the weights of a network of at most this size."""
        data = np.load(file)
        if str(data["digest"]) != self.facts.digest:
            raise ValueError(f"{file} was trained for a different variant")
        known = self.facts.arrays
        old = bool(known["files_without_layout_fit"])  # older files do not contain their layout
        if not (data["layout"] == known["layout"] if "layout" in data else old):
            raise ValueError(f"{file} was trained with a different feature layout")
        own = self.state_dict()
        for name, value in own.items():
            array = torch.tensor(data[name.replace("extras.", "")].astype(np.float32))
            if name in ("second.weight", "last.weight"):
                value[:] = 0  # units that the file lacks start with zero weights
            value[tuple(slice(size) for size in array.shape)] = array.to(value.device)
        self.load_state_dict(own)
