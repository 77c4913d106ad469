"""The card game on tensors: thousands of tables in parallel, on a GPU or CPU.

Every card is unique, so the state of the cards is one number per card: its place. Random keys
determine the order of the pile, with the smallest on top. The tables of `export.py` say what may be
crossed and what ends a game. Only the order of a turn (K-03) is implemented here, and
`check_cards.py` compares it with the core. Sheets with boxes or symbols are not supported.

The index of a card is its colour times eleven plus its value; jokers are a fifth colour.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations

import torch
from rules import Rules
from torch import Tensor

COLOURS, NUMBERS = 5, 11
CARDS, JOKER = COLOURS * NUMBERS, 4
LOWEST = 2
HAND, DEALT, DISPLAYED = 5, 4, 4
DISPLAY, PILE, DISCARDS, OUT = 5, 6, 7, 8
"""Places of a card; 0 to 4 are the hands."""
TAKEN, CROSSED, UNCROSSED, ANSWERED, PLAYED = range(5)
"""Moments: cards taken; action 1 answered by the active player (crossed or not); action 1 answered
by another player; cards played."""
UNUSED = 1 << 20

SUBSETS = [
    (played, crossed)
    for size in (1, 2, 3)
    for played in combinations(range(HAND), size)
    for many in range(size + 1)
    for crossed in combinations(played, many)
]
"""All pairs of cards played from a hand and those of them that are crossed."""


@dataclass
class Seen:
    """A batch of positions, each after a decision of `seat`, with everything this seat knows."""

    rows: Tensor
    penalties: Tensor
    following: Tensor
    """The active player; after cards were played, the next one."""
    seat: Tensor
    where: Tensor
    unseen: Tensor
    """[n, CARDS] the cards in the seat's own hand whose colour is unknown."""
    moment: Tensor
    top: Tensor
    """The number on top of the pile, from 0 to 10."""

    def __getitem__(self, index: Tensor) -> Seen:
        return Seen(**{name: value[index] for name, value in self.__dict__.items()})

    def __len__(self) -> int:
        return len(self.seat)


Judge = Callable[[Seen], Tensor]
"""An evaluator: returns the win share of the seat of each position."""


@dataclass
class Choice:
    """The choice of one seat at every table: the position after it and its value."""

    tables: Tensor
    """The indices of the tables."""
    seen: Seen
    value: Tensor


