"""The public functions of a game: start it, roll, list and play moves, read the result.

>>> game = new_game("classic", ["Ann", "Ben"])
>>> game = roll(game, Roll((4, 1), (3, 2, 5, 6))).state
>>> for seat in deciders(game):
...     game = play(game, seat, legal_moves(game, seat)[0]).state
>>> game.phase
'action2'

These functions use neither randomness nor clocks: rolls and shuffles are arguments. An illegal
move raises `Illegal` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from rowlock.core import (
    action1,
    rules,
    turn_cards,
    turn_dice,
)
from rowlock.core.cards import CELLS, NUMBERS, Card, CardTable
from rowlock.core.event import PenaltyTaken, Reason
from rowlock.core.move import ChooseRow, Move, PlayCards, Take, parse_move
from rowlock.core.offers import action1_moves, action2_moves
from rowlock.core.score import Score, score
from rowlock.core.sheet import Sheet, with_penalty
from rowlock.core.sheet_rules import Draft, carry_out, choose
from rowlock.core.state import Game, Roll, Step
from rowlock.core.turn import after_action2, after_answers
from rowlock.errors import Illegal, Unreadable
from rowlock.variants.features import check_features, features
from rowlock.variants.together import for_seats
from rowlock.variants.variant import MAX_SEATS, NO_PAIR, LuckyPair, Variant

KNOWN = features(
    "lucky_numbers several_last_cells mixed_colours boxes double_cells steps chain second_boxes "
    "swap_fields bonus_rows "
    "cross_fewest cross_every double_fewest points free_penalties"
)
"""Features of a sheet that these rules implement."""
CARDS_KNOWN = KNOWN - {"second_boxes", "swap_fields", "bonus_rows"}
"""Features that the card game supports (S-04)."""


def new_game(
    variant: Variant | str | Sequence[Variant | str],
    players: Sequence[str],
    *,
    first: int = 0,
    lucky: Sequence[LuckyPair] | None = None,
    cards: bool = False,
    jokers: bool = False,
) -> Game:
    """A new game before its first roll (or before its cards are dealt).

    `variant` is the sheet of all players, or lists one for each (`"double_a, double_b"`); sheets
    that do not fit at one table are refused. `players` are the names in seat order, one to five;
    `first` is the seat that begins. On Longo each seat gets a lucky pair in the order of the sheet,
    unless `lucky` lists other pairs.

    >>> from rowlock import new_game
    >>> print(new_game("classic", ["Ann", "Ben"], first=1))
    classic 1 2 roll; "Ann" r- y- g- b- x0; "Ben" r- y- g- b- x0
    """
    names = _listed(players)
    variants = for_seats(variant, len(names))
    for each in dict.fromkeys(variants):
        if cards:
            _check_cards(each)
        check_features("the game", KNOWN, each)
    _check_names(names)
    if not 0 <= first < len(names):
        raise Unreadable("bad_first", f"seat {first + 1} cannot begin (expected 1 to {len(names)})")
    return Game(
        variants=variants,
        names=names,
        lucky=_lucky(variants, lucky),
        sheets=tuple([Sheet(variant=each) for each in variants]),
        active=first,
        stage="deal" if cards else "roll",
        answers=(None,) * len(names),
        cards=CardTable(jokers) if cards else None,
    )


def _listed(players: object) -> tuple[str, ...]:
    """The names as a tuple; refuses a number or a single name in place of the list."""
    if isinstance(players, str) or not isinstance(players, Iterable):
        message = f"{players!r} is not a list of names (expected ['Ann', 'Ben'])"
        raise Unreadable("bad_players", message)
    return tuple(players)


def _check_names(names: tuple[str, ...]) -> None:
    if not 1 <= len(names) <= MAX_SEATS:
        raise Unreadable("bad_players", f"{len(names)} players: a game has one to five")  # C-01
    for name in names:
        if not name or name != name.strip() or not name.isprintable() or set(',"') & set(name):
            message = f"{name!r} is not a name (expected letters, no comma or quote)"
            raise Unreadable("bad_name", message)
    if len(set(names)) < len(names):
        raise Unreadable("name_twice", f"two players have the same name: {', '.join(names)}")


def _check_cards(variant: Variant) -> None:
    """Refuse variants without rows of eleven cells with the numbers of the cards (K-01)."""
    try:
        check_features("the card game", CARDS_KNOWN, variant)
    except Unreadable as refusal:
        raise Unreadable("no_card_game", refusal.message) from None
    fits = all(len(row) == CELLS for row in variant.rows)
    if not fits or any(cell.number not in NUMBERS for cell in variant.cells):
        raise Unreadable(
            "no_card_game",
            f"the cards run from 2 to 12, but {variant.id} has other rows",
        )


def _lucky(
    variants: tuple[Variant, ...], wanted: Sequence[LuckyPair] | None
) -> tuple[LuckyPair, ...]:
    if wanted is None:
        return lucky_in_order(variants, chain.from_iterable(v.lucky_pairs for v in variants))
    if not any(variant.lucky_pairs for variant in variants):
        return ()
    pairs = tuple((min(pair), max(pair)) for pair in wanted)
    for variant, pair in zip(variants, pairs, strict=False):
        if pair not in (variant.lucky_pairs or (NO_PAIR,)):
            known = ", ".join("{}&{}".format(*each) for each in variant.lucky_pairs)
            message = (
                f"{variant.id} has no sheet with the lucky numbers {pair[0]}&{pair[1]} "
                f"(expected {known})"
            )
            raise Unreadable("unknown_lucky_pair", message)
    real = [pair for pair in pairs if pair != NO_PAIR]
    if len(set(real)) < len(real):
        raise Unreadable("lucky_pair_twice", "two seats have the same lucky numbers")  # L-03
    if len(pairs) != len(variants):
        message = f"{len(variants)} seats need {len(variants)} lucky pairs, not {len(pairs)}"
        raise Unreadable("bad_lucky", message)
    return pairs


def lucky_in_order(
    variants: Sequence[Variant], order: Iterable[LuckyPair]
) -> tuple[LuckyPair, ...]:
    """The lucky pair of each seat: the first in this order that its sheet has and no seat before it
    got (L-03).

    >>> from rowlock import load_variant
    >>> lucky_in_order([load_variant("longo")] * 2, [(6, 11), (5, 10), (4, 9)])
    ((6, 11), (5, 10))
    """
    if not any(variant.lucky_pairs for variant in variants):
        return ()
    free = dict.fromkeys(order)
    pairs: list[LuckyPair] = []
    for variant in variants:
        pair = next((pair for pair in free if pair in variant.lucky_pairs), NO_PAIR)
        free.pop(pair, None)
        pairs.append(pair)
    return tuple(pairs)


def roll(game: Game, dice: Roll | str) -> Step:
    """Put the dice of the turn on the table, as a `Roll` or as text (C-05).

    >>> from rowlock import new_game, roll
    >>> roll(new_game("classic", ["Ann"]), "41 3256").state.phase
    'action1'
    """
    if isinstance(dice, str):
        dice = turn_dice.parse_roll(dice)
    if game.stage != "roll":
        raise Illegal("no_roll_due", f"cannot roll now: the phase is {game.phase}", move=str(dice))
    return Step(turn_dice.roll(game, dice))


def deal(game: Game, order: Sequence[Card]) -> Step:
    """Card game: deal shuffled cards, at the start and whenever a new pile is needed.

    >>> from random import Random
    >>> from rowlock import deal, new_game, shuffled_cards
    >>> game = new_game("classic", ["Ann"], cards=True)
    >>> deal(game, shuffled_cards(game, Random(1))).state.phase
    'take'
    """
    if game.stage != "deal":
        raise Illegal("no_deal_due", f"cannot deal now: the phase is {game.phase}")
    return Step(turn_cards.deal(game, order))


def deciders(game: Game) -> tuple[int, ...]:
    """The seats that must decide now; none if the game waits for dice or cards.

    >>> from rowlock import deciders, new_game, parse_roll, play, roll
    >>> game = roll(new_game("classic", ["Ann", "Ben"]), parse_roll("41 3256")).state
    >>> deciders(game), deciders(play(game, 0, "r5").state)
    ((0, 1), (1,))
    """
    if game.stage == "action1":
        answers = enumerate(game.answers)
        return tuple([seat for seat, answer in answers if answer is None or answer.draft.tied])
    return (game.active,) if game.stage in ("take", "action2") else ()


def legal_moves(game: Game, seat: int) -> tuple[Move, ...]:
    """All moves that a seat may make now; empty if it has nothing to decide.

    >>> from rowlock import Roll, legal_moves, new_game, roll
    >>> game = roll(new_game("classic", ["Ann"]), Roll((4, 1), (3, 2, 5, 6))).state
    >>> " ".join(map(str, legal_moves(game, 0)))
    '- r5 y5 g5 b5'
    """
    if not 0 <= seat < len(game.answers):
        return ()
    answer = game.answers[seat]
    if answer is not None:
        return tuple([ChooseRow(row) for row in answer.draft.tied])
    stage = game.stage
    if stage != "action1" and seat != game.active:
        return ()
    variant, sheet, closed = game.variants[seat], game.sheets[seat], game.closed
    if stage == "action1":
        lucky = game.lucky[seat] if game.lucky else None
        return action1_moves(variant, sheet, closed, game.announced, lucky)
    if stage == "take" and game.cards:
        return turn_cards.legal_takes(game.cards, seat)
    if stage != "action2":
        return ()
    if game.cards:
        return turn_cards.card_moves(game, game.cards)
    if game.roll is None:
        return ()
    return action2_moves(variant, sheet, closed, game.roll)


def preview(game: Game, seat: int, move: Move | str) -> Draft:
    """The result of a legal move on the seat's own sheet, a penalty included (C-08).

    >>> from rowlock import Roll, new_game, preview, roll
    >>> game = roll(new_game("classic", ["Ann"]), Roll((4, 1), (3, 2, 5, 6))).state
    >>> print(preview(game, 0, "r5").sheet)
    r5 y- g- b- x0
    """
    return draft_of(game, seat, _legal(game, seat, move))


def previews(game: Game, seat: int) -> list[tuple[Move, Draft]]:
    """All legal moves of a seat, each with its `preview`.

    >>> from rowlock.core.game import previews
    >>> from rowlock import Roll, new_game, roll
    >>> game = roll(new_game("classic", ["Ann"]), Roll((4, 1), (3, 2, 5, 6))).state
    >>> [str(draft.sheet) for _, draft in previews(game, 0)][:2]
    ['r- y- g- b- x0', 'r5 y- g- b- x0']
    """
    return [(move, draft_of(game, seat, move)) for move in legal_moves(game, seat)]


def play(game: Game, seat: int, move: Move | str) -> Step:
    """The game after a seat's move. An illegal move raises `Illegal` and changes nothing.

    >>> from rowlock import Roll, new_game, play, roll
    >>> game = roll(new_game("classic", ["Ann"]), Roll((4, 1), (3, 2, 5, 6))).state
    >>> play(game, 0, "r5").events
    (Crossed(seat=0, cell='r5', source='white'),)
    >>> play(game, 0, "r6")
    Traceback (most recent call last):
    rowlock.errors.Illegal: r6: the announced number is 5
    """
    move = _legal(game, seat, move)
    table = game.cards
    if table is not None and isinstance(move, Take):
        return Step(turn_cards.take(game, table, move))
    draft = draft_of(game, seat, move)
    if game.stage == "action1":
        return after_answers(game, action1.with_answer(game, seat, move, draft))
    if draft.tied:
        return Step(replace(game, answers=action1.with_answer(game, seat, move, draft)))
    if table is not None:
        answer = game.answers[seat]
        game = turn_cards.discard(game, table, answer.moves[0] if answer else move)
    return after_action2(game, draft)


def _legal(game: Game, seat: int, move: Move | str) -> Move:
    """Parse the move if it is text, and raise `Illegal` if it is not legal."""
    if isinstance(move, str):
        move = parse_move(move, cards=game.cards is not None)
    if move not in legal_moves(game, seat):
        from rowlock.core.explain import explain  # here to keep `import rowlock` fast

        code, message = explain(game, seat, move, deciders(game))
        raise Illegal(code, message, seat=seat, move=str(move))
    return move


def draft_of(game: Game, seat: int, move: Move) -> Draft:
    """The same for a move that is known to be legal."""
    variant, sheet, before = game.variants[seat], game.sheets[seat], game.answers[seat]
    if isinstance(move, PlayCards):
        draft = turn_cards.play_cards(game, move)
    elif isinstance(move, ChooseRow) and before is not None:
        draft = choose(variant, seat, before.draft, game.closed, move.row)
    else:
        draft = carry_out(variant, seat, sheet, game.closed, move, announced=game.announced)
    if game.stage != "action2" or draft.tied:
        return draft
    if not rules.owes_penalty(game.crossed, draft.sheet != sheet):
        return draft
    penalty = with_penalty(draft.sheet)
    return Draft(penalty, (*draft.events, PenaltyTaken(seat, penalty.penalties)))


def take_back(game: Game, seat: int) -> Game:
    """The game without a seat's answer; possible while other seats still owe theirs (C-11).

    >>> from rowlock import new_game, parse_roll, play, roll, take_back
    >>> game = roll(new_game("classic", ["Ann", "Ben"]), parse_roll("41 3256")).state
    >>> take_back(play(game, 0, "r5").state, seat=0) == game
    True
    """
    has_answered = seat in game.seats and game.answers[seat] is not None
    if game.stage != "action1" or not has_answered:
        raise Illegal("nothing_to_take_back", "there is no answer to take back", seat=seat)
    return replace(game, answers=(*game.answers[:seat], None, *game.answers[seat + 1 :]))


class Result(Struct, frozen=True):
    """Scores of all sheets as if the game ended now; `winners` is empty until it has ended.

    >>> from rowlock import new_game, result
    >>> result(new_game("classic", ["Ann", "Ben"]))  # doctest: +ELLIPSIS
    Result(scores=(Score(...), Score(...)), winners=(), reason=None)
    """

    scores: tuple[Score, ...]
    winners: tuple[int, ...]
    reason: Reason | None

    @property
    def totals(self) -> tuple[int, ...]:
        """The total points of every seat."""
        return tuple(score.total for score in self.scores)


def result(game: Game) -> Result:
    """Scores, winning seats (equal totals share the win, C-14) and the reason for the end.

    >>> from rowlock import parse_position, result
    >>> over = 'classic 9 1 over 41 3256 four_penalties; "Ann" r- y- g- b- x4; "Ben" r2 y- g- b- x0'
    >>> result(parse_position(over)).totals, result(parse_position(over)).winners
    ((-20, 1), (1,))
    """
    scores = tuple(map(score, game.variants, game.sheets))
    best = max(score.total for score in scores)
    winners = tuple(seat for seat in game.seats if scores[seat].total == best)
    return Result(scores, winners if game.over else (), game.reason)
