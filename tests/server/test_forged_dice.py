"""Forged games and receipts: `rowlock verify` and a check from the docs alone refuse every one.

The page refuses the same file (web/tests/forgedDice.test.ts).
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from rowlock.errors import Refusal
from rowlock.notation import parse_record
from rowlock.table.fair.receipt import read_receipt
from rowlock.table.fair.verify import verify
from tests.server import doc_checker, forged_dice

EXAMPLES = json.loads(forged_dice.FILE.read_text("utf-8"))
HONEST, FORGED = EXAMPLES["honest"], EXAMPLES["forged"]
RECEIPT = HONEST["of this scheme"]["receipt"]

Json = dict[str, Any]


def record_of(game: Json) -> str:
    headers = {
        "Rowlock": "1",
        "Variant": "classic",
        "Players": ", ".join(game["names"]),
        "First": str(game["first"] + 1),
        "Table": game["table"],
        "Dice": game["scheme"],
        "Commitment": game["commitment"],
        "Round": str(game["round"]),
        "Seals": " ".join(game["list"]),
        "Shares": " ".join(game["shares"]),
        "Seed": game["seed"],
    }
    if game["digest"]:
        options, salt = forged_dice.OPTIONS, forged_dice.SALT
        if game["terms"]:
            salt, _, options = [line.split(" ", 1)[1] for line in game["terms"].split("\n")[:3]]
        headers |= {"Terms": game["digest"], "Options": options, "Salt": salt}
    turns = [
        f"{number}. {roll} | {moves.replace('|', ' | ')}"
        for number, (roll, moves) in enumerate(zip(game["rolls"], game["moves"], strict=True), 1)
    ]
    return "\n".join([*(f'[{key} "{value}"]' for key, value in headers.items()), "", *turns]) + "\n"


def refusal(game: Json, receipt: Json | None) -> str:
    """The code with which `rowlock verify` refuses; empty if it does not."""
    try:
        slip = None if receipt is None else read_receipt(json.dumps(receipt))
        verify(parse_record(record_of(game)), slip)
    except Refusal as error:
        return error.code
    return ""


def test_the_file_is_what_the_script_writes() -> None:
    assert forged_dice.FILE.read_text("utf-8") == forged_dice.text()


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_example_is_proved(name: str) -> None:
    game, receipt = HONEST[name]["game"], HONEST[name]["receipt"]
    assert refusal(game, None) == refusal(game, receipt) == ""
    assert doc_checker.problem(game) == doc_checker.problem(game, receipt) == ""


@pytest.mark.parametrize("example", FORGED, ids=lambda example: str(example["what"]))
def test_a_forged_example_is_refused(example: Json) -> None:
    game = example["game"]
    receipt = RECEIPT | example.get("receipt", {})
    if example["kept"]:
        assert refusal(game, None) == doc_checker.problem(game) == ""  # in order by itself
    else:
        assert refusal(game, None) == example["code"]
        assert doc_checker.problem(game) != ""
    assert refusal(game, receipt) != ""
    assert doc_checker.problem(game, receipt) != ""
    if example["kept"]:
        assert refusal(game, receipt) == example["code"]
