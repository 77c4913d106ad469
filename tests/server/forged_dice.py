"""Makes `forged_dice.json`: honest games and forged ones, for the page and `rowlock verify`.

    python -m tests.server.forged_dice

A forged example is an honest one in which something was changed. Some contradict themselves; the
others are in order by themselves, and only the receipt of a device shows what is wrong.
"""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from tests.server import reference_dice

FILE = Path(__file__).with_suffix(".json")
TABLE = "BCDFGHJK"
SHEET = "7627eb72f6b004e2"
OPTIONS = "time_limit=0 away_after=60 coach=false cover=-"
SALT = "5a" * 16
SEED, OTHER_SEED = "11" * 32, "22" * 32
ANN, BEN, EVE = "a1" * 16, "b2" * 16, "e5" * 16

Json = dict[str, Any]


def terms_of(names: list[str], options: str, salt: str = SALT) -> str:
    seats = [f"seat {SHEET} - {name}" for name in names]
    return "\n".join([f"salt {salt}", "dice 6", f"options {options}", "prepared -", *seats])


def game_of(
    seed: str = SEED,
    shares: tuple[str, ...] = (ANN, BEN),
    members: tuple[int, ...] = (0, 1),
    number: int = 1,
    names: tuple[str, ...] = ("Ann", "Ben"),
    options: str = OPTIONS,
    scheme: str = "rowlock-dice-3",
) -> Json:
    """A game in which all pass until one has four penalties, with the dice that follow."""
    promised = reference_dice.commitment(TABLE, number, seed, scheme)
    seals = [
        "-" if share == "-" else f"{m}={reference_dice.seal(TABLE, promised, m, share, scheme)}"
        for m, share in zip(members, shares, strict=True)
    ]
    terms = terms_of(list(names), options)
    digest = reference_dice.terms_digest(terms) if scheme == "rowlock-dice-3" else ""
    key = reference_dice.key(TABLE, number, seed, seals, shares, digest)
    first = reference_dice.below(2, reference_dice.stream(key, "first"))
    turns = range(1, 8)  # the fourth penalty of whoever began ends the game
    return {
        "scheme": scheme,
        "table": TABLE,
        "commitment": promised,
        "round": number,
        "list": seals,
        "shares": list(shares),
        "seed": seed,
        "digest": digest,
        "terms": terms if digest else "",
        "names": list(names),
        "first": first,
        "rolls": [reference_dice.roll(key, turn, 6) for turn in turns],
        "moves": ["x|-" if (turn - 1 + first) % 2 == 0 else "-|x" for turn in turns],
    }


def receipt_of(game: Json) -> Json:
    """What Ann's device has stored of this game, of which it saw everything."""
    rolls = {f"roll {n}": roll for n, roll in enumerate(game["rolls"], 1)}
    turns = {f"turn {n}": moves for n, moves in enumerate(game["moves"], 1)}
    return {
        "slip": game["scheme"],
        "table": TABLE,
        "member": 0,
        "round": game["round"],
        "commitment": game["commitment"],
        "share": game["shares"][0],
        "list": game["list"],
        "terms": game["terms"],
        "before": [],
        "sealed": True,
        "opened": True,
        "seen": {"seats": "2", "first": str(game["first"]), **rolls, **turns},
        "conflict": "",
    }


def forged(what: str, game: Json, *, code: str, **receipt: Any) -> Json:
    """A game that is in order by itself and contradicts Ann's receipt, changed by `receipt`."""
    return {"what": what, "game": game, "kept": True, "code": code, "receipt": receipt}


def broken(what: str, code: str, **change: Any) -> Json:
    """The honest game with something changed, so that it contradicts itself."""
    return {"what": what, "game": {**game_of(), **change}, "kept": False, "code": code}


