"""The checks that make a `Variant` of a resolved file.

Every refusal names the file, the key and what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NoReturn, get_args

import msgspec

from rowlock.errors import Unreadable
from rowlock.variants import schema
from rowlock.variants.variant import (
    ALL_COUNT,
    BONUS_LETTERS,
    COLOURS,
    FIRST_BONUS_ROW,
    LETTERS,
    MAX_SEATS,
    MAX_SIDES,
    ROWS,
    SYMBOLS,
    Bonus,
    Cell,
    Effect,
    LuckyPair,
    SwapField,
    Variant,
)


def check(raw: dict[str, Any], file: str) -> Variant:
    """The variant that a resolved file describes, or a refusal that names file and key."""
    return _Checker(file).variant(raw)


class _Checker:
    def __init__(self, file: str) -> None:
        self.file = file

    def refuse(self, key: str, wrong: str, *, reason: str | None = None) -> NoReturn:
        """`reason` is for what people can do wrong without writing a file."""
        message = f"{self.file}: {key}: {wrong}"
        raise Unreadable("bad_variant", message, place=key.partition(" ")[0], reason=reason)

    def within(self, key: str, value: int, low: int, high: int, reason: str | None = None) -> int:
        if not low <= value <= high:
            self.refuse(key, f"{value} is not between {low} and {high}", reason=reason)
        return value

    def variant(self, raw: dict[str, Any]) -> Variant:
        try:
            sheet = msgspec.convert(raw, schema.Sheet)
        except msgspec.ValidationError as error:
            what, _, where = str(error).partition(" - at `$")
            self.refuse(where.strip("`.") or "file", what)
        if not re.fullmatch(r"[a-z][a-z0-9_-]*", sheet.about.id):
            self.refuse("about.id", f"{sheet.about.id!r} is not a plain lower-case word")
        sides = self.within("dice.sides", sheet.dice.sides, 2, MAX_SIDES)
        rows = self.rows(sheet, sides)
        by_name = {cell.name: cell for row in rows for cell in row}
        boxes, bar = self.bar(sheet.bar, by_name)
        self.alone(sheet)
        self.second(sheet, by_name)
        lucky = self.pairs("lucky.pairs", sheet.lucky.pairs, sides) if sheet.lucky else ()
        if sheet.lucky and len(lucky) < MAX_SEATS:
            self.refuse("lucky.pairs", f"{MAX_SEATS} seats need {MAX_SEATS} different pairs")
        inferred = self.pairs("about.inferred", sheet.about.inferred, sides)
        if not set(inferred) <= set(lucky):
            self.refuse("about.inferred", "only pairs of lucky.pairs can be inferred")
        return Variant(
            id=sheet.about.id,
            name=sheet.about.name,
            rules_page=sheet.about.rules,
            large_print=sheet.about.large_print,
            sides=sides,
            lock_cells=sheet.lock.cells,
            crosses_before_lock=sheet.lock.crosses_before,
            penalty_points=self.within("penalty.points", sheet.penalty.points, 0, 100),
            penalties_to_end=self.within("penalty.ends_at", sheet.penalty.ends_at, 1, 9),
            closed_rows_to_end=self.within("end.closed_rows", sheet.end.closed_rows, 1, 4),
            rows=rows,
            lucky_pairs=lucky,
            lucky_inferred=inferred,
            boxes=boxes,
            bar=bar,
            bonuses=self.bonuses(sheet.bonus, by_name, {cell.name for cell in boxes}),
            doubles=self.doubles(sheet.double, by_name),
            steps=self.steps(sheet.steps, by_name),
            chain=self.chain(sheet, by_name),
            swaps=self.swaps(sheet.swap, sides),
            bonus_rows=self.bonus_rows(sheet, rows),
            most_counted=self.counted(sheet),
        )

    def rows(self, sheet: schema.Sheet, sides: int) -> tuple[tuple[Cell, ...], ...]:
        seen: dict[str, str] = {}
        rows: list[tuple[Cell, ...]] = []
        doubles = sheet.double.cells.split() if sheet.double else []
        boxed = sheet.second.cells.split() if sheet.second else []
        for row, colour in enumerate(COLOURS):
            key = f"rows.{colour}"
            cells: list[Cell] = []
            place = 0
            for name in getattr(sheet.rows, colour).split():
                number = self.number(key, name, sides)
                if name in seen:
                    self.refuse(key, f"the cell {name} stands already in {seen[name]}")
                if any(other.number == number for other in cells):
                    wrong = f"the number {number} stands twice in this row"
                    self.refuse(key, wrong, reason="number_twice")
                crosses = 2 if name in doubles else 1
                cell = Cell(
                    name=name,
                    row=row,
                    position=len(cells),
                    colour=LETTERS.index(name[0]),
                    number=number,
                    index=len(seen),
                    bits=((1 << crosses) - 1) << place,
                    second=2 << place if name in boxed else 0,
                )
                seen[name] = key
                cells.append(cell)
                place += crosses + (name in boxed)
            twice = ", double ones twice" if doubles or boxed else ""
            most = schema.MAX_BOXES if boxed else schema.MAX_PLACES
            self.within(f"{key} (number of cells{twice})", place, 1, most, "too_long")
            if cells[-1].colour != row:
                wrong = f"the last cell {cells[-1].name} must be {colour} as its lock"
                self.refuse(key, wrong, reason="last_colour")
            self.within("lock.cells", sheet.lock.cells, 1, len(cells))
            before = cells[: -sheet.lock.cells]
            most = sum(cell.bits | cell.second for cell in before).bit_count()
            crosses = sheet.lock.crosses_before
            self.within("lock.crosses_before", crosses, 0, most, "too_many_crosses")
            rows.append(tuple(cells))
        return tuple(rows)

    def number(self, key: str, name: str, sides: int) -> int:
        """The number of a cell's name."""
        if not re.fullmatch(rf"[{LETTERS}][1-9][0-9]?", name):
            self.refuse(key, f"{name!r} is not a cell: a letter of {LETTERS} and a number")
        number = int(name[1:])
        if not 2 <= number <= 2 * sides:
            self.refuse(key, f"no two dice with {sides} sides make the {number} of {name}")
        return number

    def alone(self, sheet: schema.Sheet) -> None:
        """Refuse extras that do not go together (S-03)."""
        found = [key for key in schema.EXTRAS if getattr(sheet, key)]
        for key in found:
            for other in found:
                if key in schema.ALONE and other != key:
                    place, name = schema.ALONE[key]
                    self.refuse(place, f"{name} do not go together with {other}")

    def doubles(self, double: schema.Double | None, by_name: dict[str, Cell]) -> tuple[Cell, ...]:
        if double is None:
            return ()
        cells = self.known("double.cells", double.cells, by_name, set())
        if not cells:
            self.refuse("double.cells", "at least one cell must be double")
        return cells

    def second(self, sheet: schema.Sheet, by_name: dict[str, Cell]) -> None:
        """Second boxes: below any cell but a last one (DA-01, DA-04)."""
        if sheet.second is None:
            return
        cells = self.known("second.cells", sheet.second.cells, by_name, set())
        if not cells:
            self.refuse("second.cells", "at least one cell must have a second box")
        self.no_last_cell("second.cells", sheet, by_name, (cell.name for cell in cells))
        every = by_name.values()
        most = max(sum(1 + (c.second > 0) for c in every if c.row == row) for row in ROWS)
        self.within("second.counted", sheet.second.counted, 1, most + 1)  # the lock is one

    def steps(self, steps: schema.Steps | None, by_name: dict[str, Cell]) -> tuple[Cell, ...]:
        """The fifth row: one cell in each column, each one row above or below the last (CS-01)."""
        if steps is None:
            return ()
        cells: list[Cell] = []
        for column, name in enumerate(steps.cells.split()):
            if name not in by_name:
                self.refuse("steps.cells", f"there is no cell {name} on this sheet")
            cell = by_name[name]
            if cell.position != column:
                self.refuse("steps.cells", f"{name} does not stand in column {column + 1}")
            if cells and abs(cell.row - cells[-1].row) != 1:
                self.refuse("steps.cells", f"{name} is not one row above or below {cells[-1].name}")
            cells.append(cell)
        if not cells:
            self.refuse("steps.cells", "at least one cell must be framed")
        return tuple(cells)

    def chain(self, sheet: schema.Sheet, by_name: dict[str, Cell]) -> tuple[tuple[Cell, Cell], ...]:
        """Pairs of two rows, no last cell among them, each cell in one pair at most (CC-04)."""
        if sheet.chain is None:
            return ()
        key, taken = "chain.pairs", set[str]()
        pairs: list[tuple[Cell, Cell]] = []
        for word in sheet.chain.pairs.split():
            pair = self.known(key, word.replace("-", " "), by_name, taken)
            if len(pair) != 2 or word != f"{pair[0].name}-{pair[1].name}":
                self.refuse(key, f"{word!r} is not a pair of cells like r6-y6")
            if pair[0].row == pair[1].row:
                self.refuse(key, f"both cells of {word} stand in one row")
            if pairs and pair[0].index < pairs[-1][0].index:
                # Any order would be the same game; one order makes it the same digest too.
                self.refuse(key, f"{pair[0].name} stands before {pairs[-1][0].name} on the sheet")
            pairs.append((pair[0], pair[1]))
        if not pairs:
            self.refuse(key, "at least one pair must be chained")
        self.no_last_cell(key, sheet, by_name, taken)
        return tuple(pairs)

    def swaps(self, swap: schema.Swap | None, sides: int) -> tuple[SwapField, ...]:
        """The strip: no pair of numbers twice, because they name their field (X-05)."""
        if swap is None:
            return ()
        key, fields = "swap.fields", list[SwapField]()
        for word in swap.fields.split():
            match = re.fullmatch(r"([1-9][0-9]?)/([1-9][0-9]?)", word)
            if not match:
                self.refuse(key, f"{word!r} is not a swap field like 8/5")
            high, low = int(match[1]), int(match[2])
            if not 2 <= low < high <= 2 * sides:
                self.refuse(key, f"{word} is not two sums of two dice, the larger one first")
            if (high, low) in fields:
                self.refuse(key, f"the field {word} stands there twice")
            fields.append((high, low))
        self.within(f"{key} (number of fields)", len(fields), 1, schema.MAX_FIELDS)
        return tuple(fields)

    def bonus_rows(
        self, sheet: schema.Sheet, rows: tuple[tuple[Cell, ...], ...]
    ) -> tuple[tuple[Cell, ...], ...]:
        """Two round rows; every number stands in both rows beside it, in their colours (BP-01)."""
        if sheet.bonus_rows is None:
            return ()
        found: list[tuple[Cell, ...]] = []
        index = sum(map(len, rows))
        for k, key in enumerate(("red_yellow", "green_blue")):
            letter, row = BONUS_LETTERS[k], FIRST_BONUS_ROW + k
            beside = [{c.number for c in rows[r] if c.colour == r} for r in (2 * k, 2 * k + 1)]
            cells: list[Cell] = []
            for name in getattr(sheet.bonus_rows, key).split():
                number = self.bonus_number(f"bonus_rows.{key}", letter, name)
                if any(cell.name == name for cell in cells):
                    self.refuse(f"bonus_rows.{key}", f"the cell {name} stands there twice")
                if not all(number in numbers for numbers in beside):
                    both = f"{COLOURS[2 * k]} and {COLOURS[2 * k + 1]}"
                    self.refuse(f"bonus_rows.{key}", f"{name} does not stand between {both}")
                at = len(cells)
                cells.append(Cell(name, row, at, row, number, index + at, bits=1 << at))
            if not cells:
                self.refuse(f"bonus_rows.{key}", "a bonus row needs at least one cell")
            index += len(cells)
            found.append(tuple(cells))
        most = max(len(rows[r]) + len(found[r // 2]) for r in ROWS) + 1  # the lock is one
        self.within("bonus_rows.counted", sheet.bonus_rows.counted, 1, most)
        return tuple(found)

    def bonus_number(self, key: str, letter: str, name: str) -> int:
        if not re.fullmatch(rf"{letter}[1-9][0-9]?", name):
            self.refuse(key, f"{name!r} is not a cell: the letter {letter} and a number")
        return int(name[1:])

    def counted(self, sheet: schema.Sheet) -> int:
        """How many crosses of a row score at most (DA-05, BP-05)."""
        if sheet.bonus_rows:
            return sheet.bonus_rows.counted
        return sheet.second.counted if sheet.second else ALL_COUNT

    def no_last_cell(
        self, key: str, sheet: schema.Sheet, by_name: dict[str, Cell], names: Iterable[str]
    ) -> None:
        for name in names:
            row = getattr(sheet.rows, COLOURS[by_name[name].row]).split()
            if name in row[-sheet.lock.cells :]:
                self.refuse(key, f"{name} is a last cell", reason="last_cell")

    def known(
        self, key: str, text: str, by_name: dict[str, Cell], taken: set[str]
    ) -> tuple[Cell, ...]:
        """Cells of this sheet in reading order, none of them carrying another sign."""
        cells: list[Cell] = []
        for name in text.split():
            if name not in by_name:
                self.refuse(key, f"there is no cell {name} on this sheet")
            if name in taken:
                self.refuse(key, f"the cell {name} carries a sign already")
            if cells and by_name[name].index < cells[-1].index:
                # Any order would be the same game; one order makes it the same digest too.
                self.refuse(key, f"{name} stands before {cells[-1].name} on the sheet")
            taken.add(name)
            cells.append(by_name[name])
        return tuple(cells)

    def bar(
        self, bar: schema.Bar | None, by_name: dict[str, Cell]
    ) -> tuple[tuple[Cell, ...], tuple[int, ...]]:
        if bar is None:
            return (), ()
        boxes = self.known("bar.boxes", bar.boxes, by_name, set())
        squares = bar.squares.split()
        for letter in squares:
            if len(letter) != 1 or letter not in LETTERS:
                self.refuse("bar.squares", f"{letter!r} is not one of the letters {LETTERS}")
        if not squares or len(squares) != len(boxes):
            self.refuse(
                "bar.squares",
                f"{len(squares)} squares do not fit {len(boxes)} boxed cells; "
                "every box strikes one square",
            )
        return boxes, tuple(LETTERS.index(letter) for letter in squares)

    def pairs(self, key: str, text: str, sides: int) -> tuple[LuckyPair, ...]:
        pairs: list[LuckyPair] = []
        for word in text.split():
            match = re.fullmatch(r"([1-9][0-9]?)&([1-9][0-9]?)", word)
            if not match:
                self.refuse(key, f"{word!r} is not a pair of numbers like 5&10")
            low, high = int(match[1]), int(match[2])
            if not 2 <= low < high <= 2 * sides:
                self.refuse(key, f"{word} is not two sums of two dice, the smaller one first")
            if (low, high) in pairs:
                self.refuse(key, f"the pair {word} stands there twice")
            pairs.append((low, high))
        return tuple(pairs)

    def bonuses(
        self, entries: tuple[schema.BonusEntry, ...], by_name: dict[str, Cell], taken: set[str]
    ) -> tuple[Bonus, ...]:
        bonuses: list[Bonus] = []
        for number, entry in enumerate(entries):
            key = f"bonus[{number}]"
            if entry.symbol not in SYMBOLS:
                self.refuse(f"{key}.symbol", f"{entry.symbol!r} is none of {', '.join(SYMBOLS)}")
            if any(entry.symbol == other.symbol for other in bonuses):
                self.refuse(f"{key}.symbol", f"the symbol {entry.symbol} has a bonus already")
            if bonuses and SYMBOLS.index(entry.symbol) < SYMBOLS.index(bonuses[-1].symbol):
                self.refuse(f"{key}.symbol", f"the order of the strip is {', '.join(SYMBOLS)}")
            effect = self.effect(key, entry)
            cells = self.known(f"{key}.cells", entry.cells, by_name, taken)
            if not cells:
                self.refuse(f"{key}.cells", "a bonus needs at least one cell")
            bonuses.append(
                Bonus(
                    symbol=entry.symbol,
                    cells=cells,
                    effect=effect,
                    times=entry.times or 0,
                    points=entry.points or 0,
                )
            )
        return tuple(bonuses)

    def effect(self, key: str, entry: schema.BonusEntry) -> Effect:
        """The effect's name, after its own number was found and no other one."""
        effect: Effect | None = next((e for e in get_args(Effect) if e == entry.effect), None)
        if effect is None:
            self.refuse(f"{key}.effect", f"{entry.effect!r} is none of {get_args(Effect)}")
        needs = {"cross_fewest": "times", "points": "points"}.get(effect)
        for name, value in (("times", entry.times), ("points", entry.points)):
            if name == needs:
                self.within(f"{key}.{name}", value if value is not None else 0, 1, 100)
            elif value is not None:
                self.refuse(f"{key}.{name}", f"the effect {effect} has no {name}")
        return effect
