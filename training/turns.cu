// Turns and whole games of the dice sheets on a graphics card: a warp each.
//
// The same rules and decisions as src/rowlock/bots (candidates judged at the end of the turn, in
// action 1 against what the others are likely to cross, action 2 once action 1 is known), written
// so that a card plays more than six million turns a second. `turns.py` loads it and says what the
// arrays hold; `check_turns.py` compares it with the package, turn by turn.
//
// nvcc compiles it for a card; g++ for a plain processor, where a warp is one lane.
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
#define ON_CARD __device__ __forceinline__
#define PART __device__ __noinline__
#define LANE (threadIdx.x & 31)
#define TOGETHER __syncwarp()
#else
#include <algorithm>
#include <cmath>
using std::max;
using std::min;
#define LANES 1
#define ON_CARD static inline
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
constexpr float MARGIN_WEIGHT = 0.0005f, MARGIN_UNIT = 40.0f, TOTAL_UNIT = 50.0f;
constexpr float NEAR_UNIT = 8.0f, FAR_OFF = 1000.0f;
constexpr int BOX = 1, FIRST_SYMBOL = 2;  // what a cell carries
// What a symbol brings: crosses in the row with the fewest (1) or in every row (2), at once; twice
// the points of a row (3), more points (4) or no minus for penalties (5), at the end of the game.
constexpr int CROSS_EVERY = 2, DOUBLE_FEWEST = 3, FREE_PENALTIES = 5;

struct Rules {
    int sides, needed, penalty_points, penalties_to_end, rows_to_end, has_lucky;
    int states, penalty_states;
    int squares, bonuses;                                // on the bar, symbols
    int has_tokens, choices;                             // choices: 4 where a tie matters, else 1
    const int *first_lock, *lock_bit;                    // [row]
    const int *white_bit, *colour_bit, *colour_row;      // [sum, row], [colour, sum] twice
    const int *lucky_mask, *row_number;                  // [pair], [code]
    const int *token;                                    // [row, position] of 16
    const int *square_row, *row_squares;                 // [square], [row] as a mask
    const int *effect, *amount, *bonus_mask;             // [symbol] twice, [symbol, row]
    const float* row_values;                             // [row, state], the heuristic's
    float penalty_value;
};

struct Net {
    const float *table, *scalars, *bias;  // the first layer: lines, [scalar, hidden], [hidden]
    const float *second, *second_bias;    // [hidden, second], [second]
    const float *last, *last_bias;        // [win or margin, second], [win or margin]
    float people;  // weight of a readable policy's picks in what the others are supposed to do
    int readable;  // that policy
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
    float spread;                      // of the error on every value
    uint64_t key;
    unsigned draws;
    unsigned short lines[CHUNK][LINES];
    float scalars[CHUNK][SCALARS];
    float ended[CHUNK];                // the worth of a game that is over; -9 while it goes on
    alignas(16) float hidden[HIDDEN][4];
    float wins[CHUNK], margins[CHUNK];
};

// Small things.

ON_CARD int ones(int x) {
#ifdef __CUDACC__
    return __popc(x);
#else
    return __builtin_popcount(x);
#endif
}

ON_CARD int length(int x) {
#ifdef __CUDACC__
    return 32 - __clz(x);
#else
    return x ? 32 - __builtin_clz(x) : 0;
#endif
}

ON_CARD uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

ON_CARD uint64_t word(uint64_t key, uint64_t n) { return mixed(key + 0x9E3779B97F4A7C15ull * (n + 1)); }

ON_CARD float sum_of_lanes(float x) {
#ifdef __CUDACC__
    for (int step = 16; step; step >>= 1) x += __shfl_xor_sync(~0u, x, step);
#endif
    return x;
}

