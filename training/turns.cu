// Turns and whole games of the dice sheets on a GPU: a warp each.
//
// The same rules and decisions as src/rowlock/bots (candidates judged at the end of the turn, in
// action 1 against what the others are likely to cross, action 2 once action 1 is known), written
// so that a GPU plays more than six million turns a second. `turns.py` loads it and says what the
// arrays hold; `check_turns.py` compares it with the package, turn by turn.
//
// nvcc compiles it for a GPU; g++ for a plain processor, where a warp is one lane.
//
// The rules of a sheet are looked up in tables that `export.py` makes from the package's own and
// describes. These few are written here once more, because a table would be larger than what it
// spares; `look` at the end shows them to a test on the processor, and `check_turns.py` holds the
// turn as a whole:
//   ones, length             count and reach of a mask of crosses (one instruction each)
//   rows_with_fewest_crosses the fewest of four counts
//   holds                    all crosses of a symbol
//   total_of                 the sum on the bottom line of the pad
//   colour_way, end_of, play_turn  the order of a turn: action 1 of all, closing, action 2, penalty
// What the network sees (`see`, free_square, symbol_state) is no rule but its layout; the champion of
// the package, which `check_turns.py` compares, sees the same or it would answer otherwise.
//
// A sheet is told by four masks of crosses and, in Bonus A, one of the struck squares of its bar.
//
// A *way* is one way the turn may go for a seat. What a seat may do in action 1 is listed first; for
// the active seat the whole turn follows: each of these ways with every action 2 that may come next.
//
// A cross on a bonus sheet may set off more. Where a bonus goes to the row with the fewest crosses
// and several are tied, the player chooses: there is one way for each of them.

#include <cstdint>

#ifndef HIDDEN
#define HIDDEN 128
#endif
#ifndef SECOND
#define SECOND 64
#endif

#ifdef __CUDACC__
#define LANES 32
#define ON_GPU __device__ __forceinline__
#define PART __device__ __noinline__
#define LANE (threadIdx.x & 31)
#define TOGETHER __syncwarp()
#else
#include <algorithm>
#include <cmath>
using std::max;
using std::min;
#define LANES 1
#define ON_GPU static inline
#define PART static
#define LANE 0
#define TOGETHER
#endif

constexpr int SEATS = 5;
constexpr int WHITES = 9;   // nothing, a cell in each row, a lucky cell in each row
constexpr int COLOURS = 9;  // nothing, each colour with either white die
constexpr int WAYS = 128;   // Longo: up to 5 * 9 of action 1 and 9 * 9 of the turn
constexpr int SEAT_WHITES = 17;  // of one seat in action 1: nothing, four cells with four tied rows
constexpr int SCALARS = SEATS + 2;
constexpr int CHUNK = 16;  // positions judged between two looks at their lines
constexpr int SLOT_LINES = 10;  // four rows, penalties; then a bar, a lucky pair or five symbols
constexpr int LINES = SLOT_LINES * SEATS;
constexpr int HEURISTIC = 2, RACE = 3, POLICIES = 4;  // readable ones; 0 and 1 are networks
constexpr float FAR_OFF = 1000.0f;
constexpr int PLACES = 16, COUNTS = 32;  // of a row, and its counts of crosses: widths of tables

struct Rules {  // as in gpu.py, which says more of the tables than their sizes
    int sides, sums, states, penalty_states, lucky_states, symbol_states;
    int penalty_points, squares, bonuses, has_lucky, has_tokens;
    int choices;                               // 4 where a tie for the fewest crosses matters, else 1
    int owes_penalty;                          // bit 2 * (crossed in action 1) + (in action 2)
    const unsigned short *row_state;           // [closed, reach, crosses]
    const unsigned short *open, *next;         // [row, state]
    const unsigned short *sets, *locks, *token;  // [row, place]
    const unsigned short *row_points, *ends;   // [crosses], [penalties] bits of closed rows' masks
    const unsigned short *white_bits, *colour_bits, *colour_row;  // [sum, row], [colour, sum] twice
    const unsigned short *square_row, *row_squares;               // [square], [row] as a mask
    const unsigned short *token_strikes, *token_in_fewest, *token_in_every;  // [token]
    const unsigned short *token_wanted, *bonus_mask;              // [token, row], [symbol, row]
    const int *lucky_numbers;                                     // [pair] bits of numbers
    const int *bonus_points, *bonus_least, *bonus_cost;           // [symbol]
    const float* row_values;                                      // [row, state], the heuristic's
    float penalty_value, margin_unit, total_unit, near_unit;
};

struct Net {
    const float *table, *scalars, *bias;  // the first layer: lines, [scalar, hidden], [hidden]
    const float *second, *second_bias;    // [hidden, second], [second]
    const float *last, *last_bias;        // [win or margin, second], [win or margin]
    float people;  // weight of a readable policy's picks in what the others are supposed to do
    int readable;  // that policy
    float margin;  // what a point of margin is worth in wins
};

