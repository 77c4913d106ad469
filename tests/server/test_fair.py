"""Fair dice: the vectors of docs/fair-dice.md, a second hand, and the shape of chance."""

from __future__ import annotations

import hashlib
import hmac
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from rowlock.core.game import deciders, legal_moves, new_game
from rowlock.errors import Illegal, Unreadable
from rowlock.notation import Scribe, Setup, format_record, parse_record
from rowlock.notation.record import Record
from rowlock.server.fair import FairDice, commitment
from rowlock.server.verify import verify
from rowlock.variants import load_variant

TABLE = "BCDFGHJK"
SEED = bytes(range(32)).hex()
SHARES = ("00" * 16, "ff" * 16)
DOC = Path(__file__).parents[2] / "docs" / "fair-dice.md"


def _by_hand(stream: str, count: int) -> list[int]:
    """Bytes of a stream, straight from the words of the document."""
    message = f"rowlock-dice-1:{TABLE}:{','.join(SHARES)}".encode()
    key = hmac.new(bytes.fromhex(SEED), message, hashlib.sha256).digest()
    blocks = (
        hmac.new(key, f"{stream}:{n}".encode(), hashlib.sha256).digest() for n in range(count)
    )
    return [byte for block in blocks for byte in block]


def test_rolls_follow_from_the_bytes_of_the_stream() -> None:
    dice = FairDice(TABLE, SEED, SHARES)
    game = new_game("classic", ["Ann", "Ben"])
    expected = [1 + byte % 6 for byte in _by_hand("roll:1", 1) if byte < 252][:6]
    roll = dice.roll(game)
    assert [*roll.white, *roll.colours] == expected
    game = new_game("longo", ["Ann", "Ben"])
    expected = [1 + byte % 8 for byte in _by_hand("roll:1", 1)][:6]
    roll = dice.roll(game)
    assert [*roll.white, *roll.colours] == expected


def test_the_vectors_of_the_document_are_true() -> None:
    text = DOC.read_text("utf-8")
    found = dict(re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|$", text, re.MULTILINE))
    dice = FairDice(TABLE, SEED, SHARES)
    classic = new_game("classic", ["Ann", "Ben"])
    cards = new_game("classic", ["Ann", "Ben"], cards=True)
    assert found == {
        "commitment": commitment(TABLE, SEED),
        "first(2)": str(dice.first(2)),
        "roll:1, six sides": str(dice.roll(classic)),
        "roll:1, eight sides": str(dice.roll(new_game("longo", ["Ann", "Ben"]))),
        "lucky, two seats": ", ".join(
            f"{a}&{b}" for a, b in dice.lucky(load_variant("longo"), 2) or ()
        ),
        "cards:0, first eight": " ".join(map(str, dice.cards(cards, 0)[:8])),
    }


def test_a_removed_die_is_not_drawn() -> None:
    game = replace(new_game("classic", ["Ann"]), closed=0b0010)
    drawn = [1 + byte % 6 for byte in _by_hand("roll:1", 1) if byte < 252][:5]
    roll = FairDice(TABLE, SEED, SHARES).roll(game)
    assert [*roll.white, roll.colours[0], *roll.colours[2:]] == drawn
    assert roll.colours[1] is None


@pytest.mark.parametrize(("variant", "sides"), [("classic", 6), ("longo", 8)])
def test_every_face_comes_equally_often(variant: str, sides: int) -> None:
    """Chi-square over 24,000 dice; the limit is passed once in 100,000 fair experiments."""
    start = new_game(variant, ["Ann"])
    dice = FairDice(TABLE, SEED, SHARES)
    faces: Counter[int] = Counter()
    for turn in range(1, 4001):
        roll = dice.roll(replace(start, turn=turn))
        faces.update([*roll.white, *(die for die in roll.colours if die)])
    expected = 24_000 / sides
    chi = sum((faces[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    assert chi < {6: 30.9, 8: 34.9}[sides]


def test_another_share_gives_other_dice() -> None:
    game = new_game("classic", ["Ann", "Ben"])
    rolls = {str(FairDice(TABLE, SEED, ("00" * 16, f"{n:032x}")).roll(game)) for n in range(50)}
    assert len(rolls) > 45


def _record(**headers: str) -> Record:
    dice = FairDice(TABLE, SEED, SHARES)
    setup = Setup(variant=load_variant("classic"), names=("Ann", "Ben"), first=dice.first(2))
    proof = {
        "Table": TABLE,
        "Dice": "rowlock-dice-1",
        "Commitment": commitment(TABLE, SEED),
        "Shares": " ".join(SHARES),
        "Seed": SEED,
    }
    scribe = Scribe(setup, proof | headers)
    scribe.roll(dice.roll(scribe.game))
    return parse_record(format_record(scribe.record()))


def test_an_honest_record_is_verified() -> None:
    assert verify(_record()).rolls == 1


def test_a_swapped_seed_or_share_or_roll_is_found() -> None:
    other = bytes(range(1, 33)).hex()
    with pytest.raises(Illegal) as refusal:
        verify(_record(Seed=other))
    assert refusal.value.code == "wrong_seed"
    with pytest.raises(Illegal) as refusal:
        verify(_record(Seed=other, Commitment=commitment(TABLE, other)))
    assert refusal.value.code == "wrong_dice"
    text = format_record(_record())
    line = text.splitlines()[-1]
    forged = "66 1111" if "66 1111" not in line else "55 1111"
    with pytest.raises(Illegal) as refusal:
        verify(parse_record(text.replace(line, f"1. {forged}")))
    assert refusal.value.code == "wrong_dice"
    assert refusal.value.line == len(text.splitlines())


def test_records_without_proof_cannot_be_verified() -> None:
    setup = Setup(variant=load_variant("classic"), names=("Ann",))
    with pytest.raises(Unreadable) as refusal:
        verify(Scribe(setup).record())
    assert refusal.value.code == "missing_header"
    with pytest.raises(Unreadable):
        verify(_record(Dice="other"))
    with pytest.raises(Unreadable):
        verify(_record(Seed="xyz"))
    with pytest.raises(Unreadable):
        verify(_record(Shares="one"))


def test_a_long_card_game_with_new_piles_is_verified() -> None:
    dice = FairDice(TABLE, SEED, SHARES * 2)
    names = ("Ann", "Ben", "Cleo", "Dora")
    empty = Setup(variant=load_variant("classic"), names=names, first=dice.first(4), deck=())
    deck = dice.cards(empty.start(), 0)
    setup = Setup(variant=load_variant("classic"), names=names, first=dice.first(4), deck=deck)
    proof = {
        "Table": TABLE,
        "Dice": "rowlock-dice-1",
        "Commitment": commitment(TABLE, SEED),
        "Shares": " ".join(SHARES * 2),
        "Seed": SEED,
    }
    scribe = Scribe(setup, proof)
    rng, piles = random.Random(5), 1
    while not scribe.game.over:
        if scribe.game.stage == "deal":
            scribe.deal(dice.cards(scribe.game, piles))
            piles += 1
            continue
        seat = deciders(scribe.game)[0]
        scribe.play(seat, rng.choice(legal_moves(scribe.game, seat)))
    assert piles > 1
    assert verify(parse_record(format_record(scribe.record()))).rolls == piles
