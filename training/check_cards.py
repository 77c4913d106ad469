"""Compares the card game on tensors with the readable core. Needs torch and this package.

    PYTHONPATH=src python3 training/check_cards.py --arrays training/arrays

Plays random games turn by turn and repeats every decision in the core. After each, hands, display,
pile, discards, sheets and the end of the game must be equal, and both must allow the same number of
plays. If there is a trained network, both implementations of it must give equal values.
"""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import torch
from card_network import CardNet
from card_tables import CARDS, DISCARDS, DISPLAY, JOKER, LOWEST, NUMBERS, PILE, CardTables, Seen
from check_args import files_and_games
from msgspec.structs import replace
from rules import Rules
from torch import Tensor

from rowlock.bots.evaluation.card_network import known_after, read_card_network
from rowlock.core.cards import Card, CardTable
from rowlock.core.game import deal, legal_moves, new_game, play, result
from rowlock.core.move import Move, PlayCards, Take
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.variants import load_variant

WEIGHTS = Path("src/rowlock/bots/weights/cards")
ROUNDING = 1e-3


def card(number: int) -> Card:
    colour = number // NUMBERS
    return Card(number % NUMBERS + LOWEST, None if colour == JOKER else colour)


class One:
    """One of the tables, with the same game in the core."""

    def __init__(self, tables: CardTables, which: int, game: Game) -> None:
        self.tables, self.which, self.game = tables, which, game

    def cards(self, place: int) -> tuple[Card, ...]:
        """The cards in a place, the top card first."""
        where, key = self.tables.where[self.which], self.tables.key[self.which]
        found = (where == place).nonzero().squeeze(1)
        return tuple(card(int(n)) for n in found[key[found].argsort()])

    def table(self, first: set[Card] = frozenset()) -> CardTable:  # type: ignore[assignment]
        hands = [tuple(sorted(self.cards(seat), key=str)) for seat in range(self.tables.players)]
        display = sorted(self.cards(DISPLAY), key=lambda c: c not in first)
        jokers = bool((self.tables.where[self.which] < 8).sum() == CARDS)
        piles = self.cards(PILE), self.cards(DISCARDS)
        return CardTable(jokers, tuple(hands), tuple(display), *piles)

    def compare(self, *, cards: bool = True) -> None:
        for seat, sheet in enumerate(self.game.sheets):
            rows = tuple(self.tables.rows[self.which, seat].tolist())
            penalties = int(self.tables.penalties[self.which, seat])
            assert (sheet.rows, sheet.penalties) == (rows, penalties), (self.game, rows, penalties)
        if cards and self.game.cards:
            mine, core = self.table(), self.game.cards
            assert mine.hands == core.hands, (mine, core)
            assert set(mine.display) == set(core.display), (mine, core)
            assert (mine.pile, set(mine.discards)) == (core.pile, set(core.discards)), (mine, core)


def check(file: Path, games: int, players: int, *, jokers: bool) -> int:
    rules = Rules(file, torch.device("cpu"))
    tables = CardTables(rules, games, players, jokers=jokers)
    names = ["Ann", "Ben", "Cem", "Dot", "Eve"][:players]
    fresh = new_game(load_variant(rules.id), names, cards=True, jokers=jokers)
    ones = [One(tables, k, fresh) for k in range(games)]
    for one in ones:
        first = int(tables.active[one.which])
        one.game = replace(fresh, active=first, stage="take", cards=one.table())
    looked = 0

    def judge(seen: Seen) -> Tensor:
        return torch.rand(len(seen))

    while ones:
        spread = torch.zeros(len(ones), players)
        taken = tables.take(judge, spread).seen
        for one in ones:
            chosen = {card(int(n)) for n in taken.unseen[one.which].nonzero()}
            assert one.game.cards is not None
            display = one.game.cards.display
            ready = [c for c in display if c in chosen] + [c for c in display if c not in chosen]
            game = replace(one.game, cards=replace(one.game.cards, display=tuple(ready)))
            numbers = tuple(sorted(c.number for c in chosen))
            one.game = play(game, game.active, Take(numbers)).state
            if one.game.stage == "deal":
                assert one.game.cards is not None
                left = DISPLAY - 1 - len(one.game.cards.display)
                drawn = set(one.table().display) - set(one.game.cards.display)
                assert len(drawn) == left
                pile = tuple(c for c in one.table().pile)
                one.game = deal(one.game, (*drawn, *pile)).state
            one.compare()
        before = tables.rows.clone()
        answers = tables.answer(judge, spread)
        for one in ones:
            game = one.game
            for seat in range(players):
                game = play(game, seat, _answer(game, seat, answers[seat].seen, one.which)).state
            one.game = game
            one.compare(cards=False)
        over = tables.over(tables.rows, tables.penalties)
        assert [one.game.over for one in ones] == over.tolist()
        keep = (~over).nonzero().squeeze(1)
        looked += len(ones)
        ones, before = [one for one in ones if not one.game.over], before[keep]
        tables.keep(keep)
        for which, one in enumerate(ones):
            one.which = which
        if not ones:
            break
        own = tables.active[:, None, None].expand(-1, 1, 4)
        crossed = (before.gather(1, own) != tables.rows.gather(1, own)).any(2)[:, 0]
        counts: Counter[int] = Counter()

        def counting(seen: Seen, counts: Counter[int] = counts) -> Tensor:
            counts[0] += len(seen)
            return torch.rand(len(seen))

        plays = sum(len(_different(one.game)) for one in ones)
        played = tables.play(counting, torch.zeros(len(ones), players), crossed).seen
        assert counts[0] >= plays, (counts, plays)
        for one in ones:
            one.game = play(one.game, one.game.active, _play(one.game, played, one.which)).state
            one.compare()
        over = tables.over(tables.rows, tables.penalties)
        assert [one.game.over for one in ones] == over.tolist()
        for one in ones:
            if one.game.over:
                shares = tables.shares(tables.rows, tables.penalties)[one.which]
                assert tuple(shares.nonzero().squeeze(1).tolist()) == result(one.game).winners
        ones = [one for one in ones if not one.game.over]
        tables.keep((~over).nonzero().squeeze(1))
        for which, one in enumerate(ones):
            one.which = which
    return looked


