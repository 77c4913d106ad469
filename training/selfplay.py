"""Plays many games in lockstep on tensors: all of them roll, decide and cross together.

Decisions are made like those of the shipped champion. All candidates of action 1 are evaluated by
the state at the end of the turn; those of the active seat include every possible action 2. In a
first round each seat assumes that the others do nothing, in a second round that they play their
choices of the first. Action 2 is decided again after action 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import torch
from network import ValueNet
from rules import Rules, Sheets, cat
from torch import Tensor

MARGIN_WEIGHT = 1e-6
"""Weight of a point of margin in wins; so small that it only breaks ties."""

Judge = Callable[["Joint", Tensor], Tensor]
"""An evaluator: returns the utilities of joint end-of-turn states for given seats."""


class Lines:
    """Base class: named tensors with one row per item."""

    def __getitem__(self, index: Tensor) -> Self:
        return type(self)(*(value[index] for value in vars(self).values()))


@dataclass
class Joint(Lines):
    """All sheets of each table at the end of a turn."""

    rows: Tensor
    penalties: Tensor
    bar: Tensor
    lucky: Tensor
    closed: Tensor
    following: Tensor
    over: Tensor


def outcome(rules: Rules, rows: Tensor, penalties: Tensor) -> tuple[Tensor, Tensor]:
    """[n, players] win shares, and margins to the best other player."""
    totals = rules.totals(rows, penalties)
    best = totals.max(1, keepdim=True).values
    winners = totals == best
    share = winners.float() / winners.sum(1, keepdim=True)
    others = totals[:, None, :].expand(-1, totals.shape[1], -1).clone()
    others.diagonal(dim1=1, dim2=2).fill_(-1000)
    return share, (totals - others.max(2).values).float()


def ended(rules: Rules, joint: Joint, seat: Tensor) -> Tensor:
    share, margin = outcome(rules, joint.rows, joint.penalties)
    own = seat[:, None]
    return (share.gather(1, own) + MARGIN_WEIGHT * margin.gather(1, own)).squeeze(1)


def net_judge(net: ValueNet) -> Judge:
    def judge(joint: Joint, seat: Tensor) -> Tensor:
        value = ended(net.rules, joint, seat)
        going = (~joint.over).nonzero().squeeze(1)
        j = joint[going]
        out = net(
            *net.inputs(j.rows, j.penalties, j.bar, j.lucky, j.closed, j.following, seat[going])
        )
        worth = torch.sigmoid(out[:, 0]) + MARGIN_WEIGHT * net.margin_unit * out[:, 1]
        return value.index_copy(0, going, worth)

    return judge


def heuristic_judge(rules: Rules) -> Judge:
    """The readable heuristic: evaluates its own sheet, and avoids ending a lost game."""

    def judge(joint: Joint, seat: Tensor) -> Tensor:
        own = seat[:, None, None].expand(-1, 1, 4)
        rows = joint.rows.gather(1, own).squeeze(1)
        penalties = joint.penalties.gather(1, seat[:, None]).squeeze(1)
        state = rules.states_of(rows, joint.closed)
        value = rules.row_values[rules.four, state].sum(1) + rules.bonus(rows, penalties)
        value = value - rules.penalty_value * penalties
        return torch.where(joint.over, 1000 * (ended(rules, joint, seat) - 0.5), value)

    return judge


@dataclass
class Answers(Lines):
    """Candidates, one per row: the sheet after action 1 and after the whole turn."""

    game: Tensor
    seat: Tensor
    first: Sheets
    crossed: Tensor
    second: Sheets
    has_second: Tensor
    row: Tensor
    colour: Tensor


class Tables:
    """A batch of games with `players` seats, all at the same point of a turn."""

    def __init__(self, rules: Rules, games: int, players: int) -> None:
        self.rules, self.players = rules, players
        device = rules.device

        def zeros(*shape: int) -> Tensor:
            return torch.zeros(*shape, dtype=torch.long, device=device)

        self.rows, self.bar = zeros(games, players, 4), zeros(games, players)
        self.penalties, self.closed = zeros(games, players), zeros(games)
        self.active = torch.randint(players, (games,), device=device)
        order = torch.rand(games, 5, device=device).argsort(1)
        self.lucky = order[:, :players] if rules.has_lucky else zeros(games, players)
        self.ids = torch.arange(games, device=device)
        self.policy = zeros(games, players)
        self.noise = torch.zeros(games, device=device)

    @classmethod
    def resumed(cls, rules: Rules, joint: Joint) -> Tables:
        """Tables that start with the next turn of each of these positions."""
        n, players = joint.penalties.shape
        tables = cls(rules, n, players)
        tables.rows, tables.bar, tables.penalties = joint.rows, joint.bar, joint.penalties
        tables.lucky, tables.closed, tables.active = joint.lucky, joint.closed, joint.following
        return tables

    def keep(self, index: Tensor) -> None:
        for name in ("rows", "bar", "penalties", "closed", "active", "lucky", "ids"):
            setattr(self, name, getattr(self, name)[index])
        self.policy, self.noise = self.policy[index], self.noise[index]

    def __len__(self) -> int:
        return len(self.active)

    # Offers.

    def _action1(self, white: Tensor) -> Answers:
        rules = self.rules
        state = rules.states_of(self.rows, self.closed[:, None])
        bit = rules.white_bits[white][:, None, :].expand(-1, self.players, -1)
        legal = (rules.open[rules.four, state] & bit) > 0
        bits, fits = [torch.zeros_like(bit[..., :1]), bit], [torch.ones_like(legal[..., :1]), legal]
        if rules.has_lucky:
            lucky = (rules.lucky_numbers[self.lucky] >> white[:, None]) & 1 == 1
            following = rules.next[rules.four, state]
            found = rules.fewest(self.rows) & lucky[:, :, None] & (following > 0)
            found &= ~(legal & (following == bit))  # this cell is already offered
            bits.append(following)
            fits.append(found)
        options = torch.cat(bits, 2)
        game, seat, k = torch.cat(fits, 2).nonzero().unbind(1)
        row = (k - 1).clamp(min=0) % 4
        return self._answers(game, seat, row, options[game, seat, k])

    def _answers(self, game: Tensor, seat: Tensor, row: Tensor, bit: Tensor) -> Answers:
        rules, zero = self.rules, torch.zeros_like(game)
        before = Sheets(self.rows[game, seat], self.bar[game, seat], zero)
        first, tied = rules.cross(before, self.closed[game], row, bit)
        crossed = bit > 0
        if tied is not None and bool(tied.any()):
            game, seat, first, crossed = self._ties(game, seat, row, bit, first, tied)
        zero = torch.zeros_like(game)
        return Answers(game, seat, first, crossed, first, zero > 0, zero, zero)

    def _ties(
        self, game: Tensor, seat: Tensor, row: Tensor, bit: Tensor, first: Sheets, tied: Tensor
    ) -> tuple[Tensor, Tensor, Sheets, Tensor]:
        """Add a candidate for every other row in which a bonus may be used."""
        rules = self.rules
        games, seats, sheets, crossed = [game], [seat], [first], [bit > 0]
        for prefer in range(1, 4):
            index = other_choices(tied, prefer)
            g, s = game[index], seat[index]
            before = Sheets(self.rows[g, s], self.bar[g, s], torch.zeros_like(g))
            wish = torch.full_like(g, prefer)
            more, _ = rules.cross(before, self.closed[g], row[index], bit[index], wish)
            games.append(g)
            seats.append(s)
            sheets.append(more)
            crossed.append(bit[index] > 0)
        return torch.cat(games), torch.cat(seats), cat(sheets), torch.cat(crossed)

    def _action2(self, answers: Answers, dice: Tensor) -> Answers:
        """Combine every answer of the active seat with every action 2 that may follow it."""
        rules = self.rules
        game, shut = answers.game, self.closed[answers.game] | answers.first.locks
        over = rules.ends[self.penalties[game, answers.seat], shut]
        n = len(game)
        colours = rules.four.repeat_interleave(2)
        whites = dice[game][:, torch.tensor([0, 1] * 4, device=rules.device)]
        total = whites + dice[game][:, 2 + colours]
        bit, row = rules.colour_bits[colours, total], rules.colour_row[colours, total]
        state = rules.state(answers.first.rows.gather(1, row), (shut[:, None] >> row) & 1)
        legal = (rules.open[row, state] & bit) > 0
        # The die of a closed row is removed, whatever rows have cells of its colour (C-12).
        legal &= ((shut[:, None] >> colours) & 1 == 0) & ~over[:, None]
        double = (dice[game, 0] == dice[game, 1])[:, None]
        legal &= ~(double & (torch.arange(8, device=rules.device) % 2 == 1))
        offered = torch.cat([torch.ones(n, 1, dtype=torch.bool, device=rules.device), legal], 1)
        parent, k = offered.nonzero().unbind(1)
        slot = (k - 1).clamp(min=0)
        bits = torch.where(k > 0, bit[parent, slot], 0)
        rows = row[parent, slot]
        second, tied = rules.cross(answers.first[parent], shut[parent], rows, bits)
        out = answers[parent]
        out.second, out.has_second = second, bits > 0
        out.row, out.colour = rows, colours[slot]
        if bool(tied.any()):
            parts = [out]
            for prefer in range(1, 4):
                index = other_choices(tied, prefer)
                wish = torch.full_like(index, prefer)
                start = answers.first[parent[index]]
                more, _ = rules.cross(start, shut[parent[index]], rows[index], bits[index], wish)
                part = out[index]
                part.second = more
                parts.append(part)
            out = join(parts)
        return out

    # Evaluation.

    def _joint(self, c: Answers, picks: Answers | None) -> Joint:
        """The end of the turn for each candidate, with the other seats' chosen answers."""
        rules, players = self.rules, self.players
        n, everyone = len(c.game), torch.arange(players, device=rules.device)
        own = everyone == c.seat[:, None]
        active = self.active[c.game]
        is_active = c.seat == active
        at = torch.arange(n, device=rules.device)
        if picks is None:
            rows, bar = self.rows[c.game].clone(), self.bar[c.game].clone()
            locks = torch.zeros_like(c.game)
            second, has_second, crossed = c.second, c.has_second & is_active, c.crossed
            row, colour, moves = c.row, c.colour, is_active
        else:
            line = c.game[:, None] * players + everyone  # choices are sorted by game and seat
            rows, bar = picks.first.rows[line], picks.first.bar[line]
            others = torch.where(own, 0, picks.first.locks[line])
            locks = others[:, 0]
            for k in range(1, players):
                locks = locks | others[:, k]
            theirs = picks[c.game * players + active]
            second = Sheets(
                torch.where(is_active[:, None], c.second.rows, theirs.second.rows),
                torch.where(is_active, c.second.bar, theirs.second.bar),
                torch.where(is_active, c.second.locks, theirs.second.locks),
            )
            has_second = torch.where(is_active, c.has_second, theirs.has_second)
            crossed = torch.where(is_active, c.crossed, theirs.crossed)
            row = torch.where(is_active, c.row, theirs.row)
            colour = torch.where(is_active, c.colour, theirs.colour)
            moves = torch.ones_like(is_active)
        rows[at, c.seat], bar[at, c.seat] = c.first.rows, c.first.bar
        closed = self.closed[c.game] | locks | c.first.locks
        penalties = self.penalties[c.game].clone()
        over = rules.ends[penalties[at, active], closed]
        plays = has_second & ~over & ((closed >> row) & 1 == 0) & ((closed >> colour) & 1 == 0)
        rows[at, active] = torch.where(plays[:, None], second.rows, rows[at, active])
        bar[at, active] = torch.where(plays, second.bar, bar[at, active])
        owed = rules.owes_penalty[crossed.long(), plays.long()]
        penalties[at, active] += (moves & ~over & owed).long()
        closed = closed | torch.where(plays, second.locks, 0)
        over |= rules.ends[penalties[at, active], closed]
        following = (active + 1) % players
        return Joint(rows, penalties, bar, self.lucky[c.game], closed, following, over)

    def _judge(self, c: Answers, picks: Answers | None, evaluators: list[Judge]) -> Tensor:
        joint = self._joint(c, picks)
        if len(evaluators) == 1:
            return evaluators[0](joint, c.seat)
        policy = self.policy[c.game, c.seat]
        value = torch.zeros(len(c.game), device=self.rules.device)
        for k, judge in enumerate(evaluators):
            index = (policy == k).nonzero().squeeze(1)
            value = value.index_copy(0, index, judge(joint[index], c.seat[index]))
        return value

    def _best(self, group: Tensor, value: Tensor, groups: int) -> Tensor:
        """The row with the highest value of every group."""
        top = torch.full((groups,), -1e9, device=value.device)
        top.scatter_reduce_(0, group, value, "amax")
        lines = torch.arange(len(value), device=value.device)
        lines = torch.where(value >= top[group], lines, len(value))
        best = torch.full((groups,), len(value), dtype=torch.long, device=value.device)
        best.scatter_reduce_(0, group, lines, "amin")
        return best

    def _noisy(self, c: Answers, value: Tensor) -> Tensor:
        return value + torch.randn_like(value) * self.noise[c.game]

    # One turn.

    def roll(self) -> Tensor:
        return torch.randint(1, self.rules.sides + 1, (len(self), 6), device=self.rules.device)

    def turn(self, evaluators: list[Judge], dice: Tensor | None = None) -> Tensor:
        """Play one turn in every game; returns which games are over."""
        players = self.players
        dice = self.roll() if dice is None else dice
        answers = self._action1(dice[:, 0] + dice[:, 1])
        is_active = answers.seat == self.active[answers.game]
        passive = answers[(~is_active).nonzero().squeeze(1)]
        active = self._action2(answers[is_active.nonzero().squeeze(1)], dice)
        candidates = join([passive, active])
        group = candidates.game * players + candidates.seat
        groups = len(self) * players
        value = self._judge(candidates, None, evaluators)
        picks = candidates[self._best(group, value, groups)]
        value = self._noisy(candidates, self._judge(candidates, picks, evaluators))
        picks = candidates[self._best(group, value, groups)]
        return self._settle(picks, dice, evaluators)

    def _settle(self, picks: Answers, dice: Tensor, evaluators: list[Judge]) -> Tensor:
        rules, players, n = self.rules, self.players, len(self)
        at = torch.arange(n, device=rules.device)
        self.rows = picks.first.rows.view(n, players, 4).clone()
        self.bar = picks.first.bar.view(n, players).clone()
        locks = picks.first.locks.view(n, players)
        for k in range(players):
            self.closed = self.closed | locks[:, k]
        crossed = picks.crossed.view(n, players)[at, self.active]
        over = rules.ends[self.penalties[at, self.active], self.closed]
        game = (~over).nonzero().squeeze(1)
        seat = self.active[game]
        zero = torch.zeros_like(game)
        sheets = Sheets(self.rows[game, seat], self.bar[game, seat], zero)
        before = Answers(game, seat, sheets, crossed[game], sheets, zero > 0, zero, zero)
        options = self._action2(before, dice)
        value = self._noisy(options, self._judge(options, None, evaluators))
        best = self._best(options.game, value, n)
        chosen = options[best[game]]
        self.rows[game, seat] = chosen.second.rows
        self.bar[game, seat] = chosen.second.bar
        self.closed[game] |= chosen.second.locks
        owed = rules.owes_penalty[chosen.crossed.long(), chosen.has_second.long()]
        self.penalties[game, seat] += owed.long()
        over = over | rules.ends[self.penalties[at, self.active], self.closed]
        if rules.squares:
            self.bar = self.bar | rules.struck(self.closed)[:, None]
        self.active = (self.active + 1) % players
        return over

    def joint(self) -> Joint:
        over = torch.zeros(len(self), dtype=torch.bool, device=self.rules.device)
        return Joint(
            self.rows, self.penalties, self.bar, self.lucky, self.closed, self.active, over
        )


def other_choices(tied: Tensor, prefer: int) -> Tensor:
    """Indices at which `prefer` is tied but is not the uppermost tied row (covered already)."""
    is_tied = (tied >> prefer) & 1 == 1
    above = tied & ((1 << prefer) - 1)
    return (is_tied & (above > 0)).nonzero().squeeze(1)


def join(parts: list[Answers]) -> Answers:
    columns: list[Any] = []
    for name in vars(parts[0]):
        values = [getattr(part, name) for part in parts]
        columns.append(cat(values) if isinstance(values[0], Sheets) else torch.cat(values))
    return Answers(*columns)
