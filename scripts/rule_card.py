"""Write docs/rule-card.md: what the exact tables say, in words for people who play."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np

from rowlock.core.sheet import Sheet
from rowlock.solver.policy import Games, play_games
from rowlock.solver.problem import make_problem
from rowlock.solver.table_cache import table_of
from rowlock.solver.value_table import ValueTable
from rowlock.variants import LETTERS, MAX_SEATS, load_variant
from scripts.rule_card_facts import (
    Watched,
    first_cross_worth,
    largest_gap,
    skip_worth,
    watch_games,
)
from scripts.rule_card_pictures import (
    picture_first_cross,
    picture_penalty,
    picture_scores,
    picture_skip,
    style,
)

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "rule-card.md"

SEED = 2026
GAMES = 4_000_000
WATCHED = 4_000
"""Games of which every turn is looked at."""


def sums_table(worth: dict[str, float], penalty: float) -> str:
    """The best first white cross for each sum, and whether to take it."""
    lines = [
        "| white sum | best cell | worth | when passing is free | when it is this or a penalty |",
        "|---|---|---|---|---|",
    ]
    for total in range(2, 13):
        offers = {name: change for name, change in worth.items() if name[1:] == str(total)}
        best = max(offers.values())
        names = [name for name in offers if best - offers[name] < 1e-6]
        cells = " or ".join(sorted(names, key=lambda name: LETTERS.index(name[0])))
        passing = "cross" if best > 0 else "pass"
        penalised = "cross" if best > -penalty else "take the penalty"
        lines.append(f"| {total} | {cells} | {best:+.1f} | {passing} | {penalised} |")
    return "\n".join(lines)


def gap_table(seen: Watched) -> str:
    lines = ["| cells skipped | no penalty yet | one | two | three |", "|---|---|---|---|---|"]
    for gap in range(6):
        shares = [
            f"{100 * np.mean(seen.better_than_penalty[penalties, gap]):.0f}%"
            for penalties in range(4)
        ]
        lines.append(f"| {gap or 'none'} | " + " | ".join(shares) + " |")
    return "\n".join(lines)


def table_table(tables: dict[str, ValueTable]) -> str:
    """How values change with the number of friendly players."""
    lines = [
        "| players | average total | first 2 | first 3 | first 4 | first 5 | first penalty |",
        "|---|---|---|---|---|---|---|",
    ]
    for players in range(1, MAX_SEATS + 1):
        table = tables["classic" if players == 1 else f"classic {players}"]
        worth = first_cross_worth(table)
        penalty = table.total(Sheet(penalties=1)) - table.values[0]
        changes = [*(worth[f"r{number}"] for number in (2, 3, 4, 5)), penalty]
        cells = " | ".join(f"{change:+.1f}" for change in changes)
        lines.append(f"| {players} | {np.mean(table.values):.1f} | {cells} |")
    return "\n".join(lines)


def chance_table(games: Games) -> str:
    lines = ["| total | chance with perfect play |", "|---|---|"]
    for mark in (50, 75, 100, 125, 150, 175, 200):
        share = float(np.mean(games.totals > mark))
        error = (share * (1 - share) / len(games.totals)) ** 0.5
        digits = 3 if share < 0.01 else 1
        lines.append(f"| above {mark} | {100 * share:.{digits}f}% (± {100 * error:.3f}) |")
    return "\n".join(lines)


def page(tables: dict[str, ValueTable], seen: Watched, games: Games) -> str:
    table = tables["classic"]
    worth, skips = first_cross_worth(table), skip_worth(table)
    totals = [table.total(Sheet(penalties=count)) for count in range(4)]
    lost = [before - after for before, after in pairwise(totals)]
    # The page says in words what these numbers are; it must not outlive them.
    assert [largest_gap(seen, penalties) for penalties in range(4)] == [1, 1, 2, None]
    assert [name for name in worth if worth[name] > 0 and name[0] == "r"] == ["r2", "r3"]
    low, middle, high = np.percentile(games.totals, (10, 50, 90))
    skipped = {gap: seen.skipped[gap] / seen.skipped.total() for gap in range(4)}

    def hundred(share: float) -> str:
        return f"{100 * share:.0f}"

    return (
        (HERE / "rule_card.md")
        .read_text("utf-8")
        .format(
            value=f"{table.values[0]:.2f}",
            value_round=f"{table.values[0]:.0f}",
            worth_2=f"{worth['r2']:.1f}",
            worth_7=f"{-worth['r7']:.0f}",
            penalty_1=f"{lost[0]:.1f}",
            penalty_2=f"{lost[1]:.1f}",
            penalty_3=f"{lost[2]:.1f}",
            doubles_possible=hundred(seen.doubles_possible / seen.turns),
            doubles_best=hundred(seen.doubles_best / seen.doubles_possible),
            chosen=hundred(seen.chosen_penalties / seen.kinds["penalty"]),
            two_left_out=hundred(float(np.mean(seen.better_than_penalty[0, 2]))),
            penalties=f"{games.penalties.mean():.1f}",
            lock_1=hundred(float(np.mean(seen.locks[0]))),
            lock_2=hundred(float(np.mean(seen.locks[1]))),
            one_in_150=f"{1 / float(np.mean(games.totals > 150)):.0f}",
            sums=sums_table(worth, lost[0]),
            skip_low=f"{-max(skips[last, 1] for last in range(2, 10)):.0f}",
            skip_high=f"{-min(skips[last, 1] for last in range(2, 10)):.0f}",
            skip_more=f"{(skips[4, 1] - skips[4, 3]) / 2:.0f}",
            skipped_0=hundred(skipped[0]),
            skipped_1=hundred(skipped[1]),
            skipped_2=hundred(skipped[2]),
            skipped_3=hundred(skipped[3]),
            gaps=gap_table(seen),
            one_cross=hundred(seen.kinds["1"] / seen.turns),
            two_crosses=hundred(seen.kinds["2"] / seen.turns),
            no_cross=hundred(seen.kinds["penalty"] / seen.turns),
            turns=f"{games.turns.mean():.1f}",
            two_locks=hundred(float(np.mean(games.locks == 2))),
            no_lock=hundred(float(np.mean(games.locks == 0))),
            chances=chance_table(games),
            company=table_table(tables),
            low=f"{low:.0f}",
            middle=f"{middle:.0f}",
            high=f"{high:.0f}",
            mixx_a=f"{tables['mixx_a'].values[0]:.2f}",
            mixx_b=f"{tables['mixx_b'].values[0]:.2f}",
            watched=f"{WATCHED:,}",
            games=f"{len(games.totals):,}",
            seed=SEED,
        )
    )


def main() -> None:
    style()
    tables = {
        name: table_of(make_problem(load_variant(name))) for name in ("classic", "mixx_a", "mixx_b")
    }
    for players in range(2, MAX_SEATS + 1):
        tables[f"classic {players}"] = table_of(make_problem(load_variant("classic"), players))
    classic = tables["classic"]
    seen = watch_games(classic, WATCHED, SEED)
    games = play_games(classic, GAMES, seed=SEED)
    picture_first_cross(classic, "first-cross")
    picture_first_cross(tables["mixx_a"], "first-cross-mixx-a")
    picture_first_cross(tables["mixx_b"], "first-cross-mixx-b")
    picture_skip(skip_worth(classic))
    picture_penalty(classic, seen)
    picture_scores(games.totals)
    PAGE.write_text(page(tables, seen, games), "utf-8")
    print(f"written: {PAGE}")


if __name__ == "__main__":
    main()
