// The ways a turn may go for a seat, in lists.

#pragma once

#include "crosses.cuh"

ON_GPU Way nothing(const Room& r, int seat, int crossed) {
    return Way{r.sheets[seat], 0, (unsigned char)crossed, -1, 0, 0};
}

// Option 0 is nothing, 1 to 4 a row's cell with the white sum, 5 to 8 a lucky cell.
ON_GPU bool white_way(
    const Rules& rules, const Room& r, int seat, int option, int choice, Way& way) {
    way = nothing(r, seat, 0);
    if (option == 0) return choice == 0;
    int row = (option - 1) & 3, mask = r.sheets[seat].rows[row], sum = r.dice[0] + r.dice[1];
    int line = line_of(rules, mask, row, r.closed), bits = rules.white_bits[4 * sum + row];
    bool legal = rules.open[line] & bits;
    if (option > 4) {
        if (!(rules.lucky_numbers[r.lucky[seat]] >> sum & 1)) return false;
        if (!(rows_with_fewest_crosses(r.sheets[seat]) >> row & 1)) return false;
        int next = rules.next[line];
        if (!next || (legal && next == bits)) return false;  // that cell is listed already
        bits = next;
    } else if (!legal) {
        return false;
    }
    way.crossed = 1;
    return cross_on(rules, r.closed, row, bits, choice, way);
}

// The way in place `before` with an action 2. Option 0 is nothing, 1 + 2 * colour + die the sum of
// both.
ON_GPU bool colour_way(
    const Rules& rules, const Room& r, int before, int option, int choice, Way& way) {
    way = r.ways[before];
    if (option == 0) return choice == 0;
    int shut = r.closed | way.locks, colour = (option - 1) >> 1, die = (option - 1) & 1;
    if (shut >> colour & 1 || ends(rules, shut, r.penalties[r.active])) return false;  // C-12, C-13
    if (die && r.dice[0] == r.dice[1]) return false;
    int sum = r.dice[die] + r.dice[2 + colour];
    int cell = rules.sums * colour + sum, bits = rules.colour_bits[cell], row = rules.colour_row[cell];
    if (!(rules.open[line_of(rules, way.sheet.rows[row], row, shut)] & bits)) return false;
    way.row2 = row;
    way.colour2 = colour;
    way.before = before;
    return cross_on(rules, shut, row, bits, choice, way);
}

// Lists what a seat may do in action 1 from place `at` on; answers how many ways there are.
ON_GPU int list_whites(const Rules& rules, Room& r, int seat, int at) {
    int all = (rules.has_lucky ? WHITES : 5) * rules.choices, number = 0;
    for (int k = LANE; k < all + LANE; k += LANES) {
        Way way;
        bool fits = k < all && white_way(rules, r, seat, k / rules.choices, k % rules.choices, way);
        int found;
        int place = number + place_of(fits, found);
        if (fits && place < SEAT_WHITES) r.ways[at + place] = way;
        number += found;
    }
    TOGETHER;
    return min(number, SEAT_WHITES);
}

// Lists the last `whites` ways before place `at` with every action 2, from there on. Ties can make
// more than there is room for, and the last ones would be left out; it was not seen in 300,000 turns
// of games with errors on the bonus sheets, where the longest list ended at place 72.
ON_GPU int list_colours(const Rules& rules, Room& r, int whites, int at) {
    int each = COLOURS * rules.choices, all = whites * each, number = 0;
    for (int k = LANE; k < all + LANE; k += LANES) {
        Way way;
        int before = at - whites + k / each, option = k % each / rules.choices;
        bool fits = k < all && colour_way(rules, r, before, option, k % rules.choices, way);
        int found;
        int place = at + number + place_of(fits, found);
        if (fits && place < WAYS) r.ways[place] = way;
        number += found;
    }
    TOGETHER;
    return min(number, WAYS - at);
}
