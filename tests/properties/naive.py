"""The rules of crossing a second time, slowly and in words: lists of names, no masks.

It reads a sheet from its text and answers which moves the rules allow. Nothing here is shared
with the core but the printed sheet, the table's facts and the spelling of moves.
"""

from __future__ import annotations

from itertools import chain, combinations

from rowlock import Card, Game, Variant, format_sheet

LETTERS = "rygb"


class Row:
    """One row of a player's sheet: its printed cells, the crossed ones, whether it is locked."""

    def __init__(self, variant: Variant, number: int, text: str) -> None:
        self.cells = [cell.name for cell in variant.rows[number]]
        by_number = {name[1:]: name for name in self.cells}
        self.locked = text.endswith("#")
        numbers = text[1:].rstrip("#")
        self.crossed = [] if numbers == "-" else [by_number[n] for n in numbers.split(",")]
        self.seconds = [cell.name for cell in variant.rows[number] if cell.second]
        self.closing = self.cells[len(self.cells) - variant.lock_cells :]
        self.needed = variant.crosses_before_lock
        self.doubles = [cell.name for cell in variant.doubles]

    @property
    def count(self) -> int:
        twice = [name for name in self.crossed if name in self.doubles]
        return len(self.crossed) + len(twice) + self.locked

    @property
    def to_the_right(self) -> list[str]:
        """The cells right of the last cross."""
        return self.cells[self.cells.index(self.crossed[-1]) + 1 :] if self.crossed else self.cells

    def takes(self, name: str) -> bool:
        if self.locked:
            return False
        if self.crossed[-1:] == [name] and self.crossed.count(name) == 1:
            return name in self.seconds  # DA-02
        if name not in self.to_the_right:
            return False
        return name not in self.closing or self.count >= self.needed

    def cross(self, name: str) -> None:
        self.crossed.append(name)
        self.locked = name in self.closing


