"""Validates a variant file and builds the `Variant`.

Every error names the file, the key and what is wrong with it.
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
    """Build the variant from a file whose `extends` has been resolved."""
    return _Checker(file).variant(raw)


class _Checker:
    def __init__(self, file: str) -> None:
        self.file = file

    def refuse(self, key: str, wrong: str, *, reason: str | None = None) -> NoReturn:
        """Raise an error at a key. `reason` names mistakes that players can make in the editor."""
        message = f"{self.file}: {key}: {wrong}"
        raise Unreadable("bad_variant", message, place=key.partition(" ")[0], reason=reason)

    def within(self, key: str, value: int, low: int, high: int, reason: str | None = None) -> int:
        if not low <= value <= high:
            self.refuse(key, f"{value} is not between {low} and {high}", reason=reason)
        return value

    def variant(self, raw: dict[str, Any]) -> Variant:
        try:
            sheet = msgspec.convert(raw, schema.SheetSection)
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

    def rows(self, sheet: schema.SheetSection, sides: int) -> tuple[tuple[Cell, ...], ...]:
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
                    self.refuse(key, f"the cell {name} appears already in {seen[name]}")
                if any(other.number == number for other in cells):
                    wrong = f"the number {number} appears twice in this row"
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
            twice = ", double cells twice" if doubles or boxed else ""
            limit = schema.MAX_BOXES if boxed else schema.MAX_PLACES
            self.within(f"{key} (number of cells{twice})", place, 1, limit, "too_long")
            if cells[-1].colour != row:
                wrong = f"the last cell {cells[-1].name} must be {colour} like its lock"
                self.refuse(key, wrong, reason="last_colour")
            self.within("lock.cells", sheet.lock.cells, 1, len(cells))
            before = cells[: -sheet.lock.cells]
            limit = sum(cell.bits | cell.second for cell in before).bit_count()
            crosses = sheet.lock.crosses_before
            self.within("lock.crosses_before", crosses, 0, limit, "too_many_crosses")
            rows.append(tuple(cells))
        return tuple(rows)

    def number(self, key: str, name: str, sides: int) -> int:
        """The number in a cell's name."""
        if not re.fullmatch(rf"[{LETTERS}][1-9][0-9]?", name):
            self.refuse(
                key, f"{name!r} is not a cell (expected a letter of {LETTERS} and a number)"
            )
        number = int(name[1:])
        if not 2 <= number <= 2 * sides:
            self.refuse(key, f"{name}: two dice with {sides} sides cannot add up to {number}")
        return number

    def alone(self, sheet: schema.SheetSection) -> None:
        """Refuse extras that cannot be combined (S-03)."""
        extras = [key for key in schema.EXTRAS if getattr(sheet, key)]
        for key in extras:
            for other in extras:
                if key in schema.ALONE and other != key:
                    place, name = schema.ALONE[key]
                    self.refuse(place, f"{name} cannot be combined with {other}")

    def doubles(self, double: schema.Double | None, by_name: dict[str, Cell]) -> tuple[Cell, ...]:
        if double is None:
            return ()
        cells = self.known("double.cells", double.cells, by_name, set())
        if not cells:
            self.refuse("double.cells", "at least one cell must be double")
        return cells

    def second(self, sheet: schema.SheetSection, by_name: dict[str, Cell]) -> None:
        """Second boxes, which may be below any cell except a last one (DA-01, DA-04)."""
        if sheet.second is None:
            return
        cells = self.known("second.cells", sheet.second.cells, by_name, set())
        if not cells:
            self.refuse("second.cells", "at least one cell must have a second box")
        self.no_last_cell("second.cells", sheet, by_name, (cell.name for cell in cells))
        every = by_name.values()
        longest = max(sum(1 + (c.second > 0) for c in every if c.row == row) for row in ROWS)
        self.within(
            "second.counted", sheet.second.counted, 1, longest + 1
        )  # the lock counts as one

    def steps(self, steps: schema.Steps | None, by_name: dict[str, Cell]) -> tuple[Cell, ...]:
        """The fifth row: one cell per column, each one row above or below the previous (CS-01)."""
        if steps is None:
            return ()
        cells: list[Cell] = []
        for column, name in enumerate(steps.cells.split()):
            if name not in by_name:
                self.refuse("steps.cells", f"there is no cell {name} on this sheet")
            cell = by_name[name]
            if cell.position != column:
                self.refuse("steps.cells", f"{name} is not in column {column + 1}")
            if cells and abs(cell.row - cells[-1].row) != 1:
                self.refuse("steps.cells", f"{name} is not one row above or below {cells[-1].name}")
            cells.append(cell)
        if not cells:
            self.refuse("steps.cells", "at least one cell must be framed")
        return tuple(cells)

    def chain(
        self, sheet: schema.SheetSection, by_name: dict[str, Cell]
    ) -> tuple[tuple[Cell, Cell], ...]:
        """Chained pairs in two different rows: no last cells, and each cell in one pair (CC-04)."""
        if sheet.chain is None:
            return ()
        key, used_cells = "chain.pairs", set[str]()
        pairs: list[tuple[Cell, Cell]] = []
        for word in sheet.chain.pairs.split():
            pair = self.known(key, word.replace("-", " "), by_name, used_cells)
            if len(pair) != 2 or word != f"{pair[0].name}-{pair[1].name}":
                self.refuse(key, f"{word!r} is not a pair of cells (expected one like r6-y6)")
            if pair[0].row == pair[1].row:
                self.refuse(key, f"both cells of {word} are in the same row")
            if pairs and pair[0].index < pairs[-1][0].index:
                # The order does not affect the game; a fixed order gives equal games equal digests.
                self.refuse(key, f"{pair[0].name} must be listed before {pairs[-1][0].name}")
            pairs.append((pair[0], pair[1]))
        if not pairs:
            self.refuse(key, "at least one pair must be chained")
        self.no_last_cell(key, sheet, by_name, used_cells)
        return tuple(pairs)

    def swaps(self, swap: schema.Swap | None, sides: int) -> tuple[SwapField, ...]:
        """The strip of swap fields. All pairs of numbers differ, because they name the field
        (X-05)."""
        if swap is None:
            return ()
        key, fields = "swap.fields", list[SwapField]()
        for word in swap.fields.split():
            match = re.fullmatch(r"([1-9][0-9]?)/([1-9][0-9]?)", word)
            if not match:
                self.refuse(key, f"{word!r} is not a swap field (expected one like 8/5)")
            high, low = int(match[1]), int(match[2])
            if not 2 <= low < high <= 2 * sides:
                self.refuse(key, f"{word} is not two sums of two dice, larger one first")
            if (high, low) in fields:
                self.refuse(key, f"the field {word} appears twice")
            fields.append((high, low))
        self.within(f"{key} (number of fields)", len(fields), 1, schema.MAX_FIELDS)
        return tuple(fields)

    def bonus_rows(
        self, sheet: schema.SheetSection, rows: tuple[tuple[Cell, ...], ...]
    ) -> tuple[tuple[Cell, ...], ...]:
        """The two bonus rows. Each number must be in both neighbouring rows, in their colours
        (BP-01)."""
        if sheet.bonus_rows is None:
            return ()
        bonus_rows: list[tuple[Cell, ...]] = []
        index = sum(map(len, rows))
        for k, key in enumerate(("red_yellow", "green_blue")):
            letter, row = BONUS_LETTERS[k], FIRST_BONUS_ROW + k
            beside = [{c.number for c in rows[r] if c.colour == r} for r in (2 * k, 2 * k + 1)]
            cells: list[Cell] = []
            for name in getattr(sheet.bonus_rows, key).split():
                number = self.bonus_number(f"bonus_rows.{key}", letter, name)
                if any(cell.name == name for cell in cells):
                    self.refuse(f"bonus_rows.{key}", f"the cell {name} appears twice")
                if not all(number in numbers for numbers in beside):
                    both = f"{COLOURS[2 * k]} and {COLOURS[2 * k + 1]}"
                    self.refuse(f"bonus_rows.{key}", f"{name} is not between cells of {both}")
                at = len(cells)
                cells.append(Cell(name, row, at, row, number, index + at, bits=1 << at))
            if not cells:
                self.refuse(f"bonus_rows.{key}", "a bonus row needs at least one cell")
            index += len(cells)
            bonus_rows.append(tuple(cells))
        longest = (
            max(len(rows[r]) + len(bonus_rows[r // 2]) for r in ROWS) + 1
        )  # the lock counts as one
        self.within("bonus_rows.counted", sheet.bonus_rows.counted, 1, longest)
        return tuple(bonus_rows)

    def bonus_number(self, key: str, letter: str, name: str) -> int:
        if not re.fullmatch(rf"{letter}[1-9][0-9]?", name):
            self.refuse(key, f"{name!r} is not a cell (expected the letter {letter} and a number)")
        return int(name[1:])

    def counted(self, sheet: schema.SheetSection) -> int:
        """The number of crosses in a row that score at most (DA-05, BP-05)."""
        if sheet.bonus_rows:
            return sheet.bonus_rows.counted
        return sheet.second.counted if sheet.second else ALL_COUNT

    def no_last_cell(
        self, key: str, sheet: schema.SheetSection, by_name: dict[str, Cell], names: Iterable[str]
    ) -> None:
        for name in names:
            row = getattr(sheet.rows, COLOURS[by_name[name].row]).split()
            if name in row[-sheet.lock.cells :]:
                self.refuse(key, f"{name} is a last cell", reason="last_cell")

    def known(
        self, key: str, text: str, by_name: dict[str, Cell], used_cells: set[str]
    ) -> tuple[Cell, ...]:
        """Cells of this sheet, in reading order and not used for another sign."""
        cells: list[Cell] = []
        for name in text.split():
            if name not in by_name:
                self.refuse(key, f"there is no cell {name} on this sheet")
            if name in used_cells:
                self.refuse(key, f"the cell {name} has a sign already")
            if cells and by_name[name].index < cells[-1].index:
                # The order does not affect the game; a fixed order gives equal games equal digests.
                self.refuse(key, f"{name} must be listed before {cells[-1].name}")
            used_cells.add(name)
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
                f"{len(squares)} squares for {len(boxes)} boxed cells: each box strikes one square",
            )
        return boxes, tuple(LETTERS.index(letter) for letter in squares)

    def pairs(self, key: str, text: str, sides: int) -> tuple[LuckyPair, ...]:
        pairs: list[LuckyPair] = []
        for word in text.split():
            match = re.fullmatch(r"([1-9][0-9]?)&([1-9][0-9]?)", word)
            if not match:
                self.refuse(key, f"{word!r} is not a pair of numbers (expected one like 5&10)")
            low, high = int(match[1]), int(match[2])
            if not 2 <= low < high <= 2 * sides:
                self.refuse(key, f"{word} is not two sums of two dice, smaller one first")
            if (low, high) in pairs:
                self.refuse(key, f"the pair {word} appears twice")
            pairs.append((low, high))
        return tuple(pairs)

    def bonuses(
        self, entries: tuple[schema.BonusEntry, ...], by_name: dict[str, Cell], used_cells: set[str]
    ) -> tuple[Bonus, ...]:
        bonuses: list[Bonus] = []
        for number, entry in enumerate(entries):
            key = f"bonus[{number}]"
            if entry.symbol not in SYMBOLS:
                self.refuse(f"{key}.symbol", f"{entry.symbol!r} is not one of {', '.join(SYMBOLS)}")
            if any(entry.symbol == other.symbol for other in bonuses):
                self.refuse(f"{key}.symbol", f"the symbol {entry.symbol} has a bonus already")
            if bonuses and SYMBOLS.index(entry.symbol) < SYMBOLS.index(bonuses[-1].symbol):
                self.refuse(
                    f"{key}.symbol", f"the symbols must be in the order {', '.join(SYMBOLS)}"
                )
            effect = self.effect(key, entry)
            cells = self.known(f"{key}.cells", entry.cells, by_name, used_cells)
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
        """The name of the effect, after checking that the entry has the number this effect needs,
        if any, and no other.
        """
        effect: Effect | None = next((e for e in get_args(Effect) if e == entry.effect), None)
        if effect is None:
            self.refuse(
                f"{key}.effect", f"{entry.effect!r} is not one of {', '.join(get_args(Effect))}"
            )
        needs = {"cross_fewest": "times", "points": "points"}.get(effect)
        for name, value in (("times", entry.times), ("points", entry.points)):
            if name == needs:
                self.within(f"{key}.{name}", value if value is not None else 0, 1, 100)
            elif value is not None:
                self.refuse(f"{key}.{name}", f"the effect {effect} has no {name}")
        return effect
