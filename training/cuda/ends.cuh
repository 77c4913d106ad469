// The end of a turn: sheets, points, and what the readable policies make of it.

#pragma once

#include "ways.cuh"

struct End {
    int closed;
    bool over, plays, penalty;
};

// This way as it is after action 1.
ON_GPU const Way& first_of(const Room& r, const Way& way) {
    return way.row2 < 0 ? way : r.ways[way.before];
}

// How the turn ends if `seat` goes this way, the others as in `picks`, or doing nothing.
ON_GPU End end_of(const Rules& rules, const Room& r, int seat, const Way& way, const Way* picks) {
    End end{r.closed | first_of(r, way).locks, false, false, false};
    if (picks)
        for (int q = 0; q < r.players; q++)
            if (q != seat) end.closed |= first_of(r, picks[q]).locks;
    int taken = r.penalties[r.active];
    end.over = ends(rules, end.closed, taken);
    if (end.over || (seat != r.active && !picks)) return end;
    const Way& mover = seat == r.active ? way : picks[r.active];
    end.plays = mover.row2 >= 0 && !((end.closed >> mover.row2 | end.closed >> mover.colour2) & 1);
    if (end.plays) end.closed |= mover.locks;
    end.penalty = owes_penalty(rules, mover.crossed, end.plays);
    end.over = ends(rules, end.closed, taken + end.penalty);
    return end;
}

ON_GPU const Sheet& sheet_at(
    const Room& r, const End& end, int seat, const Way& way, const Way* picks, int q) {
    if (q != seat && !picks) return r.sheets[q];
    const Way& own = q == seat ? way : picks[q];
    return end.plays && q == r.active ? own.sheet : first_of(r, own).sheet;
}

ON_GPU int penalties_at(const Room& r, const End& end, int q) {
    return r.penalties[q] + (end.penalty && q == r.active);
}

ON_GPU int row_points(const Rules& rules, const Sheet& sheet, int row) {
    return rules.row_points[ones(sheet.rows[row])];
}

// What symbols add at the end of the game.
ON_GPU int bonus_points(const Rules& rules, const Sheet& sheet, int penalties) {
    int points = 0;
    for (int k = 0; k < rules.bonuses; k++) {
        int plain = rules.bonus_points[k], least = rules.bonus_least[k], cost = rules.bonus_cost[k];
        if (!(plain | least | cost) || !holds(sheet, rules.bonus_mask + 4 * k)) continue;
        points += plain + cost * rules.penalty_points * penalties;
        int fewest = 1000;
        for (int row = 0; least && row < 4; row++)
            fewest = min(fewest, row_points(rules, sheet, row));
        points += least * fewest;
    }
    return points;
}

ON_GPU int total_of(const Rules& rules, const Sheet& sheet, int penalties) {
    int total = bonus_points(rules, sheet, penalties) - rules.penalty_points * penalties;
    for (int row = 0; row < 4; row++) total += row_points(rules, sheet, row);
    return total;
}

ON_GPU void share_and_lead(const int* totals, int players, int seat, float& share, int& lead) {
    int best = -100000, equals = 1;
    for (int q = 0; q < players; q++) {
        if (q == seat) continue;
        best = max(best, totals[q]);
        equals += totals[q] == totals[seat];
    }
    lead = totals[seat] - best;
    share = lead < 0 ? 0.0f : 1.0f / equals;
}

// A sheet by the heuristic's table.
ON_GPU float sheet_worth(const Rules& rules, const Sheet& sheet, int penalties, int closed) {
    float worth = bonus_points(rules, sheet, penalties) - rules.penalty_value * penalties;
    for (int row = 0; row < 4; row++)
        worth += rules.row_values[line_of(rules, sheet.rows[row], row, closed)];
    return worth;
}

// The readable policies: the own sheet, for a race against the best other one; and who has won
// where the game is over.
ON_GPU float readable_worth(
    const Rules& rules, const Room& r, int policy, int seat, const Way& way, const Way* picks) {
    End end = end_of(rules, r, seat, way, picks);
    if (end.over) {
        int totals[SEATS], lead;
        float share;
        for (int q = 0; q < r.players; q++)
            totals[q] = total_of(
                rules, sheet_at(r, end, seat, way, picks, q), penalties_at(r, end, q));
        share_and_lead(totals, r.players, seat, share, lead);
        return FAR_OFF * (share - 0.5f) + lead;
    }
    float own = 0, best = -1e30f;
    for (int q = 0; q < r.players; q++) {
        if (policy == HEURISTIC && q != seat) continue;
        const Sheet& sheet = sheet_at(r, end, seat, way, picks, q);
        float worth = sheet_worth(rules, sheet, penalties_at(r, end, q), end.closed);
        if (q == seat) own = worth;
        else best = max(best, worth);
    }
    return policy == HEURISTIC ? own : own - best;
}
