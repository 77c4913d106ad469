"""How a seat decides and a turn is played, in compiled code (`lookahead.py` says it readably).

- Every candidate of action 1 is judged by the position at the end of the turn, the active
  seat's together with each action 2 that may follow it.
- A judge that looks at the others first supposes that they do nothing, picks for everybody what
  is best for them, and then judges its own candidates against those picks; with a weight for
  people also against what the heuristic would pick, and takes the mean.
- Action 2 is chosen anew once action 1 is known.
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
from rowlock.bots.compiled.descriptions import (
    AT_NOISE,
    AT_PEOPLE,
    JUDGE,
    KIND,
    LOOKS_AROUND,
    NETWORK,
    NO_JUDGE,
    PEOPLE_JUDGE,
    SIMPLE,
)
from rowlock.bots.compiled.joint_position import (
    JUDGES_PICKS,
    NOTHING,
    PEOPLES_PICKS,
    SLOTS,
    set_joint,
)
from rowlock.bots.compiled.judges import worth_to
from rowlock.bots.compiled.room import Room
from rowlock.bots.compiled.simple import answer_simply1, answer_simply2
from rowlock.bots.compiled.twin import LESS_ERROR
from rowlock.kernel.bits import i64, u64
from rowlock.kernel.jit import entry, handed, part, piece
from rowlock.kernel.options import block
from rowlock.kernel.rng import LANE_BOTS, word
from rowlock.kernel.state import (
    ACTIVE,
    ANSWER,
    BAR,
    DRAWS,
    KEY,
    LOCKING,
    OVER,
    PHASE,
    PLAYERS,
    ROWS,
)
from rowlock.kernel.turn import end_action1, end_action2

Turn = Callable[[Room], None]
"""A whole turn, as entries take it (`whole_turn`)."""
CHOSEN = SLOTS * MOST * WIDTH
"""Where the candidates that the seats have chosen begin."""


@part
def noise(room: Room, seat: int) -> float:
    """About a standard normal draw of the seat's own chance."""
    s = room.state
    b = block(0, seat)
    both = word(s[KEY], LANE_BOTS + seat, s[b + DRAWS])
    s[b + DRAWS] += 1
    quarters = 0
    for k in range(4):
        quarters += i64(both >> u64(16 * k)) & 0xFFFF
    return (quarters / 65536.0 - 2.0) * 1.7320508


@part
def best_of(
    room: Room, p: int, number: int, seat: int, judge: int, picks: int, people: float, noisy: int
) -> int:
    """The best of so many candidates from `p` on, if the others do what `picks` says.

    With a weight for `people` it is the best in the mean over that and what people would pick.
    """
    if number == 1:
        return p
    players = room.state[PLAYERS]
    # As in `error_sizes.py`: where more play, chances are smaller, and so is the error.
    less = LESS_ERROR * (players - 2)
    spread = room.weights[room.judges[judge + AT_NOISE]] * (1.0 - less) if noisy else 0.0
    best = p
    most = -1e18
    for k in range(number):
        at = p + WIDTH * k
        worth = 0.0
        for human in range(2 if people > 0 else 1):
            weight = people if human else 1.0 - people
            set_joint(room, at, seat, picks + human * PEOPLES_PICKS)
            worth += weight * worth_to(room, seat, judge)
        if spread > 0:
            worth += spread * noise(room, seat)
        if worth > most:
            best, most = at, worth
    return best


@piece
def matters(room: Room, number: int, q: int) -> bool:
    """Whether anybody else has a choice and sees this seat with the eyes of judge `number`."""
    for seat in range(room.state[PLAYERS]):
        if seat != q and room.seats[seat] == number and room.listed[seat] > 1:
            return True
    return False