def examples() -> Json:
    honest = game_of()
    earlier = game_of(scheme="rowlock-dice-2")
    seen = receipt_of(honest)["seen"]
    rolls, shares, seals = honest["rolls"], honest["shares"], honest["list"]
    moves = honest["moves"]
    again = game_of(SEED, number=2)
    swapped = game_of(SEED, (BEN, ANN), (1, 0), names=("Ben", "Ann"))
    gap = rolls[2][:-2] + "-" + rolls[2][-1]
    return {
        "honest": {
            "of this scheme": {"game": honest, "receipt": receipt_of(honest)},
            "of the scheme before": {"game": earlier, "receipt": receipt_of(earlier)},
            "in the third round": {
                "game": game_of(number=3),
                "receipt": receipt_of(game_of(number=3)) | {"before": ["00" * 32, "01" * 32]},
            },
            "seen by a device that came back for the last turn": {
                "game": honest,
                "receipt": receipt_of(honest) | {"seen": {"roll 7": rolls[6]}},
            },
        },
        "forged": [
            forged("the seed was chosen later", game_of(OTHER_SEED), code="wrong_commitment"),
            forged(
                "the share of this device was left out",
                game_of(shares=("-", BEN)),
                code="missing_share",
            ),
            forged(
                "the share of this device was replaced",
                game_of(shares=(EVE, BEN)),
                code="missing_share",
            ),
            forged(
                "the share of another device was chosen later",
                game_of(shares=(ANN, EVE)),
                code="wrong_list",
            ),
            forged("another device was added", game_of(members=(0, 7)), code="wrong_list"),
            forged("the seats were swapped", swapped, code="wrong_list"),
            forged("a name was changed", game_of(names=("Ann", "Bob")), code="wrong_terms"),
            forged(
                "a clock was added",
                game_of(options=OPTIONS.replace("limit=0", "limit=9")),
                code="wrong_terms",
            ),
            forged(
                "the start was repeated in secret",
                honest,
                code="wrong_round",
                round=2,
                commitment=game_of(number=2)["commitment"],
            ),
            forged(
                "a start was counted that never was",
                again,
                code="wrong_round",
                opened=True,
                conflict="round",
            ),
            forged(
                "the seed of an earlier round was used again",
                again,
                code="used_seed",
                **{**receipt_of(again), "before": [honest["commitment"]]},
            ),
            forged("the scheme before was used", earlier, code="wrong_scheme"),
            forged(
                "a receipt of the scheme before", honest, code="wrong_scheme", slip="rowlock-dice-2"
            ),
            forged(
                "a roll was shown that is not told",
                honest,
                code="other_game",
                seen={**seen, "roll 3": "66 6666"},
            ),
            forged(
                "a later turn was shown that is not told",
                honest,
                code="other_game",
                seen={**seen, "roll 8": "11 1111"},
            ),
            forged(
                "moves were shown that are not told",
                honest,
                code="other_game",
                seen={**seen, "turn 2": "-|r5"},
            ),
            forged(
                "somebody else was shown to begin",
                honest,
                code="other_game",
                seen={**seen, "first": str(1 - honest["first"])},
            ),
            forged(
                "other seats were shown", honest, code="other_game", seen={**seen, "seats": "3"}
            ),
            forged("the device found a contradiction", honest, code="conflict", conflict="seen"),
            broken("another roll", "wrong_dice", rolls=[*rolls[:3], "66 6666", *rolls[4:]]),
            broken(
                "two rolls in each other's place",
                "wrong_dice",
                rolls=[rolls[1], rolls[0], *rolls[2:]],
            ),
            broken(
                "a die is missing although no row is closed",
                "die_missing",
                rolls=[*rolls[:2], gap, *rolls[3:]],
            ),
            broken(
                "somebody else begins",
                "wrong_dice",
                first=1 - honest["first"],
                moves=["|".join(reversed(m.split("|"))) for m in moves],
            ),
            broken("another seed", "wrong_seed", seed=OTHER_SEED),
            broken("another commitment", "wrong_seed", commitment="0" * 64),
            broken("another round", "wrong_seed", round=2),
            broken("another table", "wrong_seed", table="CDFGHJKL"),
            broken("a share that does not fit its seal", "wrong_share", shares=[ANN, EVE]),
            broken(
                "a seal of another member",
                "wrong_share",
                list=[seals[0], seals[1].replace("1=", "2=", 1)],
            ),
            broken("a share more than seats", "broken_header", shares=[*shares, EVE]),
            broken("a line more than seats", "broken_header", list=[*seals, "-"]),
            broken("a share less than seats", "broken_header", shares=shares[:1]),
            broken("a share without a line", "broken_header", list=["-", seals[1]]),
            broken("a line without a share", "broken_header", shares=["-", BEN]),
            broken("a share in capitals", "broken_header", shares=[ANN.upper(), BEN]),
            broken("a short share", "broken_header", shares=[ANN[:-1], BEN]),
            broken("a seed in capitals", "broken_header", seed="AB" * 32),
            broken("a seal in capitals", "broken_header", list=[seals[0].upper(), seals[1]]),
            broken(
                "a member with a zero in front", "broken_header", list=["0" + seals[0], seals[1]]
            ),
            broken(
                "a member of 5,000 digits",
                "broken_header",
                list=["9" * 5000 + seals[0][1:], seals[1]],
            ),
            broken("round 0", "broken_header", round=0),
            broken("round 1001", "broken_header", round=1001),
            broken("round 2^31", "broken_header", round=2**31),
            broken("an unknown scheme", "unknown_dice", scheme="rowlock-dice-9"),
            broken("the digest of other terms", "wrong_terms", digest="0" * 64),
            broken("no digest although devices take part", "broken_header", digest="-"),
            broken("a short digest", "broken_header", digest="ab"),
            broken("other names than those of the terms", "wrong_terms", names=["Ann", "Bob"]),
        ],
    }


def text() -> str:
    return json.dumps(deepcopy(examples()), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
