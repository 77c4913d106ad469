"""How a seat decides and a turn is played, in compiled code (`lookahead.py` says it readably).

- Every candidate of action 1 is judged by the position at the end of the turn, the active
  seat's together with each action 2 that may follow it.
- A judge that looks at the others first supposes that they do nothing, picks for everybody what
  is best for them, and then judges its own candidates against those picks; with a weight for
  people also against what the heuristic would pick, and takes the mean.
- Action 2 is chosen anew once action 1 is known.
"""

from __future__ import annotations

from typing import Any

from rowlock.bots.compiled import LESS_ERROR
from rowlock.bots.fast_candidates import (
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
    keep,
    list_colours,
    list_turn,
    note_first,
    restore,
)
from rowlock.bots.fast_descriptions import (
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
from rowlock.bots.fast_judges import judge
from rowlock.bots.fast_position import JUDGES_PICKS, NOTHING, PEOPLES_PICKS, SLOTS, set_joint
from rowlock.bots.fast_simple import answer_simply1, answer_simply2
from rowlock.kernel.bits import i64, u64
from rowlock.kernel.jit import Flat, part
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
    SEAT,
)
from rowlock.kernel.turn import block, end_action1, end_action2


@part
def noise(s: Flat, o: int, seat: int) -> float:
    """About a standard normal draw of the seat's own chance."""
    b = block(o, seat)
    both = word(s[o + KEY], LANE_BOTS + seat, s[b + DRAWS])
    s[b + DRAWS] += 1
    quarters = 0
    for k in range(4):
        quarters += i64(both >> u64(16 * k)) & 0xFFFF
    return (quarters / 65536.0 - 2.0) * 1.7320508


@part
def best_of(
    t: Flat,
    s: Flat,
    o: int,
    c: Flat,
    p: int,
    number: int,
    seat: int,
    g: Flat,
    picks: int,
    people: float,
    noisy: int,
    v: Flat,
    d: Flat,
    j: int,
    w: Any,
    f: Any,
    m: Flat,
) -> int:
    """Where in `c` the seat's best candidate lies, if the others do `g[picks]`.

    With a weight for `people` it is the best in the mean over that and what people would pick.
    """
    # As in `champion.py`: where more play, chances are smaller, and so is the error.
    less = LESS_ERROR * (s[o + PLAYERS] - 2)
    spread = w[d[j + AT_NOISE]] * (1.0 - less) if noisy else 0.0
    if number == 1:
        return p
    best = p
    most = -1e18
    for k in range(number):
        at = p + WIDTH * k
        worth = 0.0
        for human in range(2 if people > 0 else 1):
            weight = people if human else 1.0 - people
            set_joint(t, s, o, c, at, seat, g, picks + human * PEOPLES_PICKS, v)
            worth += weight * judge(t, v, s[o + PLAYERS], seat, d, j, w, f, m)
        if spread > 0:
            worth += spread * noise(s, o, seat)
        if worth > most:
            best, most = at, worth
    return best


@part
def matters(judges: Flat, h: Flat, players: int, judge: int, q: int) -> bool:
    """Whether anybody else has a choice and sees this seat with the eyes of this judge."""
    for seat in range(players):
        if seat != q and judges[seat] == judge and h[3 * SEAT + seat] > 1:
            return True
    return False


@part
def note_picks(
    t: Flat, s: Flat, o: int, judges: Flat, judge: int, c: Flat, h: Flat, g: Flat, v: Flat, d: Flat,
    w: Any, f: Any, m: Flat,
) -> None:  # fmt: skip
    """What the seats are likely to do in the eyes of a judge, and what people would do."""
    players = s[o + PLAYERS]
    j = JUDGE * judge
    # Not as constants: for those the compiler would make a judgement of their own, and take long.
    alone, exact = i64(NOTHING), i64(0)
    for q in range(players):
        h[4 * SEAT + q] = -1
        h[4 * SEAT + SLOTS + q] = -1
        if not matters(judges, h, players, judge, q):
            continue
        p = q * MOST * WIDTH
        number = h[3 * SEAT + q]
        best = best_of(t, s, o, c, p, number, q, g, alone, 0.0, exact, v, d, j, w, f, m)
        h[4 * SEAT + q] = best
        for k in range(WIDTH):
            g[JUDGES_PICKS + WIDTH * q + k] = c[best + k]
        if d[j + KIND] == NETWORK and w[d[j + AT_PEOPLE]] > 0:
            human = j + PEOPLE_JUDGE
            best = best_of(t, s, o, c, p, number, q, g, alone, 0.0, exact, v, d, human, w, f, m)
        h[4 * SEAT + SLOTS + q] = best
        for k in range(WIDTH):
            g[PEOPLES_PICKS + WIDTH * q + k] = c[best + k]


@part
def people_agree(h: Flat, players: int, but: int) -> bool:
    """Whether everybody else would do the same as a person and in the judge's eyes."""
    for q in range(players):
        if q != but and h[4 * SEAT + q] != h[4 * SEAT + SLOTS + q]:
            return False
    return True


