"""How a seat decides and a turn is played, in compiled code; `evaluation/lookahead.py` is the
readable version.

- Every candidate of action 1 is evaluated by the position at the end of the turn; for the active
  seat, together with each action 2 that may follow it.
- An evaluator that depends on the others first assumes that they do nothing, picks what is best
  for each of them, and then evaluates its own candidates against those picks; with a weight for
  people also against what the heuristic would pick, and takes the mean.
- Action 2 is chosen again once all answers to action 1 are known.
"""

from __future__ import annotations

from collections.abc import Callable

from rowlock.bots.compiled.candidates import (
    FIRST_BAR,
    FIRST_LOCKS,
    FIRST_ROWS,
    MOST,
    OPTION1,
    OPTION2,
    SECOND_BAR,
    SECOND_LOCKS,
    SECOND_ROWS,
    WIDTH,
    copy_candidate,
    keep,
    list_colours,
    list_turn,
    note_first,
    restore,
)
from rowlock.bots.compiled.evaluator_fields import (
    AT_NOISE,
    AT_PEOPLE,
    KIND,
    LOOKS_AROUND,
    NETWORK,
    NO_JUDGE,
    PEOPLE_JUDGE,
    SIMPLE,
)
from rowlock.bots.compiled.evaluators import worth_to
from rowlock.bots.compiled.joint_position import (
    JUDGES_PICKS,
    NOTHING,
    PEOPLES_PICKS,
    SLOTS,
    set_joint,
)
from rowlock.bots.compiled.simple import answer_simply1, answer_simply2
from rowlock.bots.compiled.spec import LESS_ERROR
from rowlock.bots.compiled.workspace import Workspace, evaluator_at
from rowlock.kernel.bits import i64, u64
from rowlock.kernel.jit import (
    callable_by_address,
    entry_point,
    inline,
    noinline,
)
from rowlock.kernel.options import block
from rowlock.kernel.rng import LANE_BOTS, word
from rowlock.kernel.seat_tables import seat_tables
from rowlock.kernel.state import (
    ACTION2,
    ACTIVE,
    ANSWER,
    BAR,
    DECIDER,
    DRAWS,
    KEY,
    LOCKING,
    OVER,
    PHASE,
    PLAYERS,
    ROLL,
    ROWS,
)
from rowlock.kernel.turn import end_action1, end_action2

Turn = Callable[[Workspace], None]
"""Type of `whole_turn`, which compiled entry points take as an argument."""
CHOSEN = SLOTS * MOST * WIDTH
"""Index of the first candidate that a seat has chosen."""


@noinline
def noise(work: Workspace, seat: int) -> float:
    """An approximately standard normal number from the seat's own random lane."""
    s = work.state
    b = block(0, seat)
    both = word(s[KEY], LANE_BOTS + seat, s[b + DRAWS])
    s[b + DRAWS] += 1
    quarters = 0
    for k in range(4):
        quarters += i64(both >> u64(16 * k)) & 0xFFFF
    return (quarters / 65536.0 - 2.0) * 1.7320508


@noinline
def best_of(
    work: Workspace,
    p: int,
    number: int,
    seat: int,
    evaluator: int,
    picks: int,
    people: float,
    noisy: int,
) -> int:
    """The best of `number` candidates from index `p`, if the others follow `picks`.

    With a weight for `people`, the mean over that and what people would pick decides.
    """
    if number == 1:
        return p
    players = work.state[PLAYERS]
    # As in `error_sizes.py`: with more players win probabilities are smaller, and so is the error.
    less = LESS_ERROR * (players - 2)
    spread = work.weights[work.evaluators[evaluator + AT_NOISE]] * (1.0 - less) if noisy else 0.0
    best = p
    most = -1e18
    for k in range(number):
        at = p + WIDTH * k
        worth = 0.0
        for human in range(2 if people > 0 else 1):
            weight = people if human else 1.0 - people
            set_joint(work, at, seat, picks + human * PEOPLES_PICKS)
            worth += weight * worth_to(work, seat, evaluator)
        if spread > 0:
            worth += spread * noise(work, seat)
        if worth > most:
            best, most = at, worth
    return best


@inline
def matters(work: Workspace, number: int, q: int) -> bool:
    """Whether another seat has a choice and evaluates this seat with evaluator `number`."""
    for seat in range(work.state[PLAYERS]):
        if seat != q and work.seats[seat] == number and work.listed[seat] > 1:
            return True
    return False


