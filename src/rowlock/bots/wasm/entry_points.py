"""The functions of the WebAssembly module and their arguments, described once.

`scripts/wasm` compiles them from this list and writes the page's binding
(`web/src/engine/entryPoints.ts`).

    integer    a 64-bit integer
    integers   a pointer to 64-bit integers, and their number
    singles    a pointer to single-precision numbers, and their number
    doubles    a pointer to double-precision numbers, and their number
    workspace  the arrays of a `Workspace` in their order, each as a pointer and a length
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["integer", "integers", "singles", "doubles", "workspace"]


class EntryPoint(NamedTuple):
    """A function of the module."""

    name: str
    """Its name in the module."""
    module: str
    function: str
    """The function it is compiled from."""
    arguments: tuple[tuple[str, Kind], ...]
    plays_turns: bool
    """Whether its first argument is `play_turn`, which is compiled into it."""
    says: str


WORKSPACE: tuple[tuple[str, Kind], ...] = (
    ("tables", "integers"),
    ("state", "integers"),
    ("seats", "integers"),
    ("candidates", "integers"),
    ("listed", "integers"),
    ("aside", "integers"),
    ("picks", "integers"),
    ("favourites", "integers"),
    ("joint", "integers"),
    ("evaluators", "integers"),
    ("weights", "singles"),
    ("layers", "singles"),
    ("shapes", "integers"),
)
"""The arrays of a `Workspace`, in its order."""

COMPILED = "rowlock.bots.compiled."

ENTRY_POINTS = (
    EntryPoint(
        "valuePositions",
        COMPILED + "position_values",
        "value_positions",
        (
            ("work", "workspace"),
            ("positions", "integers"),
            ("seat", "integer"),
            ("evaluator", "integer"),
            ("out", "doubles"),
        ),
        False,
        "The values of positions at the end of a turn to a seat.",
    ),
    EntryPoint(
        "expectPositions",
        COMPILED + "position_values",
        "expect_positions",
        (
            ("work", "workspace"),
            ("positions", "integers"),
            ("first", "integer"),
            ("end", "integer"),
            ("evaluator", "integer"),
            ("out", "doubles"),
        ),
        False,
        "Win shares, or values of sheets, of several seats in positions.",
    ),
    EntryPoint(
        "writeRowLines",
        COMPILED + "position_values",
        "write_row_lines",
        (
            ("features", "singles"),
            ("weights", "singles"),
            ("out", "singles"),
            ("tables", "integer"),
            ("shapes", "integer"),
            ("inputs", "integer"),
            ("hidden", "integer"),
        ),
        False,
        "The first layer's table lines of a network, from its weights.",
    ),
    EntryPoint(
        "playGames",
        COMPILED + "evaluated_games",
        "play_evaluated",
        (
            ("work", "workspace"),
            ("players", "integer"),
            ("seats", "integers"),
            ("seed", "integer"),
            ("numbers", "integers"),
            ("results", "integers"),
            ("samples", "integer"),
            ("luck", "doubles"),
        ),
        True,
        "Whole games between bots, a line of results per game.",
    ),
    EntryPoint(
        "playOut",
        COMPILED + "rest_of_game",
        "play_noted",
        (
            ("work", "workspace"),
            ("states", "integers"),
            ("keys", "integers"),
            ("seat", "integer"),
            ("out", "integers"),
        ),
        True,
        "Given positions played out to the end, once per key.",
    ),
    EntryPoint(
        "answerRolls",
        COMPILED + "given_rolls",
        "answer_rolls",
        (
            ("work", "workspace"),
            ("states", "integers"),
            ("owners", "integers"),
            ("dice", "integers"),
            ("over", "integers"),
            ("out", "doubles"),
        ),
        True,
        "The values after the best answers to given rolls.",
    ),
)
