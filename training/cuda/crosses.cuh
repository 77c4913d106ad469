// Crosses and what they set off.

#pragma once

#include "lanes.cuh"

ON_GPU int state_of(const Rules& rules, int mask, bool closed) {
    return rules.row_state[(closed * COUNTS + length(mask)) * COUNTS + ones(mask)];
}

// Where the tables of a row's states have this row.
ON_GPU int line_of(const Rules& rules, int mask, int row, int closed) {
    return row * rules.states + state_of(rules, mask, closed >> row & 1);
}

ON_GPU int rows_with_fewest_crosses(const Sheet& sheet) {
    int fewest = 99, rows = 0;
    for (int row = 0; row < 4; row++) fewest = min(fewest, ones(sheet.rows[row]));
    for (int row = 0; row < 4; row++) rows |= (ones(sheet.rows[row]) == fewest) << row;
    return rows;
}

ON_GPU bool holds(const Sheet& sheet, const unsigned short* wanted) {
    for (int row = 0; row < 4; row++)
        if (wanted[row] & ~sheet.rows[row]) return false;
    return true;
}

ON_GPU bool ends(const Rules& rules, int closed, int penalties) {
    return rules.ends[penalties] >> closed & 1;
}

ON_GPU bool owes_penalty(const Rules& rules, bool before, bool now) {
    return rules.owes_penalty >> (2 * before + now) & 1;
}

struct Chain {
    Sheet sheet;
    int closed;       // rows, before the action
    int choice;       // the row for a bonus where it is one of several tied ones
    int locks, tied;  // rows that it has closed; that were tied at first
    uint64_t queue;   // tokens not yet handled, four bits each, the first one lowest
    int waiting;      // how many
};

ON_GPU void cross(const Rules& rules, Chain& c, int row, int bits) {
    int place = PLACES * row + length(bits) - 1, locks = rules.locks[place];
    c.sheet.rows[row] |= rules.sets[place];
    c.locks |= locks;
    if (!rules.has_tokens) return;
    if (locks) c.sheet.bar |= rules.row_squares[row];
    int token = rules.token[place];
    if (token && holds(c.sheet, rules.token_wanted + 4 * token))
        c.queue |= (uint64_t)token << 4 * c.waiting++;
}

ON_GPU void cross_next(const Rules& rules, Chain& c, int row) {
    int bits = rules.next[line_of(rules, c.sheet.rows[row], row, c.closed)];
    if (bits) cross(rules, c, row, bits);
}

// The first token of the queue.
ON_GPU void handle(const Rules& rules, Chain& c) {
    int token = c.queue & 15;
    c.queue >>= 4;
    c.waiting--;
    if (rules.token_strikes[token]) {
        int free = ~c.sheet.bar & ((1 << rules.squares) - 1);
        if (!free) return;
        c.sheet.bar |= free & -free;
        cross_next(rules, c, rules.square_row[length(free & -free) - 1]);
    } else if (rules.token_in_every[token]) {
        for (int row = 0; row < 4; row++) cross_next(rules, c, row);
    } else {
        int rows = rows_with_fewest_crosses(c.sheet);
        if (ones(rows) > 1 && !c.tied) c.tied = rows;
        int row = rows >> c.choice & 1 ? c.choice : length(rows & -rows) - 1;
        for (int k = 0; k < rules.token_in_fewest[token]; k++) cross_next(rules, c, row);
    }
}

// Adds a cross and all that it sets off to a way. Each choice among tied rows is a way of its own: 0
// takes the uppermost one, another row fits only where it is tied and not the uppermost.
ON_GPU bool cross_on(const Rules& rules, int closed, int row, int bits, int choice, Way& way) {
    Chain c{way.sheet, closed, choice, 0, 0, 0, 0};
    cross(rules, c, row, bits);
    while (c.queue) handle(rules, c);
    way.sheet = c.sheet;
    way.locks = c.locks;
    return choice == 0 || (c.tied >> choice & 1 && c.tied & ((1 << choice) - 1));
}
