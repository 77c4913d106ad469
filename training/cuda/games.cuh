// Positions in and out; a turn played on; whole games.

#pragma once

#include "choices.cuh"

ON_GPU void load(Room& r, const int* from, const int* policies, int players) {
    for (int q = LANE; q < players; q += LANES) {
        for (int row = 0; row < 4; row++) r.sheets[q].rows[row] = from[4 * q + row];
        r.penalties[q] = from[4 * players + q];
        r.lucky[q] = from[5 * players + q];
        r.sheets[q].bar = from[6 * players + q];
        r.policy[q] = policies[q];
        r.spread[q] = 0;
    }
    if (LANE == 0) {
        r.closed = from[7 * players];
        r.active = from[7 * players + 1];
        r.players = players;
        r.over = 0;
        r.draws = 0;
    }
    TOGETHER;
}

ON_GPU void store(const Room& r, int* to) {
    int players = r.players;
    for (int q = LANE; q < players; q += LANES) {
        for (int row = 0; row < 4; row++) to[4 * q + row] = r.sheets[q].rows[row];
        to[4 * players + q] = r.penalties[q];
        to[5 * players + q] = r.lucky[q];
        to[6 * players + q] = r.sheets[q].bar;
    }
    if (LANE == 0) to[7 * players] = r.closed, to[7 * players + 1] = r.active;
}

ON_GPU void add_to(float* to, float x) {
#ifdef __CUDACC__
    atomicAdd(to, x);
#else
    *to += x;
#endif
}

// One position with one pair of white dice, played a turn on: adds to out[seat, (win, margin)].
ON_GPU void expect_one(
    const Rules& rules, const Net* nets, const float* seconds, Room& r, const int* position,
    const int* policies, int players, int low, int high, uint64_t key, float weight, float* out,
    const int* dice, int* after) {
    load(r, position, policies, players);
    roll(rules, r, key);
    if (LANE == 0) {
        r.dice[0] = low, r.dice[1] = high;
        for (int k = 0; dice && k < 6; k++) r.dice[k] = dice[k];
    }
    TOGETHER;
    play_turn(rules, nets, seconds, r);
    if (after) store(r, after);
    End end{r.closed, r.over != 0, false, false};
    for (int k = LANE; k < 8; k += LANES) {
        int q = k % players;
        see(rules, r, q, nothing(r, q, 1), nullptr, end, r.active, k);
    }
    TOGETHER;
    if (!r.over)
        for (int q = 0; q < players; q += 4) think(rules, nets[0], seconds, r, q);
    // Shares add up to one. Not where others play otherwise: the network speaks of itself in their
    // seats, and what it wins from them would be taken back turn by turn.
    float all = 0;
    bool alone = true;
    for (int q = 0; q < players; q++) all += r.wins[q], alone &= policies[q] == policies[0];
    if (!alone) all = 1;
    for (int q = LANE; q < players; q += LANES) {
        float lead = r.scalars[q][SEATS] * rules.total_unit;
        float win = r.over ? r.ended[q] : r.wins[q] / all;
        add_to(out + 2 * q, weight * win);
        add_to(out + 2 * q + 1, weight * (r.over ? lead : r.margins[q]));
    }
    TOGETHER;
}

struct Games {
    int games, players, width, most;
    uint64_t seed;
    const int* policies;   // [game, seat]
    const float* spreads;  // [game, seat] spread of the errors
    float share;           // of the positions that are kept
    int *kept, *owners, *positions;  // how many; [most] their games; [most, width]
    int *totals, *turns;   // [game, seat], [game]
};

ON_GPU void play_game(
    const Rules& rules, const Net* nets, const float* seconds, Room& r, const Games& g, int game) {
    const int* policies = g.policies + game * g.players;
    int players = g.players, turn = 0;
    uint64_t key = mixed(mixed(g.seed) + game);
    for (int q = LANE; q < players; q += LANES) {
        r.sheets[q] = Sheet{};
        r.penalties[q] = 0;
        r.policy[q] = policies[q];
        r.spread[q] = g.spreads[game * players + q];
    }
    if (LANE == 0) {
        int pairs[SEATS] = {0, 1, 2, 3, 4};
        for (int k = 0; k < players; k++) {
            int other = k + (int)((word(key, 2 + k) >> 33) % (SEATS - k));
            int pair = pairs[other];
            pairs[other] = pairs[k];
            pairs[k] = pair;
            r.lucky[k] = rules.has_lucky ? pair : 0;
        }
        r.closed = 0, r.over = 0, r.players = players, r.draws = 0;
        r.active = (int)((word(key, 1) >> 33) % players);
        r.key = word(key, 0);
    }
    TOGETHER;
    while (!r.over) {
        roll(rules, r, word(key, 100 + turn));
        play_turn(rules, nets, seconds, r);
        turn++;
        if (!r.over && (word(key, 5000 + turn) >> 40) < g.share * 16777216.0f) {
            int at = 0;
#ifdef __CUDACC__
            if (LANE == 0) at = atomicAdd(g.kept, 1);
            at = __shfl_sync(~0u, at, 0);
#else
            at = (*g.kept)++;
#endif
            if (at < g.most) {
                store(r, g.positions + (int64_t)at * g.width);
                if (LANE == 0) g.owners[at] = game;
            }
        }
    }
    for (int q = LANE; q < players; q += LANES)
        g.totals[game * players + q] = total_of(rules, r.sheets[q], r.penalties[q]);
    if (LANE == 0) g.turns[game] = turn;
    TOGETHER;
}
