"""A third check of fair dice, written from docs/fair-dice.md alone: it imports nothing of Rowlock.

It knows the schemes with seals and games with dice. It returns the first thing that is wrong.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator
from typing import Any

SCHEMES = ("rowlock-dice-3", "rowlock-dice-2")


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def stream(key: bytes, name: str) -> Iterator[int]:
    number = 0
    while True:
        yield from hmac.new(key, f"{name}:{number}".encode(), hashlib.sha256).digest()
        number += 1


def draw(below: int, numbers: Iterator[int]) -> int:
    for byte in numbers:
        if byte < 256 - 256 % below:
            return byte % below
    raise AssertionError("a stream has no end")


def problem(game: dict[str, Any], receipt: dict[str, Any] | None = None) -> str:
    """Why this game, or this game for the owner of this receipt, is not proved; empty if it is."""
    return _form(game) or _itself(game) or (_kept(game, receipt) if receipt else "")


def _form(game: dict[str, Any]) -> str:
    scheme, lines, shares = game["scheme"], game["list"], game["shares"]
    if scheme not in SCHEMES:
        return "scheme"
    if not len(lines) == len(shares) == len(game["names"]):
        return "lengths"
    if not 1 <= game["round"] <= 1000:
        return "round"
    for line, share in zip(lines, shares, strict=True):
        if (line == "-") != (share == "-"):
            return "line without a share"
        if line != "-" and not re.fullmatch(r"(0|[1-9][0-9]{0,9})=[0-9a-f]{64}", line):
            return "line"
        if share != "-" and not re.fullmatch(r"[0-9a-f]{32}", share):
            return "share"
    if not all(re.fullmatch(r"[0-9a-f]{64}", game[key]) for key in ("seed", "commitment")):
        return "hex"
    if scheme == SCHEMES[0] and not re.fullmatch(r"[0-9a-f]{64}", game["digest"]):
        return "" if game["digest"] == "-" and set(lines) == {"-"} else "digest"
    return ""


def _itself(game: dict[str, Any]) -> str:
    scheme, table, number = game["scheme"], game["table"], game["round"]
    if sha(f"{scheme}:seed:{table}:{number}:{game['seed']}") != game["commitment"]:
        return "seed"
    for line, share in zip(game["list"], game["shares"], strict=True):
        member, _, seal = line.partition("=")
        if seal and sha(f"{scheme}:seal:{table}:{game['commitment']}:{member}:{share}") != seal:
            return "seal"
    digest = ""
    if scheme == SCHEMES[0]:
        digest = f"{game['digest']}:"
        lines = game["terms"].split("\n")
        names = [line.split(" ", 3)[3] for line in lines if line.startswith("seat ")]
        if sha(f"rowlock-dice-3:terms:{game['terms']}") != game["digest"]:
            return "terms"
        if names != game["names"] or "prepared -" not in lines:
            return "names"
    lists = f"{','.join(game['list'])}:{','.join(game['shares'])}"
    message = f"{scheme}:key:{table}:{number}:{digest}{lists}"
    key = hmac.new(bytes.fromhex(game["seed"]), message.encode(), hashlib.sha256).digest()
    if draw(len(game["names"]), stream(key, "first")) != game["first"]:
        return "first"
    for turn, roll in enumerate(game["rolls"], 1):
        numbers = stream(key, f"roll:{turn}")
        dice = "".join(str(1 + draw(6, numbers)) for _ in range(6))
        if f"{dice[:2]} {dice[2:]}" != roll:
            return f"roll {turn}"
    return ""


def _kept(game: dict[str, Any], receipt: dict[str, Any]) -> str:
    for mine, told in (("slip", "scheme"), ("table", "table"), ("round", "round")):
        if receipt[mine] != game[told]:
            return told
    for key in ("commitment", "list", "terms"):
        if receipt[key] != game[key]:
            return key
    where = f"{game['scheme']}:seal:{game['table']}:{game['commitment']}"
    member = receipt["member"]
    own = sha(f"{where}:{member}:{receipt['share']}")
    if f"{member}={own}" not in game["list"]:
        return "own share"
    for number in range(1, game["round"]):
        earlier = f"{game['scheme']}:seed:{game['table']}:{number}:{game['seed']}"
        if sha(earlier) in receipt["before"]:
            return "used seed"
    seen = {"seats": str(len(game["names"])), "first": str(game["first"])}
    seen |= {f"roll {n}": roll for n, roll in enumerate(game["rolls"], 1)}
    seen |= {f"turn {n}": moves for n, moves in enumerate(game["moves"], 1)}
    different = [about for about in receipt["seen"] if receipt["seen"][about] != seen.get(about)]
    return different[0] if different else str(receipt["conflict"])