// Where a lane's way goes in the list, and how many all lanes have: the order of lanes is kept.
ON_CARD int place_of(bool fits, int& all) {
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
ON_CARD int best_of(const float* worth, int number) {
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

ON_CARD void roll(const Rules& rules, Room& r, uint64_t key) {
    for (int k = LANE; k < 6; k += LANES) {
        uint64_t high = word(key, k) >> 32;
        r.dice[k] = 1 + (int)((high * rules.sides) >> 32);
    }
    TOGETHER;
}

// Crosses and what they set off.

ON_CARD bool takes(const Rules& rules, int mask, int row, int bit) {
    return bit > mask && (bit < rules.first_lock[row] || ones(mask) >= rules.needed);
}

ON_CARD int next_bit(const Rules& rules, int mask, int row) {
    int bit = 1 << length(mask);
    return bit < rules.lock_bit[row] ? bit : 0;
}

ON_CARD int rows_with_fewest_crosses(const Sheet& sheet) {
    int fewest = 99, rows = 0;
    for (int row = 0; row < 4; row++) fewest = min(fewest, ones(sheet.rows[row]));
    for (int row = 0; row < 4; row++) rows |= (ones(sheet.rows[row]) == fewest) << row;
    return rows;
}

ON_CARD bool is_earned(const Rules& rules, const Sheet& sheet, int symbol) {
    for (int row = 0; row < 4; row++)
        if (rules.bonus_mask[4 * symbol + row] & ~sheet.rows[row]) return false;
    return true;
}

struct Chain {
    Sheet sheet;
    int closed;       // rows, before the action
    int choice;       // the row for a bonus where it is one of several tied ones
    int locks, tied;  // rows that it has closed; that were tied at first
    uint64_t queue;   // tokens not yet handled, four bits each, the first one lowest
    int waiting;      // how many
};

ON_CARD void cross(const Rules& rules, Chain& c, int row, int bit) {
    bool closes = bit >= rules.first_lock[row];
    c.sheet.rows[row] |= bit | (closes ? rules.lock_bit[row] : 0);
    c.locks |= closes << row;
    if (!rules.has_tokens) return;
    if (closes) c.sheet.bar |= rules.row_squares[row];
    int token = rules.token[16 * row + length(bit) - 1], symbol = token - FIRST_SYMBOL;
    if (!token) return;
    if (symbol >= 0 && rules.effect[symbol] >= DOUBLE_FEWEST) return;
    if (symbol >= 0 && !is_earned(rules, c.sheet, symbol)) return;
    c.queue |= (uint64_t)token << 4 * c.waiting++;
}

ON_CARD void cross_next(const Rules& rules, Chain& c, int row) {
    int mask = c.sheet.rows[row], bit = next_bit(rules, mask, row);
    if (!(c.closed >> row & 1) && takes(rules, mask, row, bit)) cross(rules, c, row, bit);
}

// The first token of the queue.
ON_CARD void handle(const Rules& rules, Chain& c) {
    int token = c.queue & 15, symbol = token - FIRST_SYMBOL;
    c.queue >>= 4;
    c.waiting--;
    if (token == BOX) {
        int free = ~c.sheet.bar & ((1 << rules.squares) - 1);
        if (!free) return;
        c.sheet.bar |= free & -free;
        cross_next(rules, c, rules.square_row[length(free & -free) - 1]);
    } else if (rules.effect[symbol] == CROSS_EVERY) {
        for (int row = 0; row < 4; row++) cross_next(rules, c, row);
    } else {
        int rows = rows_with_fewest_crosses(c.sheet);
        if (ones(rows) > 1 && !c.tied) c.tied = rows;
        int row = rows >> c.choice & 1 ? c.choice : length(rows & -rows) - 1;
        for (int k = 0; k < rules.amount[symbol]; k++) cross_next(rules, c, row);
    }
}

// Adds a cross and all that it sets off to a way. Each choice among tied rows is a way of its own: 0
// takes the uppermost one, another row fits only where it is tied and not the uppermost.
ON_CARD bool cross_on(const Rules& rules, int closed, int row, int bit, int choice, Way& way) {
    Chain c{way.sheet, closed, choice, 0, 0, 0, 0};
    cross(rules, c, row, bit);
    while (c.queue) handle(rules, c);
    way.sheet = c.sheet;
    way.locks = c.locks;
    return choice == 0 || (c.tied >> choice & 1 && c.tied & ((1 << choice) - 1));
}

// Ways.

ON_CARD Way nothing(const Room& r, int seat, int crossed) {
    return Way{r.sheets[seat], 0, (unsigned char)crossed, -1, 0, 0};
}

// Option 0 is nothing, 1 to 4 a row's cell with the white sum, 5 to 8 a lucky cell.
ON_CARD bool white_way(
    const Rules& rules, const Room& r, int seat, int option, int choice, Way& way) {
    way = nothing(r, seat, 0);
    if (option == 0) return choice == 0;
    int row = (option - 1) & 3, mask = r.sheets[seat].rows[row], sum = r.dice[0] + r.dice[1];
    if (r.closed >> row & 1) return false;
    int bit = rules.white_bit[4 * sum + row];
    bool legal = bit && takes(rules, mask, row, bit);
    if (option > 4) {
        if (!(rules.lucky_mask[r.lucky[seat]] >> sum & 1)) return false;
        if (!(rows_with_fewest_crosses(r.sheets[seat]) >> row & 1)) return false;
        int next = next_bit(rules, mask, row);
        if (!takes(rules, mask, row, next) || (legal && next == bit)) return false;
        bit = next;
    } else if (!legal) {
        return false;
    }
    way.crossed = 1;
    return cross_on(rules, r.closed, row, bit, choice, way);
}

// The way in place `before` with an action 2. Option 0 is nothing, 1 + 2 * colour + die the sum of
// both.
ON_CARD bool colour_way(
    const Rules& rules, const Room& r, int before, int option, int choice, Way& way) {
    way = r.ways[before];
    if (option == 0) return choice == 0;
    int shut = r.closed | way.locks, colour = (option - 1) >> 1, die = (option - 1) & 1;
    if (ones(shut) >= rules.rows_to_end || (shut >> colour & 1)) return false;
    if (die && r.dice[0] == r.dice[1]) return false;
    int sum = r.dice[die] + r.dice[2 + colour];
    int bit = rules.colour_bit[19 * colour + sum], row = rules.colour_row[19 * colour + sum];
    if (!bit || (shut >> row & 1) || !takes(rules, way.sheet.rows[row], row, bit)) return false;
    way.row2 = row;
    way.colour2 = colour;
    way.before = before;
    return cross_on(rules, shut, row, bit, choice, way);
}

// Lists what a seat may do in action 1 from place `at` on; answers how many ways there are.
ON_CARD int list_whites(const Rules& rules, Room& r, int seat, int at) {
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
ON_CARD int list_colours(const Rules& rules, Room& r, int whites, int at) {
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
ON_CARD const Way& first_of(const Room& r, const Way& way) {
    return way.row2 < 0 ? way : r.ways[way.before];
}

// How the turn ends if `seat` goes this way, the others as in `picks`, or doing nothing.
ON_CARD End end_of(const Rules& rules, const Room& r, int seat, const Way& way, const Way* picks) {
    End end{r.closed | first_of(r, way).locks, false, false, false};
    if (picks)
        for (int q = 0; q < r.players; q++)
            if (q != seat) end.closed |= first_of(r, picks[q]).locks;
    end.over = ones(end.closed) >= rules.rows_to_end;
    if (end.over || (seat != r.active && !picks)) return end;
    const Way& mover = seat == r.active ? way : picks[r.active];
    if (mover.row2 >= 0 && !((end.closed >> mover.row2 | end.closed >> mover.colour2) & 1)) {
        end.plays = true;
        end.closed |= mover.locks;
        end.over = ones(end.closed) >= rules.rows_to_end;
    } else if (!mover.crossed) {
        end.penalty = true;
        end.over = r.penalties[r.active] + 1 >= rules.penalties_to_end;
    }
    return end;
}

ON_CARD const Sheet& sheet_at(
    const Room& r, const End& end, int seat, const Way& way, const Way* picks, int q) {
    if (q != seat && !picks) return r.sheets[q];
    const Way& own = q == seat ? way : picks[q];
    return end.plays && q == r.active ? own.sheet : first_of(r, own).sheet;
}

ON_CARD int penalties_at(const Room& r, const End& end, int q) {
    return r.penalties[q] + (end.penalty && q == r.active);
}

ON_CARD int row_points(const Sheet& sheet, int row) {
    int n = ones(sheet.rows[row]);
    return n * (n + 1) / 2;
}

// What bonuses add at the end of the game.
ON_CARD int bonus_points(const Rules& rules, const Sheet& sheet, int penalties) {
    int points = 0;
    for (int k = 0; k < rules.bonuses; k++) {
        int effect = rules.effect[k];
        if (effect < DOUBLE_FEWEST || !is_earned(rules, sheet, k)) continue;
        if (effect == DOUBLE_FEWEST) {
            int fewest = 1000;
            for (int row = 0; row < 4; row++) fewest = min(fewest, row_points(sheet, row));
            points += fewest;
        } else {
            points += effect == FREE_PENALTIES ? rules.penalty_points * penalties : rules.amount[k];
        }
    }
    return points;
}

ON_CARD int total_of(const Rules& rules, const Sheet& sheet, int penalties) {
    int total = bonus_points(rules, sheet, penalties) - rules.penalty_points * penalties;
    for (int row = 0; row < 4; row++) total += row_points(sheet, row);
    return total;
}

ON_CARD void share_and_lead(const int* totals, int players, int seat, float& share, int& lead) {
    int best = -100000, equals = 1;
    for (int q = 0; q < players; q++) {
        if (q == seat) continue;
        best = max(best, totals[q]);
        equals += totals[q] == totals[seat];
    }
    lead = totals[seat] - best;
    share = lead < 0 ? 0.0f : 1.0f / equals;
}

ON_CARD int state_of(const Rules& rules, int mask, bool closed) {
    return rules.row_number[1024 * closed + 32 * length(mask) + ones(mask)];
}

// A sheet by the heuristic's table.
ON_CARD float sheet_worth(const Rules& rules, const Sheet& sheet, int penalties, int closed) {
    float worth = bonus_points(rules, sheet, penalties) - rules.penalty_value * penalties;
    for (int row = 0; row < 4; row++) {
        int state = state_of(rules, sheet.rows[row], closed >> row & 1);
        worth += rules.row_values[row * rules.states + state];
    }
    return worth;
}

// The readable policies: the own sheet, for a race against the best other one; and who has won
// where the game is over.
ON_CARD float readable_worth(
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
ON_CARD int struck(const Rules& rules, int closed) {
    int squares = 0;
    for (int row = 0; row < 4; row++)
        if (closed >> row & 1) squares |= rules.row_squares[row];
    return squares;
}

// Bonus A: the first free square of the bar; their number when none is free.
ON_CARD int free_square(const Rules& rules, const Sheet& sheet, int closed) {
    int free = ~(sheet.bar | struck(rules, closed)) & ((1 << rules.squares) - 1);
    return free ? length(free & -free) - 1 : rules.squares;
}

// Bonus B: 0 out of reach, 1 open, 2 some of its cells crossed, 3 earned.
ON_CARD int symbol_state(const Rules& rules, const Sheet& sheet, int closed, int symbol) {
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

ON_CARD int slot_lines(const Rules& rules) {
    return 5 + (rules.squares > 0) + rules.has_lucky + rules.bonuses;
}

// A position as the lines and scalars of the network, in place `at` of the room.
ON_CARD void see(
    const Rules& rules, Room& r, int seat, const Way& way, const Way* picks, const End& end,
    int next, int at) {
    int totals[SEATS];
    unsigned short* lines = r.lines[at];
    int penalty_lines = SEATS * 4 * rules.states;
    int bar_lines = penalty_lines + SEATS * rules.penalty_states;
    int bar_states = rules.squares ? rules.squares + 1 : 0;
    int lucky_lines = bar_lines + SEATS * bar_states;
    int symbol_lines = lucky_lines + SEATS * (rules.has_lucky ? 8 : 0);
    for (int slot = 0; slot < r.players; slot++) {
        int q = seat + slot < r.players ? seat + slot : seat + slot - r.players;
        const Sheet& sheet = sheet_at(r, end, seat, way, picks, q);
        int penalties = penalties_at(r, end, q);
        for (int row = 0; row < 4; row++) {
            int state = state_of(rules, sheet.rows[row], end.closed >> row & 1);
            *lines++ = (4 * slot + row) * rules.states + state;
        }
        *lines++ = penalty_lines + slot * rules.penalty_states + 2 * penalties + (q == next);
        if (rules.squares)
            *lines++ = bar_lines + slot * bar_states + free_square(rules, sheet, end.closed);
        if (rules.has_lucky) *lines++ = lucky_lines + slot * 8 + r.lucky[q];
        for (int k = 0; k < rules.bonuses; k++) {
            int state = symbol_state(rules, sheet, end.closed, k);
            *lines++ = symbol_lines + 4 * (slot * rules.bonuses + k) + state;
        }
        totals[slot] = total_of(rules, sheet, penalties);
        r.scalars[at][slot] = totals[slot] / TOTAL_UNIT;
    }
    float share;
    int lead;
    share_and_lead(totals, r.players, 0, share, lead);
    for (int slot = r.players; slot < SEATS; slot++) r.scalars[at][slot] = 0;
    r.scalars[at][SEATS] = lead / TOTAL_UNIT;
    r.scalars[at][SEATS + 1] = tanhf(lead / NEAR_UNIT);
    r.ended[at] = end.over ? share + MARGIN_WEIGHT * lead : -9.0f;
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
            r.margins[at + c] = MARGIN_UNIT * margin;
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
            float worth = r.wins[k] + MARGIN_WEIGHT * r.margins[k];
            r.worth[start + k] += weight * (r.ended[k] > -5.0f ? r.ended[k] : worth);
        }
        TOGETHER;
    }
}

ON_CARD float error(Room& r, int k) {
    uint64_t both = word(r.key, 1000 + r.draws + k);
    int quarters = 0;
    for (int i = 0; i < 4; i++) quarters += both >> (16 * i) & 0xFFFF;
    return (quarters / 65536.0f - 2.0f) * 1.7320508f * r.spread;
}

ON_CARD void clear(Room& r, int number) {
    for (int k = LANE; k < number; k += LANES) r.worth[k] = 0;
    TOGETHER;
}

ON_CARD void add_errors(Room& r, int number) {
    if (r.spread > 0) {
        for (int k = LANE; k < number; k += LANES) r.worth[k] += error(r, k);
        TOGETHER;
        if (LANE == 0) r.draws += number;
        TOGETHER;
    }
}

ON_CARD int readable_best(
    const Rules& rules, Room& r, int policy, int seat, const Way* ways, int number,
    const Way* picks) {
    for (int k = LANE; k < number; k += LANES)
        r.worth[k] = readable_worth(rules, r, policy, seat, ways[k], picks);
    TOGETHER;
    int best = best_of(r.worth, number);
    TOGETHER;
    return best;
}

ON_CARD bool alike(const Sheet& a, const Sheet& b) {
    bool same = a.bar == b.bar;
    for (int row = 0; row < 4; row++) same &= a.rows[row] == b.rows[row];
    return same;
}

ON_CARD bool alike(const Room& r, const Way& a, const Way& b) {
    return a.row2 == b.row2 && a.colour2 == b.colour2 && alike(a.sheet, b.sheet) &&
           alike(first_of(r, a).sheet, first_of(r, b).sheet);
}

// Whether somebody at the table needs to know what seat q would do by this policy.
ON_CARD bool is_asked_for(const Net* nets, const Room& r, int policy, int q) {
    for (int seat = 0; seat < r.players; seat++) {
        int own = r.policy[seat];
        if (seat == q || own == HEURISTIC) continue;
        if (own == policy || (own < HEURISTIC && nets[own].readable == policy)) return true;
    }
    return policy == HEURISTIC && r.policy[q] == HEURISTIC;
}

// What everybody would do if the others did nothing.
ON_CARD void suppose(const Rules& rules, const Net* nets, const float* seconds, Room& r) {
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

ON_CARD int choose(const Rules& rules, const Net* nets, const float* seconds, Room& r, int seat) {
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
    add_errors(r, number);
    return best_of(r.worth, number);
}

// Lists the ways of all seats. The active one comes last, so that its ties cost no other a way.
ON_CARD void list_ways(const Rules& rules, Room& r) {
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
ON_CARD void strike(const Rules& rules, Room& r) {
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
        r.over = ones(r.closed) >= rules.rows_to_end;
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
        add_errors(r, number);
        best = best_of(r.worth, number);
    }
    TOGETHER;
    if (LANE == 0) {
        const Way& way = ways[best];
        if (way.row2 >= 0) {
            r.sheets[seat] = way.sheet;
            r.closed |= way.locks;
            strike(rules, r);
            r.over = ones(r.closed) >= rules.rows_to_end;
        } else if (!crossed) {
            r.penalties[seat]++;
            r.over = r.penalties[seat] >= rules.penalties_to_end;
        }
        r.active = seat + 1 < r.players ? seat + 1 : 0;
    }
    TOGETHER;
}

// Positions: [rows of every seat, penalties, lucky pairs, bars, closed rows, active seat].

ON_CARD void load(Room& r, const int* from, const int* policies, int players) {
    for (int q = LANE; q < players; q += LANES) {
        for (int row = 0; row < 4; row++) r.sheets[q].rows[row] = from[4 * q + row];
        r.penalties[q] = from[4 * players + q];
        r.lucky[q] = from[5 * players + q];
        r.sheets[q].bar = from[6 * players + q];
        r.policy[q] = policies[q];
    }
    if (LANE == 0) {
        r.closed = from[7 * players];
        r.active = from[7 * players + 1];
        r.players = players;
        r.over = 0;
        r.spread = 0;
        r.draws = 0;
    }
    TOGETHER;
}

ON_CARD void store(const Room& r, int* to) {
    int players = r.players;
    for (int q = LANE; q < players; q += LANES) {
        for (int row = 0; row < 4; row++) to[4 * q + row] = r.sheets[q].rows[row];
        to[4 * players + q] = r.penalties[q];
        to[5 * players + q] = r.lucky[q];
        to[6 * players + q] = r.sheets[q].bar;
    }
    if (LANE == 0) to[7 * players] = r.closed, to[7 * players + 1] = r.active;
}

ON_CARD void add_to(float* to, float x) {
#ifdef __CUDACC__
    atomicAdd(to, x);
#else
    *to += x;
#endif
}

// One position with one pair of white dice, played a turn on: adds to out[seat, (win, margin)].
ON_CARD void expect_one(
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
        float lead = r.scalars[q][SEATS] * TOTAL_UNIT;
        float win = r.over ? r.ended[q] - MARGIN_WEIGHT * lead : r.wins[q] / all;
        add_to(out + 2 * q, weight * win);
        add_to(out + 2 * q + 1, weight * (r.over ? lead : r.margins[q]));
    }
    TOGETHER;
}

struct Games {
    int games, players, width, most;
    uint64_t seed;
    const int* policies;   // [game, seat]
    const float* spreads;  // [game] spread of the errors
    float share;           // of the positions that are kept
    int *kept, *owners, *positions;  // how many; [most] their games; [most, width]
    int *totals, *turns;   // [game, seat], [game]
};

ON_CARD void play_game(
    const Rules& rules, const Net* nets, const float* seconds, Room& r, const Games& g, int game) {
    const int* policies = g.policies + game * g.players;
    int players = g.players, turn = 0;
    uint64_t key = mixed(mixed(g.seed) + game);
    for (int q = LANE; q < players; q += LANES) {
        r.sheets[q] = Sheet{};
        r.penalties[q] = 0;
        r.policy[q] = policies[q];
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
        r.spread = g.spreads[game];
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

struct Lessons {
    int number, players, width, looks, pairs;
    uint64_t seed;
    const int *positions, *policies;  // [position, width], [position, seat]
    float* out;                       // [position, seat, (win, margin)], zeros at first
    const int* dice;                  // [position, die] in place of all pairs, or null
    int* after;                       // [position, width] what the turn leads to, or null
};

ON_CARD void expect_part(
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
ON_CARD void clear_lines(Room& r) {
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

#endif
