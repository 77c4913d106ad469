"""Fair dice: the vectors of docs/fair-dice.md, a second hand, and the shape of chance."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from rowlock.core.game import deciders, legal_moves, new_game
from rowlock.core.state import Game
from rowlock.errors import Illegal, Unreadable
from rowlock.notation import Scribe, Setup, format_record, parse_record
from rowlock.notation.record import Pile, Record
from rowlock.table.fair.dice import dice_of
from rowlock.table.fair.origin import (
    BOUND_GAME,
    OPEN_SHARES,
    SEALED_SHARES,
    Origin,
    Scheme,
    seal_of,
)
from rowlock.table.fair.receipt import DiceReceipt
from rowlock.table.fair.terms import options_text, terms_of
from rowlock.table.fair.verify import verify
from rowlock.table.options import TableOptions
from rowlock.variants import load_variant
from tests.server import reference_dice

TABLE = "BCDFGHJK"
SEED = bytes(range(32)).hex()
SHARES = ("00" * 16, "ff" * 16)
DOC = Path(__file__).parents[2] / "docs" / "fair-dice.md"

BEFORE = Origin(OPEN_SHARES, TABLE, SEED, shares=SHARES)
NAMES = ("Ann", "Ben", "Cleo", "Dora")
SALT = "5a" * 16
OPTIONS = options_text(TableOptions())


def sealed(
    seed: str = SEED,
    number: int = 1,
    shares: tuple[str, ...] = SHARES,
    scheme: Scheme = BOUND_GAME,
    deck: str = "",
) -> Origin:
    """An honest start with a device for each share: member 0, member 1, ..."""
    promised = Origin(scheme, TABLE, seed, number).commitment
    lines = tuple(
        f"{m}={seal_of(TABLE, promised, m, share, scheme)}" if share != "-" else "-"
        for m, share in enumerate(shares)
    )
    sheets = [load_variant("classic")] * len(shares)
    terms = terms_of(SALT, OPTIONS, sheets, NAMES[: len(shares)], deck).digest
    return Origin(scheme, TABLE, seed, number, lines, shares, terms if scheme == BOUND_GAME else "")


def terms_of_the_document() -> str:
    block = DOC.read_text("utf-8").split("The terms:")[1].split("| what")[0]
    return "\n".join(line.strip() for line in block.strip().splitlines())


def of_the_document(scheme: Scheme = BOUND_GAME) -> Origin:
    """Member 0, a bot, member 1."""
    promised = reference_dice.commitment(TABLE, 1, SEED, scheme)
    lines = [
        reference_dice.seal(TABLE, promised, m, share, scheme) for m, share in enumerate(SHARES)
    ]
    seals = (f"0={lines[0]}", "-", f"1={lines[1]}")
    terms = reference_dice.terms_digest(terms_of_the_document()) if scheme == BOUND_GAME else ""
    return Origin(scheme, TABLE, SEED, 1, seals, (SHARES[0], "-", SHARES[1]), terms)


def _reference_key(origin: Origin) -> bytes:
    return reference_dice.key(TABLE, 1, SEED, origin.seals, origin.shares, origin.terms)


BOUND, SEALED = of_the_document(), of_the_document(SEALED_SHARES)
KEYS = {
    "before": (BEFORE, reference_dice.key_of_before(TABLE, SEED, SHARES)),
    "sealed": (SEALED, _reference_key(SEALED)),
    "bound": (BOUND, _reference_key(BOUND)),
}


@pytest.mark.parametrize("name", KEYS)
def test_a_second_hand_draws_the_same(name: str) -> None:
    origin, key = KEYS[name]
    assert origin.key == key
    dice, seats = dice_of(origin), len(origin.shares)
    names = ["Ann", "Ben", "Cleo"][:seats]
    assert dice.first(seats) == reference_dice.below(seats, reference_dice.stream(key, "first"))
    for variant, sides in (("classic", 6), ("longo", 8)):
        game = new_game(variant, names)
        assert str(dice.roll(game)) == reference_dice.roll(key, 1, sides)
    cards = dice.cards(new_game("classic", names, cards=True), 0)
    text = sorted(map(str, cards))
    assert list(map(str, cards)) == reference_dice.shuffled(
        text, reference_dice.stream(key, "cards:0")
    )


def test_the_vectors_of_the_document_are_true() -> None:
    text = DOC.read_text("utf-8")
    tables = text[text.index("## Test vectors") :].split("Scheme `rowlock-dice-")
    found = [
        dict(re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|$", table, re.MULTILINE)) for table in tables
    ]
    sheets, names = [load_variant("classic")] * 3, ("Ann", "Bot", "Cleo")
    assert terms_of_the_document() == terms_of(SALT, OPTIONS, sheets, names).text
    starts = [
        {"commitment": origin.commitment, "list": ",".join(origin.seals), "key": origin.key.hex()}
        | _drawn(origin)
        | {"roll:1, yellow out": str(dice_of(origin).roll(_without_yellow()))}
        for origin in (BOUND, SEALED)
    ]
    assert found[0] == {"digest": BOUND.terms, **starts[0]}
    assert found[1] == starts[1]
    assert found[2] == {"commitment": BEFORE.commitment, **_drawn(BEFORE)}


def _without_yellow() -> Game:
    return replace(new_game("classic", ["Ann", "Ben"]), closed=0b0010)


def _drawn(origin: Origin) -> dict[str, str]:
    dice, seats = dice_of(origin), len(origin.shares)
    names = ["Ann", "Ben", "Cleo"][:seats]
    cards = new_game("classic", names, cards=True)
    pairs = dice.lucky([load_variant("longo")] * seats) or ()
    return {
        f"first({seats})": str(dice.first(seats)),
        "roll:1, six sides": str(dice.roll(new_game("classic", names))),
        "roll:1, eight sides": str(dice.roll(new_game("longo", names))),
        f"lucky, {['two', 'three'][seats - 2]} seats": ", ".join(f"{a}&{b}" for a, b in pairs),
        "cards:0, first eight": " ".join(map(str, dice.cards(cards, 0)[:8])),
    }


@pytest.mark.parametrize("origin", [BOUND, SEALED], ids=["bound", "sealed"])
def test_rolls_follow_from_the_bytes_of_the_stream(origin: Origin) -> None:
    numbers = islice(reference_dice.stream(origin.key, "roll:1"), 32)
    expected = [1 + byte % 6 for byte in numbers if byte < 252][:6]
    roll = dice_of(origin).roll(new_game("classic", ["Ann", "Ben"]))
    assert [*roll.white, *roll.colours] == expected


def test_games_with_one_key_meet_the_same_dice_whatever_is_closed() -> None:
    start, dice = new_game("classic", ["Ann", "Ben"]), dice_of(BOUND)
    for turn in range(1, 60):
        all_six = dice.roll(replace(start, turn=turn))
        for closed in range(16):
            roll = dice.roll(replace(start, turn=turn, closed=closed))
            assert roll.white == all_six.white
            left = [None if closed >> row & 1 else all_six.colours[row] for row in range(4)]
            assert list(roll.colours) == left


def test_before_a_removed_die_was_not_drawn() -> None:
    numbers = islice(reference_dice.stream(SEALED.key, "roll:1"), 32)
    drawn = [1 + byte % 6 for byte in numbers if byte < 252][:5]
    roll = dice_of(SEALED).roll(_without_yellow())
    assert [*roll.white, roll.colours[0], *roll.colours[2:]] == drawn
    assert roll.colours[1] is None


@pytest.mark.parametrize(("variant", "sides"), [("classic", 6), ("longo", 8)])
def test_every_face_comes_equally_often(variant: str, sides: int) -> None:
    """Chi-square over 24,000 dice; the limit is passed once in 100,000 fair experiments."""
    start = new_game(variant, ["Ann"])
    dice = dice_of(sealed())
    faces: Counter[int] = Counter()
    for turn in range(1, 4001):
        roll = dice.roll(replace(start, turn=turn))
        faces.update([*roll.white, *(die for die in roll.colours if die)])
    expected = 24_000 / sides
    chi = sum((faces[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    assert chi < {6: 30.9, 8: 34.9}[sides]


def test_another_share_list_round_or_table_gives_other_dice() -> None:
    game = new_game("classic", ["Ann", "Ben"])
    shares = [sealed(shares=("00" * 16, f"{n:032x}")) for n in range(50)]
    rounds = [replace(sealed(), round=n) for n in range(2, 50)]
    tables = [replace(sealed(), table=f"BCDFGH{n}") for n in range(10, 50)]
    lists = [replace(sealed(), seals=("-", f"1={n:064x}")) for n in range(50)]
    terms = [replace(sealed(), terms=f"{n:064x}") for n in range(50)]
    for others in (shares, rounds, tables, lists, terms):
        rolls = {str(dice_of(origin).roll(game)) for origin in others}
        assert len(rolls) > len(others) - 5


def test_a_share_must_fit_its_seal() -> None:
    assert sealed().unfit_shares() == []
    assert replace(sealed(), shares=("00" * 16, "ee" * 16)).unfit_shares() == [1]
    assert replace(sealed(), shares=("-", "ff" * 16)).unfit_shares() == [0]
    assert replace(sealed(), seals=("-", sealed().seals[1])).unfit_shares() == [0]
    swapped = replace(sealed(), seals=sealed().seals[::-1], shares=SHARES[::-1])
    assert swapped.unfit_shares() == []  # who sits where is for the list to say
    assert replace(swapped, shares=SHARES).unfit_shares() == [0, 1]


def headers(origin: Origin) -> dict[str, str]:
    proof = {
        "Table": origin.table,
        "Dice": origin.scheme,
        "Commitment": origin.commitment,
        "Shares": " ".join(origin.shares),
        "Seed": origin.seed,
    }
    if origin.seals:
        proof |= {"Round": str(origin.round), "Seals": " ".join(origin.seals)}
    if origin.terms:
        proof |= {"Terms": origin.terms, "Options": OPTIONS, "Salt": SALT}
    return proof


def _record(origin: Origin, **changed: str) -> Record:
    dice = dice_of(origin)
    setup = Setup(variant=load_variant("classic"), names=("Ann", "Ben"), first=dice.first(2))
    scribe = Scribe(setup, headers(origin) | changed)
    scribe.roll(dice.roll(scribe.game))
    return parse_record(format_record(scribe.record()))


@pytest.mark.parametrize(
    "origin",
    [BEFORE, sealed(), sealed(scheme=SEALED_SHARES), sealed(shares=("-", "ff" * 16))],
)
def test_an_honest_record_is_verified(origin: Origin) -> None:
    verdict = verify(_record(origin))
    assert (verdict.rolls, verdict.scheme, verdict.kept) == (1, origin.scheme, False)


@pytest.mark.parametrize("origin", [BEFORE, sealed()])
def test_a_swapped_seed_or_roll_is_found(origin: Origin) -> None:
    other = bytes(range(1, 33)).hex()
    with pytest.raises(Illegal) as refusal:
        verify(_record(origin, Seed=other))
    assert refusal.value.code == "wrong_seed"
    text = format_record(_record(origin))
    line = text.splitlines()[-1]
    forged = "66 1111" if "66 1111" not in line else "55 1111"
    with pytest.raises(Illegal) as refusal:
        verify(parse_record(text.replace(line, f"1. {forged}")))
    assert refusal.value.code == "wrong_dice"
    assert refusal.value.line == len(text.splitlines())


@pytest.mark.parametrize(
    "changed",
    [
        {"Terms": "0" * 64},
        {"Salt": "5b" * 16},
        {"Options": OPTIONS.replace("time_limit=0", "time_limit=30")},
        {"Options": OPTIONS.replace("false", "true")},
    ],
)
def test_other_terms_than_those_of_the_list_are_found(changed: dict[str, str]) -> None:
    with pytest.raises(Illegal) as refusal:
        verify(_record(sealed(), **changed))
    assert refusal.value.code == "wrong_terms"


def test_other_names_and_another_sheet_are_found() -> None:
    text = format_record(_record(sealed()))
    for before, after in (("Ann, Ben", "Ann, Bea"), ('"classic"', '"mixx_b"')):
        with pytest.raises(Illegal) as refusal:
            verify(parse_record(text.replace(before, after)))
        assert refusal.value.code == "wrong_terms"


def test_an_erased_name_leaves_the_dice_verifiable() -> None:
    text = format_record(_record(sealed(), Salt="-")).replace("Ann, Ben", "Ann, ? 2")
    assert verify(parse_record(text)).rolls == 1


def test_a_receipt_still_holds_the_terms_where_a_name_was_erased() -> None:
    origin = sealed()
    terms = terms_of(SALT, OPTIONS, [load_variant("classic")] * 2, NAMES[:2]).text
    slip = DiceReceipt(
        "rowlock-dice-3", TABLE, 0, 1, origin.commitment, SHARES[0], origin.seals, terms
    )
    assert verify(_record(origin, Salt="-"), slip).kept
    for changed in ({"Options": OPTIONS.replace("false", "true")}, {"Salt": "5b" * 16}):
        with pytest.raises(Illegal) as refusal:
            verify(_record(origin, **{"Salt": "-", **changed}), slip)
        assert refusal.value.code == "wrong_terms"


def test_other_lucky_numbers_are_found() -> None:
    origin = sealed(scheme=SEALED_SHARES)
    sheets, dice = (load_variant("longo"),) * 2, dice_of(origin)
    lucky = dice.lucky(sheets) or ()
    for pairs in (lucky, lucky[::-1]):
        setup = Setup(variant=sheets[0], names=NAMES[:2], first=dice.first(2), lucky=pairs)
        record = parse_record(format_record(Scribe(setup, headers(origin)).record()))
        if pairs == lucky:
            assert verify(record).rolls == 0
            continue
        with pytest.raises(Illegal) as refusal:
            verify(record)
        assert refusal.value.code == "wrong_dice"


def test_another_share_is_found() -> None:
    other = f"{SHARES[0]} {'ee' * 16}"
    for origin, code in ((BEFORE, "wrong_dice"), (sealed(), "wrong_share")):
        with pytest.raises(Illegal) as refusal:
            verify(_record(origin, Shares=other))
        assert refusal.value.code == code


def test_records_without_proof_cannot_be_verified() -> None:
    setup = Setup(variant=load_variant("classic"), names=("Ann",))
    with pytest.raises(Unreadable) as refusal:
        verify(Scribe(setup).record())
    assert refusal.value.code == "missing_header"
    for changed in (
        {"Terms": "-"},
        {"Terms": "ab"},
        {"Salt": "5a"},
        {"Options": "coach=true"},
        {"Dice": "other"},
        {"Seed": "xyz"},
        {"Shares": "one"},
        {"Seals": "-"},
        {"Round": "0"},
        {"Round": "1.5"},
    ):
        with pytest.raises(Unreadable):
            verify(_record(sealed(), **changed))


def _card_game(origin: Origin, *, swapped_pile: bool = False) -> Scribe:
    """A random card game of four; with a new pile whose first cards are swapped, until its turn
    is over."""
    dice = dice_of(origin)
    empty = Setup(variant=load_variant("classic"), names=NAMES, first=dice.first(4), deck=())
    scribe = Scribe(replace(empty, deck=dice.cards(empty.start(), 0)), headers(origin))
    rng, piles, last = random.Random(5), 1, 10**6
    while not scribe.game.over and scribe.game.turn <= last:
        if scribe.game.stage == "deal":
            cards = dice.cards(scribe.game, piles)
            if swapped_pile:
                cards, last = (*cards[:-2], cards[-1], cards[-2]), scribe.game.turn
            scribe.deal(cards)
            piles += 1
            continue
        seat = deciders(scribe.game)[0]
        scribe.play(seat, rng.choice(legal_moves(scribe.game, seat)))
    assert piles > 1
    return scribe


CARDS = sealed(shares=SHARES * 2, deck="cards")


def test_a_long_card_game_with_new_piles_is_verified() -> None:
    record = _card_game(CARDS).record()
    piles = sum(isinstance(item, Pile) for item in record.items)
    assert verify(parse_record(format_record(record))).rolls == 1 + piles


def test_another_order_of_the_cards_or_of_a_new_pile_is_found() -> None:
    dice = dice_of(CARDS)
    empty = Setup(variant=load_variant("classic"), names=NAMES, first=dice.first(4), deck=())
    first, second, *others = dice.cards(empty.start(), 0)
    dealt = Scribe(replace(empty, deck=(second, first, *others)), headers(CARDS))
    for scribe in (dealt, _card_game(CARDS, swapped_pile=True)):
        with pytest.raises(Illegal) as refusal:
            verify(parse_record(format_record(scribe.record())))
        assert refusal.value.code == "wrong_dice"
