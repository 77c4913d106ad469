// How a seat chooses, and a whole turn.

#pragma once

#include "network.cuh"

// Adds `weight` times the worth of every way of a seat to `worth`.
PART void judge_ways(
    const Rules& rules, const Net& net, const float* second, Room& r, int seat, const Way* ways,
    int number, const Way* picks, float weight) {
    int next = r.active + 1 < r.players ? r.active + 1 : 0;
    for (int start = 0; start < number; start += CHUNK) {
        int some = number - start < CHUNK ? number - start : CHUNK;
        for (int k = LANE; k < some; k += LANES) {
            const Way& way = ways[start + k];
            see(rules, r, seat, way, picks, end_of(rules, r, seat, way, picks), next, k);
        }
        TOGETHER;
        for (int k = 0; k < some; k += 4) think(rules, net, second, r, k);
        for (int k = LANE; k < some; k += LANES) {
            bool over = r.ended[k] > -5.0f;
            float share = over ? r.ended[k] : r.wins[k];
            float lead = over ? r.scalars[k][SEATS] * rules.total_unit : r.margins[k];
            r.worth[start + k] += weight * (share + net.margin * lead);
        }
        TOGETHER;
    }
}

ON_GPU float error(const Room& r, int seat, int k) {
    uint64_t both = word(r.key, 1000 + r.draws + k);
    int quarters = 0;
    for (int i = 0; i < 4; i++) quarters += both >> (16 * i) & 0xFFFF;
    return (quarters / 65536.0f - 2.0f) * 1.7320508f * r.spread[seat];
}

ON_GPU void clear(Room& r, int number) {
    for (int k = LANE; k < number; k += LANES) r.worth[k] = 0;
    TOGETHER;
}

ON_GPU void add_errors(Room& r, int seat, int number) {
    if (r.spread[seat] > 0) {
        for (int k = LANE; k < number; k += LANES) r.worth[k] += error(r, seat, k);
        TOGETHER;
        if (LANE == 0) r.draws += number;
        TOGETHER;
    }
}

ON_GPU int readable_best(
    const Rules& rules, Room& r, int policy, int seat, const Way* ways, int number,
    const Way* picks) {
    for (int k = LANE; k < number; k += LANES)
        r.worth[k] = readable_worth(rules, r, policy, seat, ways[k], picks);
    TOGETHER;
    int best = best_of(r.worth, number);
    TOGETHER;
    return best;
}

ON_GPU bool alike(const Sheet& a, const Sheet& b) {
    bool same = a.bar == b.bar;
    for (int row = 0; row < 4; row++) same &= a.rows[row] == b.rows[row];
    return same;
}

ON_GPU bool alike(const Room& r, const Way& a, const Way& b) {
    return a.row2 == b.row2 && a.colour2 == b.colour2 && alike(a.sheet, b.sheet) &&
           alike(first_of(r, a).sheet, first_of(r, b).sheet);
}

// Whether somebody at the table needs to know what seat q would do by this policy.
ON_GPU bool is_asked_for(const Net* nets, const Room& r, int policy, int q) {
    for (int seat = 0; seat < r.players; seat++) {
        int own = r.policy[seat];
        if (seat == q || own == HEURISTIC) continue;
        if (own == policy || (own < HEURISTIC && nets[own].readable == policy)) return true;
    }
    return policy == HEURISTIC && r.policy[q] == HEURISTIC;
}

// What everybody would do if the others did nothing.
ON_GPU void suppose(const Rules& rules, const Net* nets, const float* seconds, Room& r) {
    for (int policy = 0; policy < POLICIES; policy++)
        for (int q = 0; q < r.players; q++) {
            if (!is_asked_for(nets, r, policy, q)) continue;
            const Way* ways = r.ways + r.first[q];
            int number = r.number[q], best = 0;
            if (number > 1 && policy >= HEURISTIC) {
                best = readable_best(rules, r, policy, q, ways, number, nullptr);
            } else if (number > 1) {
                const float* second = seconds + policy * HIDDEN * SECOND;
                clear(r, number);
                judge_ways(rules, nets[policy], second, r, q, ways, number, nullptr, 1.0f);
                best = best_of(r.worth, number);
            }
            if (LANE == 0) r.picks[policy][q] = ways[best];
            TOGETHER;
        }
}

