"""The value network of the card game: maps what a seat knows after a decision to its win share.

Sheets are encoded as table lines of row shapes and penalties, as in the dice game (`network.py`),
except that a row is closed only by its own lock. Cards are encoded as numbers of cards:

    own cards 55 | taken, colour unknown 11 | display 11 | other hands 4 x 11 | discards 55 |
    moment and top of the pile 5 x 11 | jokers in the game 1 | points of every slot, lead, near lead

Of other hands and of the display only the numbers are known (K-01).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from card_tables import CARDS, COLOURS, DISCARDS, DISPLAY, NUMBERS, OUT, PLAYED, Seen
from rules import Rules
from torch import Tensor, nn
from torch.nn import functional

CHUNK = 1 << 19
"""Maximum number of positions per evaluation."""


class CardNet(nn.Module):
    def __init__(self, rules: Rules, hidden: int = 256, second: int = 64) -> None:
        super().__init__()
        self.rules = rules
        self.slots, self.penalty_states = rules.number("slots"), rules.number("penalty_states")
        self.lock_bits = torch.tensor(rules.arrays["lock_bits"], device=rules.device)
        width = rules.row_features.shape[2]
        self.rows = nn.Parameter(torch.randn(self.slots, 4, width, hidden) * 0.05)
        self.penalties = nn.Parameter(torch.randn(self.slots, self.penalty_states, hidden) * 0.1)
        self.inputs_size = 2 * CARDS + (2 + self.slots - 1 + PLAYED + 1) * NUMBERS + 1
        self.cards = nn.Parameter(torch.randn(self.inputs_size, hidden) * 0.05)
        self.scalars = nn.Parameter(torch.randn(rules.number("near_line") + 1, hidden) * 0.2)
        self.bias = nn.Parameter(torch.zeros(hidden))
        self.second = nn.Linear(hidden, second)
        self.last = nn.Linear(second, 2)
        self.cached: Tensor | None = None

    def table(self) -> Tensor:
        lines = torch.einsum("rsd,krdh->krsh", self.rules.row_features, self.rows)
        return torch.cat([lines.flatten(0, 2), self.penalties.flatten(0, 1)])

    def freeze(self) -> None:
        """Cache the table between calls; `cached = None` clears it."""
        with torch.no_grad():
            self.cached = self.table()

    def inputs(self, seen: Seen) -> tuple[Tensor, Tensor, Tensor]:
        """Indices of table lines, numbers of cards, scalars."""
        rules, players = self.rules, seen.rows.shape[1]
        slots = torch.arange(players, device=seen.seat.device)
        order = (seen.seat[:, None] + slots) % players
        rows = seen.rows.gather(1, order[:, :, None].expand(-1, -1, 4))
        penalties = seen.penalties.gather(1, order)
        shut = (rows & self.lock_bits > 0).long()
        place = (slots[:, None] * 4 + rules.four) * rules.states
        lines = (rules.state(rows, shut) + place).flatten(1)
        is_next = (order == seen.following[:, None]).long()
        offset = self.slots * 4 * rules.states
        more = offset + slots * self.penalty_states + 2 * penalties + is_next
        totals = rules.totals(rows, penalties).float()
        scalars = torch.zeros(len(rows), len(self.scalars), device=rows.device)
        scalars[:, :players] = totals / float(rules.arrays["total_unit"])
        lead = totals[:, 0] - totals[:, 1:].max(1).values
        scalars[:, rules.number("lead_line")] = lead / float(rules.arrays["total_unit"])
        scalars[:, rules.number("near_line")] = torch.tanh(lead / float(rules.arrays["near_unit"]))
        return torch.cat([lines, more], 1), self._cards(seen, order), scalars

    def _cards(self, seen: Seen, order: Tensor) -> Tensor:
        n, players, where = len(seen), order.shape[1], seen.where

        def numbers(cards: Tensor) -> Tensor:
            return cards.view(n, COLOURS, NUMBERS).sum(1).half()

        own = where == order[:, :1]
        parts = [(own & ~seen.unseen).half(), numbers(own & seen.unseen), numbers(where == DISPLAY)]
        for slot in range(1, self.slots):
            there = slot < players
            parts.append(
                numbers(where == order[:, slot : slot + 1]) if there else torch.zeros_like(parts[1])
            )
        parts.append((where == DISCARDS).half())
        moment = functional.one_hot(seen.moment * NUMBERS + seen.top, (PLAYED + 1) * NUMBERS)
        parts += [moment.half(), (where[:, -1:] != OUT).half()]
        return torch.cat(parts, 1)

    def forward(self, lines: Tensor, cards: Tensor, scalars: Tensor) -> Tensor:
        """[n, 2]: logit of the win share, margin in units of `margin_unit` points."""
        table = self.table() if self.cached is None else self.cached
        hidden = functional.embedding_bag(lines, table, mode="sum") + cards.float() @ self.cards
        hidden = torch.relu(hidden + scalars @ self.scalars + self.bias)
        out: Tensor = self.last(torch.relu(self.second(hidden)))
        return out

    def judge(self, seen: Seen) -> Tensor:
        """The win shares of these positions."""
        parts = []
        with torch.no_grad():
            for index in torch.arange(len(seen), device=seen.seat.device).split(CHUNK):
                parts.append(torch.sigmoid(self(*self.inputs(seen[index]))[:, 0]))
        return torch.cat(parts)

    def save(self, file: Path) -> None:
        """Write the weights in the shipped format: float16, with the digests of variant and
        layout."""
        state = {
            name: value.detach().cpu().numpy().astype(np.float16)
            for name, value in self.state_dict().items()
        }
        stamps = {name: self.rules.arrays[name] for name in ("id", "digest", "layout")}
        np.savez_compressed(file, allow_pickle=False, **state, **stamps)

    @staticmethod
    def sizes(file: Path) -> tuple[int, int]:
        """Numbers of hidden units in the two layers of a file."""
        second, hidden = np.load(file)["second.weight"].shape
        return hidden, second

    def load(self, file: Path) -> None:
        with np.load(file) as data:
            if str(data["digest"]) != self.rules.digest:
                raise ValueError(f"{file} was trained for a different variant")
            self.load_state_dict(
                {name: torch.tensor(data[name].astype(np.float32)) for name in self.state_dict()}
            )