class CardTables:
    def __init__(self, rules: Rules, games: int, players: int, *, jokers: bool) -> None:
        if rules.has_tokens or rules.has_lucky:
            raise ValueError(
                f"{rules.id}: sheets with boxes, symbols or lucky numbers are not supported"
            )
        self.rules, self.players, device = rules, players, rules.device
        self.rows = torch.zeros(games, players, 4, dtype=torch.long, device=device)
        self.penalties = torch.zeros(games, players, dtype=torch.long, device=device)
        self.active = torch.randint(players, (games,), device=device)
        self.where = torch.full((games, CARDS), OUT, dtype=torch.int8, device=device)
        self.where[:, : CARDS if jokers else JOKER * NUMBERS] = PILE
        self.key = torch.rand(games, CARDS, device=device)
        for place, many in [*((seat, DEALT) for seat in range(players)), (DISPLAY, DISPLAYED)]:
            self._draw(torch.full_like(self.active, many), place)
        self.subsets = self._subsets(device)
        self.together = torch.tensor(rules.arrays["together"], device=device)
        self.position = torch.tensor(rules.arrays["card_position"], device=device)
        self.lock_bits = torch.tensor(rules.arrays["lock_bits"], device=device)

    def __len__(self) -> int:
        return len(self.active)

    def keep(self, index: Tensor) -> None:
        for name in ("rows", "penalties", "active", "where", "key"):
            setattr(self, name, getattr(self, name)[index])

    @staticmethod
    def _subsets(device: torch.device) -> Tensor:
        """[subset, played or crossed, place in the hand]"""
        table = torch.zeros(len(SUBSETS), 2, HAND, dtype=torch.bool, device=device)
        for k, pair in enumerate(SUBSETS):
            for kind, places in enumerate(pair):
                table[k, kind, list(places)] = True
        return table

    # Cards.

    def _draw(self, many: Tensor, to: int) -> None:
        """Move `many` cards of each table from the top of the pile to a place."""
        keys = torch.where(self.where == PILE, self.key, 2.0)
        rank = keys.argsort(1).argsort(1)
        drawn = (rank < many[:, None]) & (self.where == PILE)
        self.where = torch.where(drawn, to, self.where)

    def _refill(self) -> None:
        """Fill the display; shuffle the discards into a new pile if it is empty (K-03)."""
        for _ in range(2):
            self._draw(DISPLAYED - (self.where == DISPLAY).sum(1), DISPLAY)
            empty = ~(self.where == PILE).any(1)
            renewed = empty[:, None] & (self.where == DISCARDS)
            self.where = torch.where(renewed, PILE, self.where)
            self.key = torch.where(renewed, torch.rand_like(self.key), self.key)

    def top(self) -> Tensor:
        """[n] the number on top of the pile, from 0 to 10."""
        return torch.where(self.where == PILE, self.key, 2.0).argmin(1) % NUMBERS

    def _cards(self, place: Tensor, many: int) -> Tensor:
        """[n, many] the cards in a place, in ascending order."""
        found = torch.where(self.where == place, torch.arange(CARDS, device=place.device), UNUSED)
        return found.topk(many, 1, largest=False, sorted=True).values

    def _seen(self, tables: Tensor, seat: Tensor, moment: Tensor) -> Seen:
        """The positions of these tables before the decision."""
        where = self.where[tables]
        return Seen(
            self.rows[tables], self.penalties[tables], self.active[tables], seat, where,
            torch.zeros_like(where, dtype=torch.bool), moment, self.top()[tables],
        )  # fmt: skip

    # A turn. Random errors with standard deviation `spread` (per seat) are added to all values.

    def take(self, judge: Judge, spread: Tensor) -> Choice:
        """The active player takes cards until the hand has five."""
        missing = HAND - (self.where == self.active[:, None]).sum(1)
        display = self._cards(torch.full_like(self.active, DISPLAY)[:, None], DISPLAYED)
        masks = torch.arange(1, 1 << DISPLAYED, device=display.device)
        bits = (masks[:, None] >> torch.arange(DISPLAYED, device=display.device)) & 1
        tables, which = (bits.sum(1) == missing[:, None]).nonzero(as_tuple=True)
        seen = self._seen(tables, self.active[tables], torch.full_like(tables, TAKEN))
        chosen = torch.zeros(len(tables), CARDS + 1, dtype=torch.bool, device=tables.device)
        cards = torch.where(bits[which] > 0, display[tables], CARDS)
        seen.unseen = chosen.scatter(1, cards, True)[:, :CARDS]
        seen.where = torch.where(seen.unseen, seen.seat[:, None].to(torch.int8), seen.where)
        choice = self._best(tables, seen, judge(seen), spread)
        self.where = choice.seen.where
        self._refill()
        return choice

    def answer(self, judge: Judge, spread: Tensor) -> list[Choice]:
        """Every player may cross the announced number in one row, hidden from the others (C-11)."""
        rules, top = self.rules, self.top()
        bits = rules.white_bits[top + LOWEST]
        choices = []
        for seat in range(self.players):
            rows = self.rows[:, seat]
            open_cells = rules.open[rules.four, self._state(rules.four, rows)]
            may = torch.cat([torch.ones_like(top)[:, None], open_cells & bits], 1) > 0
            tables, option = may.nonzero(as_tuple=True)
            row = (option - 1).clamp(min=0)
            crossing = torch.where(option > 0, bits[tables, row], 0)
            seats = torch.full_like(tables, seat)
            moment = torch.where(option > 0, CROSSED, UNCROSSED)
            moment = torch.where(self.active[tables] == seat, moment, ANSWERED)
            seen = self._seen(tables, seats, moment)
            seen.rows = self._crossed(seen.rows, seats, row, crossing)
            choices.append(self._best(tables, seen, judge(seen), spread))
        for seat, choice in enumerate(choices):
            self.rows[:, seat] = choice.seen.rows[:, seat]
        return choices

    def play(self, judge: Judge, spread: Tensor, crossed: Tensor) -> Choice:
        """The active player plays one to three cards of a colour (K-03).

        `crossed` says whether the player crossed something in action 1.
        """
        rules = self.rules
        hand = self._cards(self.active[:, None], HAND)
        colour_of = hand // NUMBERS
        fits = [(colour_of == c) | (colour_of == JOKER) for c in range(4)]
        usable = torch.stack(fits, 1)  # [n, colour, place in the hand]
        played = self.subsets[:, 0]
        may = ~(played & ~usable[:, :, None]).any(-1)  # [n, colour, subset]
        # Playing only jokers without a cross is the same in every colour.
        tables, colour, which = may.nonzero(as_tuple=True)
        cards, seat = hand[tables], self.active[tables]
        number = cards % NUMBERS + LOWEST
        crosses = self.subsets[which, 1]
        row = rules.colour_row[colour[:, None], number]
        bits = torch.where(crosses, rules.colour_bits[colour[:, None], number], 0)
        position = self.position[colour[:, None], number]
        order = torch.where(crosses, row * UNUSED + bits, 4 * UNUSED).argsort(1)
        rows, legal = self.rows[tables], torch.ones_like(tables, dtype=torch.bool)
        for k in range(3):
            this = order[:, k : k + 1]
            at, bit = row.gather(1, this)[:, 0], bits.gather(1, this)[:, 0]
            mask = self._row(rows, seat, at)
            legal &= (bit == 0) | (rules.open[at, self._state(at, mask)] & bit > 0)
            rows = self._crossed(rows, seat, at, torch.where(legal, bit, 0))
        many = crosses.sum(1)
        first = torch.where(crosses, position, 99).amin(1).clamp(max=len(self.together) - 1)
        last = torch.where(crosses, position, 0).amax(1)
        legal &= (many == 0) | self.together[first, last, many]
        index = legal.nonzero().squeeze(1)
        tables, seat, rows, many = tables[index], seat[index], rows[index], many[index]
        owes = rules.owes_penalty[crossed[tables].long(), (many > 0).long()]
        seen = self._seen(tables, seat, torch.full_like(tables, PLAYED))
        seen.rows = rows
        one = torch.nn.functional.one_hot(seat, self.players)
        seen.penalties = seen.penalties + one * owes[:, None]
        gone = torch.zeros(len(tables), CARDS + 1, dtype=torch.bool, device=tables.device)
        out = torch.where(played[which[index]], cards[index], CARDS)
        gone = gone.scatter(1, out, True)[:, :CARDS]
        seen.where = torch.where(gone, DISCARDS, seen.where)
        seen.following = (seat + 1) % self.players
        values, over = judge(seen), self.over(seen.rows, seen.penalties)
        shares = self.shares(seen.rows, seen.penalties).gather(1, seat[:, None])[:, 0]
        choice = self._best(tables, seen, torch.where(over, shares, values), spread)
        self.rows, self.penalties = choice.seen.rows, choice.seen.penalties
        self.where, self.active = choice.seen.where, choice.seen.following
        return choice

    def turn(self, judge: Judge, spread: Tensor) -> tuple[list[Choice], Tensor]:
        """Play one turn at every table. Returns the decisions in order, and which games are
        over."""
        choices = [self.take(judge, spread)]
        before, active = self.rows, self.active
        before = before.clone()
        choices += self.answer(judge, spread)
        over = self.over(self.rows, self.penalties)
        own = active[:, None, None].expand(-1, 1, 4)
        crossed = (before.gather(1, own) != self.rows.gather(1, own)).any(2)[:, 0]
        going = (~over).nonzero().squeeze(1)
        if len(going):
            rest = CardTables.__new__(CardTables)
            rest.__dict__ = dict(self.__dict__)
            rest.keep(going)
            played = rest.play(judge, spread[going], crossed[going])
            for name in ("rows", "penalties", "active", "where"):
                value = getattr(self, name).clone()
                value[going] = getattr(rest, name)
                setattr(self, name, value)
            choices.append(replace(played, tables=going))
            over = over | self.over(self.rows, self.penalties)
        return choices, over

    def _best(self, tables: Tensor, seen: Seen, values: Tensor, spread: Tensor) -> Choice:
        """The candidate with the highest value of each table, after adding random errors."""
        size = len(self)
        errors = torch.randn_like(values) * spread[tables, seen.seat]
        judged = values + errors
        best = torch.full((size,), -torch.inf, device=values.device)
        best = best.scatter_reduce(0, tables, judged, "amax")
        where = torch.arange(len(values), device=values.device)
        hit = torch.where(judged == best[tables], where, -1)
        index = torch.full((size,), -1, device=values.device).scatter_reduce(0, tables, hit, "amax")
        return Choice(torch.arange(size, device=values.device), seen[index], values[index])

    # Sheets.

    def _state(self, row: Tensor, mask: Tensor) -> Tensor:
        """Indices of row shapes; in the card game a row is closed only by its own lock (K-05)."""
        rules = self.rules
        locked = (mask & self.lock_bits[row]) > 0
        return rules.row_state[locked.long(), rules.reach[mask], rules.crosses[mask]]

    @staticmethod
    def _row(rows: Tensor, seat: Tensor, row: Tensor) -> Tensor:
        """[n] a row of a seat at each table."""
        flat = rows.flatten(1)
        return flat.gather(1, (4 * seat + row)[:, None])[:, 0]

    def _crossed(self, rows: Tensor, seat: Tensor, row: Tensor, bits: Tensor) -> Tensor:
        """The rows after a legal cross each; no cross if the bits are 0."""
        rules = self.rules
        place = (rules.reach[bits] - 1).clamp(min=0)
        sets = torch.where(bits > 0, rules.sets[row, place], 0)
        flat, at = rows.flatten(1), (4 * seat + row)[:, None]
        return flat.scatter(1, at, flat.gather(1, at) | sets[:, None]).view_as(rows)

    def locked(self, rows: Tensor) -> Tensor:
        """[...] mask of the rows that a sheet has closed."""
        return ((rows & self.lock_bits > 0).long() << self.rules.four).sum(-1)

    def over(self, rows: Tensor, penalties: Tensor) -> Tensor:
        """Whether any player's own locks or penalties end the game (K-05)."""
        return self.rules.ends[penalties, self.locked(rows)].any(1)

    def shares(self, rows: Tensor, penalties: Tensor) -> Tensor:
        """[n, seat] win shares if the game ended now; a shared win is split equally."""
        totals = self.rules.totals(rows, penalties)
        best = totals == totals.max(1, keepdim=True).values
        return best / best.sum(1, keepdim=True)