@part
def all_pass(g: Flat, players: int, but: int) -> bool:
    """Whether everybody else picked nothing."""
    answers = 0
    for q in range(players):
        if q != but:
            answers |= g[WIDTH * q + OPTION1]
    return answers == 0


@part
def came_true(g: Flat, c: Flat, chosen: int, players: int, but: int) -> bool:
    """Whether everybody else answered action 1 as they were expected to."""
    for q in range(players):
        if q != but:
            for k in range(FIRST_LOCKS + 1):
                if g[WIDTH * q + k] != c[chosen + WIDTH * q + k]:
                    return False
    return True


@part
def note_simple(t: Flat, s: Flat, o: int, seat: int, bot: int, c: Flat, p: int, h: Flat) -> None:
    """A simple bot's answer to action 1, as a candidate in `c[p]`."""
    b = block(o, seat)
    keep(s, b, h, 0)
    s[o + LOCKING] = 0
    answer_simply1(t, s, o, seat, bot)
    note_first(s, o, b, c, p, s[b + ANSWER] - 1)
    draws = s[b + DRAWS]
    restore(s, b, h, 0)
    s[b + DRAWS] = draws
    s[o + LOCKING] = 0


@part
def play_turn(
    t: Flat, s: Flat, o: int, judges: Flat, c: Flat, h: Flat, g: Flat, v: Flat, d: Flat, w: Any,
    f: Any, m: Flat,
) -> None:  # fmt: skip
    """One turn, from the dice on the table to the next roll or the end."""
    players = s[o + PLAYERS]
    # Room: candidates of each seat, then the chosen ones; in h how many there are of each seat, and
    # the best of each if the others do nothing.
    chosen = 5 * MOST * WIDTH
    for seat in range(players):
        p = seat * MOST * WIDTH
        h[3 * SEAT + seat] = list_turn(t, s, o, seat, c, p, h)
    active = s[o + ACTIVE]
    last = -1
    for seat in range(players):
        j = JUDGE * judges[seat]
        if d[j + KIND] == NO_JUDGE:
            note_simple(t, s, o, seat, d[j + SIMPLE], c, chosen + WIDTH * seat, h)
            continue
        looks = d[j + LOOKS_AROUND] > 0 and players > 1
        if looks and last != judges[seat]:
            last = judges[seat]
            note_picks(t, s, o, judges, last, c, h, g, v, d, w, f, m)
        p = seat * MOST * WIDTH
        exact = w[d[j + AT_NOISE]] == 0
        agree = looks and people_agree(h, players, seat)
        best = h[4 * SEAT + seat]
        # If the others do nothing, what is best is found already.
        found = seat == active and agree and exact and best >= 0
        if not (found and all_pass(g, players, active)):
            picks = i64(JUDGES_PICKS if looks else NOTHING)
            people = 0.0
            if looks and not agree:
                people = float(w[d[j + AT_PEOPLE]])
            best = best_of(
                t, s, o, c, p, h[3 * SEAT + seat], seat, g, picks, people, i64(1), v, d, j, w, f, m
            )
        for k in range(WIDTH):
            c[chosen + WIDTH * seat + k] = c[best + k]
    # Whether the active seat saw the answers coming and no others, so that it has chosen its
    # action 2, too.
    foreseen = w[d[JUDGE * judges[active] + AT_NOISE]] == 0
    if players > 1 and h[3 * SEAT + active] > 1:
        foreseen = foreseen and last == judges[active] and people_agree(h, players, active)
        foreseen = foreseen and came_true(g, c, chosen, players, active)
    for seat in range(players):
        p = chosen + WIDTH * seat
        b = block(o, seat)
        for k in range(4):
            s[b + ROWS + k] = c[p + FIRST_ROWS + k]
        for k in range(2):
            s[b + BAR + k] = c[p + FIRST_BAR + k]
        s[b + ANSWER] = 1 + c[p + OPTION1]
        s[o + LOCKING] |= c[p + FIRST_LOCKS]
    foreseen = foreseen and s[o + LOCKING] == 0  # a closed row strikes squares of the bar
    end_action1(t, s, o)
    if s[o + PHASE] == OVER:
        return
    b = block(o, active)
    p = chosen + WIDTH * active
    if d[JUDGE * judges[active] + KIND] == NO_JUDGE:
        answer_simply2(t, s, o, active, d[JUDGE * judges[active] + SIMPLE])
        end_action2(t, s, o)
        return
    if not foreseen:
        note_first(s, o, b, c, chosen, 0)
        number = list_colours(t, s, o, active, c, 0, chosen, h)
        j = JUDGE * judges[active]
        first, alone = i64(0), i64(NOTHING)
        p = best_of(t, s, o, c, first, number, active, g, alone, 0.0, i64(1), v, d, j, w, f, m)
    for k in range(4):
        s[b + ROWS + k] = c[p + SECOND_ROWS + k]
    for k in range(2):
        s[b + BAR + k] = c[p + SECOND_BAR + k]
    s[b + ANSWER] = 1 + c[p + OPTION2]
    s[o + LOCKING] = c[p + SECOND_LOCKS]
    end_action2(t, s, o)