struct Sheet {
    unsigned short rows[4], bar;
};

struct alignas(16) Way {  // copied in one piece
    Sheet sheet;            // after this action
    unsigned char locks;    // rows that it closes
    unsigned char crossed;  // whether action 1 crosses (or has crossed) a cell
    signed char row2;       // -1: a way of action 1, or of the turn with no action 2
    unsigned char colour2;
    unsigned char before;   // with an action 2: the place of the way it comes after
};

struct Room {  // what a warp works in
    Sheet sheets[SEATS];
    int penalties[SEATS], lucky[SEATS], policy[SEATS];
    int closed, active, players, over;
    int dice[6];
    int first[SEATS], number[SEATS];   // where a seat's ways begin, and how many there are
    Way ways[WAYS];
    Way picks[POLICIES][SEATS];        // supposed by each policy
    Way chosen[SEATS];
    float worth[WAYS];
    float spread[SEATS];               // of the error on every value
    uint64_t key;
    unsigned draws;
    unsigned short lines[CHUNK][LINES];
    float scalars[CHUNK][SCALARS];
    float ended[CHUNK];                // the share of a game that is over; -9 while it goes on
    alignas(16) float hidden[HIDDEN][4];
    float wins[CHUNK], margins[CHUNK];
};

// Small things.

ON_GPU int ones(int x) {
#ifdef __CUDACC__
    return __popc(x);
#else
    return __builtin_popcount(x);
#endif
}

ON_GPU int length(int x) {
#ifdef __CUDACC__
    return 32 - __clz(x);
#else
    return x ? 32 - __builtin_clz(x) : 0;
#endif
}

ON_GPU uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

ON_GPU uint64_t word(uint64_t key, uint64_t n) { return mixed(key + 0x9E3779B97F4A7C15ull * (n + 1)); }

ON_GPU float sum_of_lanes(float x) {
#ifdef __CUDACC__
    for (int step = 16; step; step >>= 1) x += __shfl_xor_sync(~0u, x, step);
#endif
    return x;
}

// Where a lane's way goes in the list, and how many all lanes have: the order of lanes is kept.
ON_GPU int place_of(bool fits, int& all) {
#ifdef __CUDACC__
    unsigned votes = __ballot_sync(~0u, fits);
    all = __popc(votes);
    return __popc(votes & ((1u << LANE) - 1));
#else
    all = fits;
    return 0;
#endif
}

// The place of the highest of these values, the first of equals.
ON_GPU int best_of(const float* worth, int number) {
    float most = -1e30f;
    int best = 1 << 20;
    for (int k = LANE; k < number; k += LANES)
        if (worth[k] > most) most = worth[k], best = k;
#ifdef __CUDACC__
    for (int step = 16; step; step >>= 1) {
        float other = __shfl_xor_sync(~0u, most, step);
        int place = __shfl_xor_sync(~0u, best, step);
        if (other > most || (other == most && place < best)) most = other, best = place;
    }
#endif
    return best;
}

ON_GPU void roll(const Rules& rules, Room& r, uint64_t key) {
    for (int k = LANE; k < 6; k += LANES) {
        uint64_t high = word(key, k) >> 32;
        r.dice[k] = 1 + (int)((high * rules.sides) >> 32);
    }
    TOGETHER;
}

// Crosses and what they set off.

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

// Ways.

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

// The end of a turn, and what it is worth.

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

// Positions: [rows of every seat, penalties, lucky pairs, bars, closed rows, active seat].

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

// Doors.

// So that the other side can see whether it has the same struct.
extern "C" int size_of_rules() { return sizeof(Rules); }

struct Lessons {
    int number, players, width, looks, pairs;
    uint64_t seed;
    const int *positions, *policies;  // [position, width], [position, seat]
    float* out;                       // [position, seat, (win, margin)], zeros at first
    const int* dice;                  // [position, die] in place of all pairs, or null
    int* after;                       // [position, width] what the turn leads to, or null
};

ON_GPU void expect_part(
    const Rules& rules, const Net* nets, const float* seconds, Room& r, const Lessons& l,
    int64_t k) {
    int look = (int)(k % l.looks), pair = (int)(k / l.looks % l.pairs);
    int64_t i = k / l.looks / l.pairs;
    int low = 1, rest = pair;
    while (rest >= rules.sides - low + 1) rest -= rules.sides - low + 1, low++;
    int high = low + rest;
    float weight = (low == high ? 1.0f : 2.0f) / (rules.sides * rules.sides * l.looks);
    if (l.dice) weight = 1.0f;
    uint64_t key = mixed(mixed(l.seed + look) + (uint64_t)i * 64 + pair);
    expect_one(
        rules, nets, seconds, r, l.positions + i * l.width, l.policies + i * l.players, l.players,
        low, high, key, weight, l.out + i * l.players * 2, l.dice ? l.dice + 6 * i : nullptr,
        l.after ? l.after + i * l.width : nullptr);
}