@piece
def note_pick(room: Room, q: int, best: int, picks: int) -> None:
    """What a seat is likely to do, and where among its candidates that was found."""
    room.favourites[picks // WIDTH + q] = best
    for k in range(WIDTH):
        room.picks[picks + WIDTH * q + k] = room.candidates[best + k]


@part
def note_picks(room: Room, number: int) -> None:
    """What the seats are likely to do in the eyes of a judge, and what people would do."""
    judge = JUDGE * number
    # Not as constants: for those the compiler would make a judgement of their own, and take long.
    alone, exact = i64(NOTHING), i64(0)
    for q in range(room.state[PLAYERS]):
        room.favourites[q] = -1
        room.favourites[SLOTS + q] = -1
        if not matters(room, number, q):
            continue
        p = q * MOST * WIDTH
        best = best_of(room, p, room.listed[q], q, judge, alone, 0.0, exact)
        note_pick(room, q, best, JUDGES_PICKS)
        if (
            room.judges[judge + KIND] == NETWORK
            and room.weights[room.judges[judge + AT_PEOPLE]] > 0
        ):
            human = judge + PEOPLE_JUDGE
            best = best_of(room, p, room.listed[q], q, human, alone, 0.0, exact)
        note_pick(room, q, best, PEOPLES_PICKS)


@piece
def people_agree(room: Room, but: int) -> bool:
    """Whether everybody else would do the same as a person and in the judge's eyes."""
    for q in range(room.state[PLAYERS]):
        if q != but and room.favourites[q] != room.favourites[SLOTS + q]:
            return False
    return True


@piece
def all_pass(room: Room, but: int) -> bool:
    """Whether everybody else picked nothing."""
    answers = 0
    for q in range(room.state[PLAYERS]):
        if q != but:
            answers |= room.picks[WIDTH * q + OPTION1]
    return answers == 0


@piece
def came_true(room: Room, but: int) -> bool:
    """Whether everybody else answered action 1 as they were expected to."""
    for q in range(room.state[PLAYERS]):
        if q != but:
            for k in range(FIRST_LOCKS + 1):
                if room.picks[WIDTH * q + k] != room.candidates[CHOSEN + WIDTH * q + k]:
                    return False
    return True


@part
def note_simple(room: Room, seat: int, bot: int, p: int) -> None:
    """A simple bot's answer to action 1, as a candidate at `p`."""
    s = room.state
    b = block(0, seat)
    keep(room, b, 0)
    s[LOCKING] = 0
    answer_simply1(room.tables, s, 0, seat, bot)
    note_first(room, b, p, s[b + ANSWER] - 1)
    draws = s[b + DRAWS]
    restore(room, b, 0)
    s[b + DRAWS] = draws
    s[LOCKING] = 0


@part
def choose_all(room: Room) -> bool:
    """Every seat chooses its way through the turn.

    Answers whether the active seat saw the answers coming and no others, so that it has chosen
    its action 2, too.
    """
    s, d, w = room.state, room.judges, room.weights
    players = s[PLAYERS]
    active = s[ACTIVE]
    last = -1
    for seat in range(players):
        judge = JUDGE * room.seats[seat]
        chosen = CHOSEN + WIDTH * seat
        if d[judge + KIND] == NO_JUDGE:
            note_simple(room, seat, d[judge + SIMPLE], chosen)
            continue
        looks = d[judge + LOOKS_AROUND] > 0 and players > 1
        if looks and last != room.seats[seat]:
            last = room.seats[seat]
            note_picks(room, last)
        exact = w[d[judge + AT_NOISE]] == 0
        agree = looks and people_agree(room, seat)
        best = room.favourites[seat]
        # If the others do nothing, what is best is found already.
        found = seat == active and agree and exact and best >= 0
        if not (found and all_pass(room, active)):
            picks = i64(JUDGES_PICKS if looks else NOTHING)
            people = 0.0
            if looks and not agree:
                people = float(w[d[judge + AT_PEOPLE]])
            p = seat * MOST * WIDTH
            best = best_of(room, p, room.listed[seat], seat, judge, picks, people, i64(1))
        copy_candidate(room, chosen, best)
    foreseen = bool(w[d[JUDGE * room.seats[active] + AT_NOISE]] == 0)
    if players > 1 and room.listed[active] > 1:
        foreseen = foreseen and last == room.seats[active] and people_agree(room, active)
        foreseen = foreseen and came_true(room, active)
    return foreseen


@entry
def play_turn(room: Room) -> None:
    """One turn, from the dice on the table to the next roll or the end."""
    t, s, c = room.tables, room.state, room.candidates
    for seat in range(s[PLAYERS]):
        room.listed[seat] = list_turn(room, seat, seat * MOST * WIDTH)
    active = s[ACTIVE]
    foreseen = choose_all(room)
    for seat in range(s[PLAYERS]):
        p = CHOSEN + WIDTH * seat
        b = block(0, seat)
        for k in range(4):
            s[b + ROWS + k] = c[p + FIRST_ROWS + k]
        for k in range(2):
            s[b + BAR + k] = c[p + FIRST_BAR + k]
        s[b + ANSWER] = 1 + c[p + OPTION1]
        s[LOCKING] |= c[p + FIRST_LOCKS]
    foreseen = foreseen and s[LOCKING] == 0  # a closed row strikes squares of the bar
    end_action1(t, s, 0)
    if s[PHASE] == OVER:
        return
    b = block(0, active)
    judge = JUDGE * room.seats[active]
    if room.judges[judge + KIND] == NO_JUDGE:
        answer_simply2(t, s, 0, active, room.judges[judge + SIMPLE])
        end_action2(t, s, 0)
        return
    p = CHOSEN + WIDTH * active
    if not foreseen:
        note_first(room, b, CHOSEN, 0)
        number = list_colours(room, active, 0, CHOSEN)
        p = best_of(room, i64(0), number, active, judge, i64(NOTHING), 0.0, i64(1))
    for k in range(4):
        s[b + ROWS + k] = c[p + SECOND_ROWS + k]
    for k in range(2):
        s[b + BAR + k] = c[p + SECOND_BAR + k]
    s[b + ANSWER] = 1 + c[p + OPTION2]
    s[LOCKING] = c[p + SECOND_LOCKS]
    end_action2(t, s, 0)


def whole_turn(room: Room) -> Turn:
    """`play_turn` for entries that play turns in such a room; compiled once for all of them."""
    return handed(play_turn, room)