def _different(game: Game) -> set[tuple[object, ...]]:
    """The core's plays, without those that play and cross the same cards."""
    return {
        (move.cards, move.jokers, move.crossed, move.colour if move.crossed or move.cards else 0)
        for move in legal_moves(game, game.active)
        if isinstance(move, PlayCards)
    }


def _answer(game: Game, seat: int, seen: Seen, which: int) -> Move:
    wanted = tuple(seen.rows[which, seat].tolist())
    for move in legal_moves(game, seat):
        after = play(game, seat, move).state
        answer = after.answers[seat]
        sheet = answer.draft.sheet if answer else after.sheets[seat]
        if sheet.rows == wanted:
            return move
    raise SystemExit(f"{game}: {wanted} is not an answer")


def _play(game: Game, seen: Seen, which: int) -> Move:
    wanted = tuple(seen.rows[which, game.active].tolist())
    left = {card(int(n)) for n in (seen.where[which] == game.active).nonzero()}
    for move in legal_moves(game, game.active):
        after = play(game, game.active, move).state
        assert after.cards is not None
        same = set(after.cards.hands[game.active]) == left
        if same and after.sheets[game.active].rows == wanted:
            return move
    raise SystemExit(f"{game}: {wanted} is not a play")


def compare_networks(file: Path, games: int, players: int) -> int:
    """Check that the networks on tensors and in the package give equal values with equal
    weights."""
    rules = Rules(file, torch.device("cpu"))
    place = WEIGHTS / f"{rules.id}.npz"
    net, variant = CardNet(rules, *CardNet.sizes(place)), load_variant(rules.id)
    net.load(place)
    network = read_card_network(variant, place)
    tables = CardTables(rules, games, players, jokers=False)
    looked = 0

    def judge(seen: Seen) -> Tensor:
        nonlocal looked
        values = net.judge(seen)
        return values

    fresh = new_game(variant, ["Ann", "Ben", "Cem", "Dot", "Eve"][:players], cards=True)
    while len(tables):
        for which in range(len(tables)):
            one = One(tables, which, fresh)
            active = int(tables.active[which])
            sheets = tuple(
                replace(fresh.sheets[0], rows=tuple(r), penalties=int(p))
                for r, p in zip(
                    tables.rows[which].tolist(), tables.penalties[which].tolist(), strict=True
                )
            )
            game = replace(fresh, active=active, stage="take", cards=one.table(), sheets=sheets)
            here = view(game, active)
            for move in here.legal:
                expected = float(network.expect(here, [known_after(here, move)])[0])
                assert isinstance(move, Take)
                found = _value_of_take(tables, net, which, move)
                if abs(expected - found) > ROUNDING:
                    raise SystemExit(f"{rules.id}: {expected} became {found}: {game} {move}")
                looked += 1
        _, over = tables.turn(judge, torch.zeros(len(tables), players))
        tables.keep((~over).nonzero().squeeze(1))
    return looked


def _value_of_take(tables: CardTables, net: CardNet, which: int, move: Take) -> float:
    index = torch.tensor([which])
    seen = tables._seen(index, tables.active[index], torch.zeros_like(index))
    wanted = list(move.numbers)
    for n in (seen.where[0] == DISPLAY).nonzero().squeeze(1).tolist():
        if card(n).number in wanted:
            wanted.remove(card(n).number)
            seen.unseen[0, n] = True
    seen.where = torch.where(seen.unseen, seen.seat[:, None].to(torch.int8), seen.where)
    return float(net.judge(seen)[0])


def main() -> None:
    files, games = files_and_games(__doc__, games=4)
    for file, players in itertools.product(files, (2, 3, 5)):
        rules = Rules(file, torch.device("cpu"))
        if rules.has_tokens or rules.has_lucky:
            continue
        turns = [check(file, games, players, jokers=jokers) for jokers in (False, True)]
        print(file.stem, players, turns, "turns agree", flush=True)
        if (WEIGHTS / f"{file.stem}.npz").exists():
            print(file.stem, compare_networks(file, games, players), "values", flush=True)


if __name__ == "__main__":
    main()