ON_GPU int choose(const Rules& rules, const Net* nets, const float* seconds, Room& r, int seat) {
    const Way* ways = r.ways + r.first[seat];
    int number = r.number[seat], policy = r.policy[seat];
    if (number == 1) return 0;
    if (policy >= HEURISTIC) {
        const Way* picks = policy == RACE ? r.picks[RACE] : nullptr;
        return readable_best(rules, r, policy, seat, ways, number, picks);
    }
    const Net& net = nets[policy];
    const Way* supposed = r.picks[net.readable];
    const float* second = seconds + policy * HIDDEN * SECOND;
    bool same = true;
    for (int q = 0; q < r.players; q++)
        if (q != seat) same &= alike(r, r.picks[policy][q], supposed[q]);
    float people = same ? 0 : net.people;
    clear(r, number);
    if (people < 1)
        judge_ways(rules, net, second, r, seat, ways, number, r.picks[policy], 1 - people);
    if (people > 0) judge_ways(rules, net, second, r, seat, ways, number, supposed, people);
    add_errors(r, seat, number);
    return best_of(r.worth, number);
}

// Lists the ways of all seats. The active one comes last, so that its ties cost no other a way.
ON_GPU void list_ways(const Rules& rules, Room& r) {
    int at = 0;
    for (int k = 1; k <= r.players; k++) {
        int seat = r.active + k < r.players ? r.active + k : r.active + k - r.players;
        int first = at, number = list_whites(rules, r, seat, at);
        at += number;
        if (seat == r.active) first = at, number = list_colours(rules, r, number, at);
        if (LANE == 0) r.first[seat] = first, r.number[seat] = number;
    }
    TOGETHER;
}

// Bonus A: when a row is closed, everybody strikes the squares of its colour.
ON_GPU void strike(const Rules& rules, Room& r) {
    for (int q = 0; q < r.players; q++) r.sheets[q].bar |= struck(rules, r.closed);
}

// One turn, from the dice on the table to the next roll or the end.
PART void play_turn(const Rules& rules, const Net* nets, const float* seconds, Room& r) {
    list_ways(rules, r);
    suppose(rules, nets, seconds, r);
    for (int network = 0; network < 2; network++) {
        for (int seat = 0; seat < r.players; seat++) {
            if ((r.policy[seat] < HEURISTIC) != network) continue;
            int best = choose(rules, nets, seconds, r, seat);
            if (LANE == 0) r.chosen[seat] = r.ways[r.first[seat] + best];
            TOGETHER;
        }
        if (LANE == 0 && !network)  // a network that expects a race is told what it answers
            for (int seat = 0; seat < r.players; seat++)
                if (r.policy[seat] == RACE) r.picks[RACE][seat] = r.chosen[seat];
        TOGETHER;
    }
    if (LANE == 0) {
        for (int seat = 0; seat < r.players; seat++) {
            const Way& way = first_of(r, r.chosen[seat]);
            r.sheets[seat] = way.sheet;
            r.closed |= way.locks;
        }
        strike(rules, r);
        r.over = ends(rules, r.closed, r.penalties[r.active]);
    }
    TOGETHER;
    if (r.over) return;
    int seat = r.active, crossed = r.chosen[seat].crossed, best = 0;
    if (LANE == 0) r.ways[0] = nothing(r, seat, crossed);
    TOGETHER;
    const Way* ways = r.ways + 1;
    int number = list_colours(rules, r, 1, 1);
    if (number > 1 && r.policy[seat] >= HEURISTIC) {
        best = readable_best(rules, r, r.policy[seat], seat, ways, number, nullptr);
    } else if (number > 1) {
        const float* second = seconds + r.policy[seat] * HIDDEN * SECOND;
        clear(r, number);
        judge_ways(rules, nets[r.policy[seat]], second, r, seat, ways, number, nullptr, 1.0f);
        add_errors(r, seat, number);
        best = best_of(r.worth, number);
    }
    TOGETHER;
    if (LANE == 0) {
        const Way& way = ways[best];
        if (way.row2 >= 0) {
            r.sheets[seat] = way.sheet;
            r.closed |= way.locks;
            strike(rules, r);
        }
        r.penalties[seat] += owes_penalty(rules, crossed, way.row2 >= 0);
        r.over = ends(rules, r.closed, r.penalties[seat]);
        r.active = seat + 1 < r.players ? seat + 1 : 0;
    }
    TOGETHER;
}