// Four positions are judged at a time; the last of them may be left over from before, though not
// from games of another sheet: its lines may be beyond the end of this table.
ON_GPU void clear_lines(Room& r) {
    for (int at = LANE; at < CHUNK; at += LANES) {
        for (int k = 0; k < LINES; k++) r.lines[at][k] = 0;
        for (int k = 0; k < SCALARS; k++) r.scalars[at][k] = 0;
    }
    TOGETHER;
}

#ifdef __CUDACC__

#include <cuda_runtime.h>

constexpr int WARPS = 16;  // of a block, or as many as its memory holds

extern __shared__ __align__(16) float shared_floats[];

__device__ void share_seconds(const Net* nets, int networks) {
    for (int n = 0; n < networks; n++)
        for (int k = threadIdx.x; k < HIDDEN * SECOND; k += blockDim.x)
            shared_floats[n * HIDDEN * SECOND + k] = nets[n].second[k];
    __syncthreads();
}

struct Nets {
    Net net[2];
};

__device__ Room& own_room(int networks) {
    Room* rooms = (Room*)(shared_floats + networks * HIDDEN * SECOND);
    return rooms[threadIdx.x >> 5];
}

__global__ void __launch_bounds__(32 * WARPS) expect_kernel(Rules rules, Nets nets, int networks, Lessons l) {
    share_seconds(nets.net, networks);
    Room& r = own_room(networks);
    clear_lines(r);
    int warps = blockDim.x >> 5;
    int64_t all = (int64_t)l.number * l.looks * l.pairs;
    for (int64_t k = blockIdx.x * warps + (threadIdx.x >> 5); k < all; k += gridDim.x * warps)
        expect_part(rules, nets.net, shared_floats, r, l, k);
}

__global__ void __launch_bounds__(32 * WARPS) games_kernel(Rules rules, Nets nets, int networks, Games g) {
    share_seconds(nets.net, networks);
    Room& r = own_room(networks);
    clear_lines(r);
    int warps = blockDim.x >> 5;
    for (int game = blockIdx.x * warps + (threadIdx.x >> 5); game < g.games; game += gridDim.x * warps)
        play_game(rules, nets.net, shared_floats, r, g, game);
}

template <typename Kernel, typename Work>
static int launch(Kernel kernel, const Rules* rules, const Net* nets, int networks, const Work* work) {
    int blocks = 0, device = 0, processors = 0, memory = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&memory, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    size_t layers = sizeof(float) * networks * HIDDEN * SECOND;
    int warps = ((size_t)memory - layers) / sizeof(Room);
    warps = warps < WARPS ? warps : WARPS;
    size_t size = layers + warps * sizeof(Room);
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)size);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 32 * warps, size);
    if (blocks == 0) return -1;
    Nets both{{nets[0], nets[networks - 1]}};
    kernel<<<processors * blocks, 32 * warps, size>>>(*rules, both, networks, *work);
    return (int)cudaGetLastError();
}

extern "C" int expect_turns(const Rules* rules, const Net* nets, int networks, const Lessons* l) {
    return launch(expect_kernel, rules, nets, networks, l);
}

extern "C" int play_games(const Rules* rules, const Net* nets, int networks, const Games* g) {
    return launch(games_kernel, rules, nets, networks, g);
}

#else

static void both_seconds(const Net* nets, int networks, float* to) {
    for (int n = 0; n < networks; n++)
        for (int k = 0; k < HIDDEN * SECOND; k++) to[n * HIDDEN * SECOND + k] = nets[n].second[k];
}

extern "C" int expect_turns(const Rules* rules, const Net* nets, int networks, const Lessons* l) {
    static Room room;
    static float seconds[2 * HIDDEN * SECOND];
    both_seconds(nets, networks, seconds);
    clear_lines(room);
    int64_t all = (int64_t)l->number * l->looks * l->pairs;
    for (int64_t k = 0; k < all; k++) expect_part(*rules, nets, seconds, room, *l, k);
    return 0;
}

extern "C" int play_games(const Rules* rules, const Net* nets, int networks, const Games* g) {
    static Room room;
    static float seconds[2 * HIDDEN * SECOND];
    both_seconds(nets, networks, seconds);
    clear_lines(room);
    for (int game = 0; game < g->games; game++) play_game(*rules, nets, seconds, room, *g, game);
    return 0;
}

// One sheet for a test: for each row its state, open cells and next cell; then the rows with the
// fewest crosses, the total, and whether the game ends.
extern "C" void look(const Rules* rules, const int* rows, int penalties, int closed, int* out) {
    Sheet sheet{};
    for (int row = 0; row < 4; row++) {
        sheet.rows[row] = rows[row];
        int line = line_of(*rules, rows[row], row, closed);
        *out++ = line - row * rules->states;
        *out++ = rules->open[line];
        *out++ = rules->next[line];
    }
    *out++ = rows_with_fewest_crosses(sheet);
    *out++ = total_of(*rules, sheet, penalties);
    *out++ = ends(*rules, closed, penalties);
}

#endif
