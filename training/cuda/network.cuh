// What the network sees of a position, and what it makes of it.

#pragma once

#include "ends.cuh"

// Bonus A: the squares of the bar that closed rows strike.
ON_GPU int struck(const Rules& rules, int closed) {
    int squares = 0;
    for (int row = 0; row < 4; row++)
        if (closed >> row & 1) squares |= rules.row_squares[row];
    return squares;
}

// Bonus A: the first free square of the bar; their number when none is free.
ON_GPU int free_square(const Rules& rules, const Sheet& sheet, int closed) {
    int free = ~(sheet.bar | struck(rules, closed)) & ((1 << rules.squares) - 1);
    return free ? length(free & -free) - 1 : rules.squares;
}

// Bonus B: 0 out of reach, 1 open, 2 some of its cells crossed, 3 earned.
ON_GPU int symbol_state(const Rules& rules, const Sheet& sheet, int closed, int symbol) {
    bool some = false, all = true;
    for (int row = 0; row < 4; row++) {
        int wanted = rules.bonus_mask[4 * symbol + row], mask = sheet.rows[row];
        int missing = wanted & ~mask;
        if (missing && ((closed >> row & 1) || mask > missing)) return 0;
        some |= (wanted & mask) != 0;
        all &= missing == 0;
    }
    return all ? 3 : 1 + some;
}

ON_GPU int slot_lines(const Rules& rules) {
    return 5 + (rules.squares > 0) + rules.has_lucky + rules.bonuses;
}

// A position as the lines and scalars of the network, in place `at` of the room.
ON_GPU void see(
    const Rules& rules, Room& r, int seat, const Way& way, const Way* picks, const End& end,
    int next, int at) {
    int totals[SEATS];
    unsigned short* lines = r.lines[at];
    int penalty_lines = SEATS * 4 * rules.states;
    int bar_lines = penalty_lines + SEATS * rules.penalty_states;
    int bar_states = rules.squares ? rules.squares + 1 : 0;
    int lucky_lines = bar_lines + SEATS * bar_states;
    int symbol_lines = lucky_lines + SEATS * (rules.has_lucky ? rules.lucky_states : 0);
    for (int slot = 0; slot < r.players; slot++) {
        int q = seat + slot < r.players ? seat + slot : seat + slot - r.players;
        const Sheet& sheet = sheet_at(r, end, seat, way, picks, q);
        int penalties = penalties_at(r, end, q);
        for (int row = 0; row < 4; row++)
            *lines++ = 4 * slot * rules.states + line_of(rules, sheet.rows[row], row, end.closed);
        *lines++ = penalty_lines + slot * rules.penalty_states + 2 * penalties + (q == next);
        if (rules.squares)
            *lines++ = bar_lines + slot * bar_states + free_square(rules, sheet, end.closed);
        if (rules.has_lucky) *lines++ = lucky_lines + slot * rules.lucky_states + r.lucky[q];
        for (int k = 0; k < rules.bonuses; k++) {
            int state = symbol_state(rules, sheet, end.closed, k);
            *lines++ = symbol_lines + rules.symbol_states * (slot * rules.bonuses + k) + state;
        }
        totals[slot] = total_of(rules, sheet, penalties);
        r.scalars[at][slot] = totals[slot] / rules.total_unit;
    }
    float share;
    int lead;
    share_and_lead(totals, r.players, 0, share, lead);
    for (int slot = r.players; slot < SEATS; slot++) r.scalars[at][slot] = 0;
    r.scalars[at][SEATS] = lead / rules.total_unit;
    r.scalars[at][SEATS + 1] = tanhf(lead / rules.near_unit);
    r.ended[at] = end.over ? share : -9.0f;
}

// The network for four positions of the room at once: win shares and margins.
PART void think(const Rules& rules, const Net& net, const float* second, Room& r, int at) {
    int width = r.players * slot_lines(rules);
    for (int h = 4 * LANE; h < HIDDEN; h += 4 * LANES) {
        float sums[4][4];
        for (int c = 0; c < 4; c++) {
            float b0 = net.bias[h], b1 = net.bias[h + 1], b2 = net.bias[h + 2], b3 = net.bias[h + 3];
#pragma unroll 5
            for (int k = 0; k < width; k++) {
                const float* line = net.table + (int)r.lines[at + c][k] * HIDDEN + h;
#ifdef __CUDACC__
                float4 x = __ldg((const float4*)line);
                b0 += x.x, b1 += x.y, b2 += x.z, b3 += x.w;
#else
                b0 += line[0], b1 += line[1], b2 += line[2], b3 += line[3];
#endif
            }
            sums[c][0] = b0, sums[c][1] = b1, sums[c][2] = b2, sums[c][3] = b3;
        }
        for (int k = 0; k < SCALARS; k++) {
            if (k >= r.players && k < SEATS) continue;
            const float* line = net.scalars + k * HIDDEN + h;
            for (int c = 0; c < 4; c++)
                for (int i = 0; i < 4; i++) sums[c][i] += r.scalars[at + c][k] * line[i];
        }
        for (int i = 0; i < 4; i++)
            for (int c = 0; c < 4; c++) r.hidden[h + i][c] = sums[c][i] > 0 ? sums[c][i] : 0;
    }
    TOGETHER;
    constexpr int OUT = SECOND / LANES;
    float sums[OUT][4];
    for (int j = 0; j < OUT; j++)
        for (int c = 0; c < 4; c++) sums[j][c] = net.second_bias[LANE + j * LANES];
#pragma unroll 4
    for (int h = 0; h < HIDDEN; h++)
        for (int j = 0; j < OUT; j++) {
            float w = second[h * SECOND + LANE + j * LANES];
            for (int c = 0; c < 4; c++) sums[j][c] += w * r.hidden[h][c];
        }
    for (int c = 0; c < 4; c++) {
        float win = 0, margin = 0;
        for (int j = 0; j < OUT; j++) {
            float x = sums[j][c] > 0 ? sums[j][c] : 0;
            win += x * net.last[LANE + j * LANES];
            margin += x * net.last[SECOND + LANE + j * LANES];
        }
        win = sum_of_lanes(win) + net.last_bias[0];
        margin = sum_of_lanes(margin) + net.last_bias[1];
        if (LANE == 0) {
            r.wins[at + c] = 1.0f / (1.0f + expf(-win));
            r.margins[at + c] = rules.margin_unit * margin;
        }
    }
    TOGETHER;
}