class Table:
    """A game as the players see it lying there."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat, self.variant = game, seat, game.variant
        self.closed = set()
        for sheet in game.sheets if game.cards is None else []:
            words = format_sheet(game.variant, sheet).split()[:4]
            self.closed |= {number for number, word in enumerate(words) if word.endswith("#")}
        self.rows = self.read()

    def read(self) -> list[Row]:
        words = format_sheet(self.variant, self.game.sheets[self.seat]).split()
        return [Row(self.variant, number, words[number]) for number in range(4)]

    def row_of(self, name: str) -> int | None:
        found = [n for n, row in enumerate(self.rows) if name in row.cells]
        return found[0] if found else None

    def takes(self, name: str) -> bool:
        number = self.row_of(name)
        return number is not None and number not in self.closed and self.rows[number].takes(name)

    def fewest(self) -> list[int]:
        least = min(row.count for row in self.rows)
        return [number for number, row in enumerate(self.rows) if row.count == least]

    def action1(self) -> set[str]:
        total = self.game.announced
        names = [name for row in self.rows for name in row.cells if int(name[1:]) == total]
        moves = {"-"} | {name for name in names if self.takes(name)}
        moves |= self.beside([{total}] * 4)
        moves |= {f"~{name}" for name in self.swapped(total) if self.takes(name)}
        if self.game.lucky and total in self.game.lucky[self.seat]:
            nexts = [self.rows[number].to_the_right[:1] for number in self.fewest()]
            moves |= {f"*{name}" for name in chain(*nexts) if self.takes(name)}
        return moves

    def swapped(self, total: int) -> list[str]:
        """X-02, X-03: the cells that fields right of the last used one make of this number."""
        strip = format_sheet(self.variant, self.game.sheets[self.seat]).partition("~")[2]
        free = self.variant.swaps[len(strip.rstrip(".")) :]
        numbers = [sum(field) - total for field in free if total in field]
        return [name for row in self.rows for name in row.cells if int(name[1:]) in numbers]

    def action2(self) -> set[str]:
        assert self.game.roll is not None
        moves = {"-"}
        for number, die in enumerate(self.game.roll.colours):
            if die is not None and number not in self.closed:
                for white in self.game.roll.white:
                    name = f"{LETTERS[number]}{white + die}"
                    moves |= {f"+{name}"} if self.takes(name) else set()
        dice = [set[int]() if n in self.closed else {die} for n, die in enumerate(self.colours)]
        sums = [{white + die for white in self.game.roll.white for die in each} for each in dice]
        return moves | {f"+{name}" for name in self.beside(sums)}

    @property
    def colours(self) -> list[int]:
        """What the coloured dice show; nothing comes of one that has left the game."""
        assert self.game.roll is not None
        return [-99 if die is None else die for die in self.game.roll.colours]

    def beside(self, rolled: list[set[int]]) -> set[str]:
        """BP-02, BP-03: what the numbers rolled for each row offer in the two bonus rows."""
        words = format_sheet(self.variant, self.game.sheets[self.seat]).split()[4:6]
        found: set[str] = set()
        for k, row in enumerate(self.variant.bonus_rows):
            names = [cell.name for cell in row]
            crossed = words[k][1:].replace("-", "").split(",")[-1]
            free = names[names.index(f"{names[0][0]}{crossed}") + 1 :] if crossed else names
            for r in (2 * k, 2 * k + 1):
                again = {int(name[1:]) for name in self.rows[r].crossed} & rolled[r]
                found |= {name for name in free if int(name[1:]) in again}
        return found

    def plays(self) -> set[str]:
        assert self.game.cards is not None
        hand = self.game.cards.hands[self.seat]
        moves = set()
        for number, letter in enumerate(LETTERS):
            usable = [card for card in hand if card.colour in (number, None)]
            for played in chain.from_iterable(combinations(usable, k) for k in (1, 2, 3)):
                numbers = sorted({card.number for card in played})
                for size in range(len(numbers) + 1):
                    for crossed in combinations(numbers, size):
                        if self.can_cross([f"{letter}{n}" for n in crossed]):
                            moves.add(spell(letter, played, list(crossed), numbers))
        return moves

    def can_cross(self, names: list[str]) -> bool:
        """K-03, K-05, K-06: left to right, each counting for the next, at most one left out."""
        rows = self.read()
        places = [(self.row_of(name), name) for name in names]
        mixed = any(name[0] != LETTERS[n] for n, row in enumerate(rows) for name in row.cells)
        for number, row in enumerate(rows):
            own = [name for name in row.cells if (number, name) in places]
            for name in own:
                if not row.takes(name):
                    return False
                row.cross(name)
            if own and not mixed:
                between = row.cells[row.cells.index(own[0]) : row.cells.index(own[-1]) + 1]
                if len(between) - len(own) > 1:
                    return False
        return all(number is not None for number, _ in places)

    def legal(self) -> set[str]:
        """Every move of this seat, spelled as in a record."""
        game, seat = self.game, self.seat
        answer = game.answers[seat]
        if answer is not None:
            return {f"?{LETTERS[number]}" for number in answer.draft.tied}
        if game.stage == "action1":
            return self.action1()
        if game.stage == "take":
            assert game.cards is not None
            missing = 5 - len(game.cards.hands[seat])
            backs = sorted(card.number for card in game.cards.display)
            return {f"t{','.join(map(str, some))}" for some in combinations(backs, missing)}
        return self.action2() if game.cards is None else self.plays()


def spell(letter: str, played: tuple[Card, ...], crossed: list[int], numbers: list[int]) -> str:
    words = sorted((card.number, "*" if card.colour is None else "") for card in played)
    text = f"+{letter}" + ",".join(f"{number}{star}" for number, star in words)
    if crossed == numbers:
        return text
    return f"{text}/{','.join(map(str, crossed)) or '-'}"