@inline
def note_pick(work: Workspace, q: int, best: int, picks: int) -> None:
    """Store what a seat is likely to do, and the index of that candidate."""
    work.favourites[picks // WIDTH + q] = best
    for k in range(WIDTH):
        work.picks[picks + WIDTH * q + k] = work.candidates[best + k]


@noinline
def note_picks(work: Workspace, number: int) -> None:
    """Store what the seats are likely to do by an evaluator, and what people would do."""
    # Not as constants: the compiler would specialize the function for each, which takes long.
    alone, exact = i64(NOTHING), i64(0)
    for q in range(work.state[PLAYERS]):
        work.favourites[q] = -1
        work.favourites[SLOTS + q] = -1
        if not matters(work, number, q):
            continue
        evaluator = evaluator_at(work, number, q)
        p = q * MOST * WIDTH
        best = best_of(work, p, work.listed[q], q, evaluator, alone, 0.0, exact)
        note_pick(work, q, best, JUDGES_PICKS)
        if (
            work.evaluators[evaluator + KIND] == NETWORK
            and work.weights[work.evaluators[evaluator + AT_PEOPLE]] > 0
        ):
            human = evaluator + PEOPLE_JUDGE
            best = best_of(work, p, work.listed[q], q, human, alone, 0.0, exact)
        note_pick(work, q, best, PEOPLES_PICKS)


@inline
def people_agree(work: Workspace, but: int) -> bool:
    """Whether people and the evaluator pick the same for all other seats."""
    for q in range(work.state[PLAYERS]):
        if q != but and work.favourites[q] != work.favourites[SLOTS + q]:
            return False
    return True


@inline
def all_pass(work: Workspace, but: int) -> bool:
    """Whether all other seats pick nothing."""
    answers = 0
    for q in range(work.state[PLAYERS]):
        if q != but:
            answers |= work.picks[WIDTH * q + OPTION1]
    return answers == 0


@inline
def came_true(work: Workspace, but: int) -> bool:
    """Whether all other seats answered action 1 as predicted."""
    for q in range(work.state[PLAYERS]):
        if q != but:
            for k in range(FIRST_LOCKS + 1):
                if work.picks[WIDTH * q + k] != work.candidates[CHOSEN + WIDTH * q + k]:
                    return False
    return True


@noinline
def note_simple(work: Workspace, seat: int, bot: int, p: int) -> None:
    """Store a simple bot's answer to action 1 as the candidate at `p`."""
    s = work.state
    b = block(0, seat)
    keep(work, b, 0)
    s[LOCKING] = 0
    answer_simply1(seat_tables(work.tables, seat), s, 0, seat, bot)
    note_first(work, b, p, s[b + ANSWER] - 1)
    draws = s[b + DRAWS]
    restore(work, b, 0)
    s[b + DRAWS] = draws
    s[LOCKING] = 0


@noinline
def choose_all(work: Workspace) -> bool:
    """Choose a candidate for every seat.

    Returns whether the others answered as the active seat predicted, so that its action 2 is also
    chosen.
    """
    s, d, w = work.state, work.evaluators, work.weights
    players = s[PLAYERS]
    active = s[ACTIVE]
    last = -1
    for seat in range(players):
        evaluator = evaluator_at(work, work.seats[seat], seat)
        chosen = CHOSEN + WIDTH * seat
        if d[evaluator + KIND] == NO_JUDGE:
            note_simple(work, seat, d[evaluator + SIMPLE], chosen)
            continue
        looks = d[evaluator + LOOKS_AROUND] > 0 and players > 1
        if looks and last != work.seats[seat]:
            last = work.seats[seat]
            note_picks(work, last)
        exact = w[d[evaluator + AT_NOISE]] == 0
        agree = looks and people_agree(work, seat)
        best = work.favourites[seat]
        # If the others do nothing, the best candidate is already known.
        found = seat == active and agree and exact and best >= 0
        if not (found and all_pass(work, active)):
            picks = i64(JUDGES_PICKS if looks else NOTHING)
            people = 0.0
            if looks and not agree:
                people = float(w[d[evaluator + AT_PEOPLE]])
            p = seat * MOST * WIDTH
            best = best_of(work, p, work.listed[seat], seat, evaluator, picks, people, i64(1))
        copy_candidate(work, chosen, best)
    foreseen = bool(w[d[evaluator_at(work, work.seats[active], active) + AT_NOISE]] == 0)
    if players > 1 and work.listed[active] > 1:
        foreseen = foreseen and last == work.seats[active] and people_agree(work, active)
        foreseen = foreseen and came_true(work, active)
    return foreseen


@inline
def put_first(work: Workspace, b: int, p: int) -> None:
    """Write a seat's answer to action 1, the candidate at `p`, onto its sheet."""
    s, c = work.state, work.candidates
    for k in range(4):
        s[b + ROWS + k] = c[p + FIRST_ROWS + k]
    for k in range(2):
        s[b + BAR + k] = c[p + FIRST_BAR + k]
    s[b + ANSWER] = 1 + c[p + OPTION1]
    s[LOCKING] |= c[p + FIRST_LOCKS]


@inline
def put_second(work: Workspace, b: int, p: int) -> None:
    """Write the action 2 of the candidate at `p` onto the active sheet."""
    s, c = work.state, work.candidates
    for k in range(4):
        s[b + ROWS + k] = c[p + SECOND_ROWS + k]
    for k in range(2):
        s[b + BAR + k] = c[p + SECOND_BAR + k]
    s[b + ANSWER] = 1 + c[p + OPTION2]
    s[LOCKING] = c[p + SECOND_LOCKS]


@noinline
def choose_second(work: Workspace, seat: int, evaluator: int) -> int:
    """The index of the best candidate of action 2, now that all answers to action 1 are known."""
    note_first(work, block(0, seat), CHOSEN, 0)
    number = list_colours(work, seat, 0, CHOSEN)
    return best_of(work, i64(0), number, seat, evaluator, i64(NOTHING), 0.0, i64(1))


@noinline
def answer_alone(work: Workspace) -> None:
    """Let only the seat to decide answer, if the state is at a decision and hides all answers."""
    s, d, w = work.state, work.evaluators, work.weights
    seat, players = s[DECIDER], s[PLAYERS]
    number = work.seats[seat]
    evaluator = evaluator_at(work, number, seat)
    b = block(0, seat)
    if s[PHASE] == ACTION2:
        put_second(work, b, choose_second(work, seat, evaluator))
        return
    looks = d[evaluator + LOOKS_AROUND] > 0 and players > 1
    for q in range(players):
        work.listed[q] = 0
        if looks or q == seat:
            work.listed[q] = list_turn(work, q, q * MOST * WIDTH)
    people = 0.0
    if looks:
        note_picks(work, number)
        if not people_agree(work, seat):
            people = float(w[d[evaluator + AT_PEOPLE]])
    picks = i64(JUDGES_PICKS if looks else NOTHING)
    p = seat * MOST * WIDTH
    best = best_of(work, p, work.listed[seat], seat, evaluator, picks, people, i64(1))
    put_first(work, b, best)


@entry_point
def play_turn(work: Workspace) -> None:
    """Play one turn, from the roll to the next roll or the end.

    If the state is at a decision instead, only the seat to decide answers (`batch_answers.py`).
    """
    t, s = work.tables, work.state
    if s[PHASE] != ROLL:
        answer_alone(work)
        return
    for seat in range(s[PLAYERS]):
        work.listed[seat] = list_turn(work, seat, seat * MOST * WIDTH)
    active = s[ACTIVE]
    foreseen = choose_all(work)
    for seat in range(s[PLAYERS]):
        put_first(work, block(0, seat), CHOSEN + WIDTH * seat)
    foreseen = foreseen and s[LOCKING] == 0  # closing a row crosses squares of the bar
    end_action1(t, s, 0)
    if s[PHASE] == OVER:
        return
    evaluator = evaluator_at(work, work.seats[active], active)
    if work.evaluators[evaluator + KIND] == NO_JUDGE:
        own = seat_tables(t, active)
        answer_simply2(own, s, 0, active, work.evaluators[evaluator + SIMPLE])
        end_action2(t, s, 0)
        return
    p = CHOSEN + WIDTH * active
    if not foreseen:
        p = choose_second(work, active, evaluator)
    put_second(work, block(0, active), p)
    end_action2(t, s, 0)


def whole_turn(work: Workspace) -> Turn:
    """`play_turn`, compiled once for all entry points with such a workspace."""
    return callable_by_address(play_turn, work)
