"""Fair dice a second time, straight from the words of docs/fair-dice.md."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


NEW, SEALED = "rowlock-dice-3", "rowlock-dice-2"


def commitment(table: str, number: int, seed: str, scheme: str = NEW) -> str:
    return sha256(f"{scheme}:seed:{table}:{number}:{seed}")


def seal(table: str, promised: str, member: int, share: str, scheme: str = NEW) -> str:
    return sha256(f"{scheme}:seal:{table}:{promised}:{member}:{share}")


def terms_digest(text: str) -> str:
    return sha256(f"rowlock-dice-3:terms:{text}")


def key(
    table: str,
    number: int,
    seed: str,
    seals: Sequence[str],
    shares: Sequence[str],
    terms: str = "",
) -> bytes:
    """The key of a game; without terms that of the scheme `rowlock-dice-2`."""
    lists = f"{','.join(seals)}:{','.join(shares)}"
    message = f"{NEW}:key:{table}:{number}:{terms}:{lists}"
    if not terms:
        message = f"{SEALED}:key:{table}:{number}:{lists}"
    return hmac.new(bytes.fromhex(seed), message.encode(), hashlib.sha256).digest()


def key_of_before(table: str, seed: str, shares: Sequence[str]) -> bytes:
    message = f"rowlock-dice-1:{table}:{','.join(shares)}"
    return hmac.new(bytes.fromhex(seed), message.encode(), hashlib.sha256).digest()


def stream(secret: bytes, name: str) -> Iterator[int]:
    for number in range(100):
        yield from hmac.new(secret, f"{name}:{number}".encode(), hashlib.sha256).digest()


def below(limit: int, numbers: Iterator[int]) -> int:
    while (byte := next(numbers)) >= 256 - 256 % limit:
        pass
    return byte % limit


def shuffled(things: Sequence[str], numbers: Iterator[int]) -> list[str]:
    order = list(things)
    for place in range(len(order) - 1, 0, -1):
        other = below(place + 1, numbers)
        order[place], order[other] = order[other], order[place]
    return order


def roll(secret: bytes, turn: int, sides: int) -> str:
    """All six dice of a turn, as a record writes them."""
    numbers = stream(secret, f"roll:{turn}")
    dice = [str(1 + below(sides, numbers)) for _ in range(6)]
    return f"{''.join(dice[:2])} {''.join(dice[2:])}"
