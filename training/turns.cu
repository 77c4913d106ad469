// Turns and whole games of the dice sheets without bonus cells, on a graphics card: a warp each.
//
// The same rules and decisions as src/rowlock/bots (candidates judged at the end of the turn, in
// action 1 against what the others are likely to cross, action 2 once action 1 is known), written
// so that a card plays more than six million turns a second. `turns.py` loads it and says what the
// arrays hold; `check_turns.py` compares it with the package, turn by turn.
//
// nvcc compiles it for a card; g++ for a plain processor, where a warp is one lane.
//
// A sheet is told by four masks of crosses. A *way* is one way the turn may go for a seat: the row
// and its new mask in action 1 and, for the active seat, in action 2.

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
constexpr int ACTIVE_WAYS = WHITES * COLOURS;
constexpr int WAYS = ACTIVE_WAYS + (SEATS - 1) * WHITES;
constexpr int SCALARS = SEATS + 2;
constexpr int CHUNK = 16;  // positions judged between two looks at their lines
constexpr int LINES = 6 * SEATS;
constexpr int HEURISTIC = 2, RACE = 3, POLICIES = 4;  // readable ones; 0 and 1 are networks
constexpr float MARGIN_WEIGHT = 0.0005f, MARGIN_UNIT = 40.0f, TOTAL_UNIT = 50.0f;
constexpr float NEAR_UNIT = 8.0f, FAR_OFF = 1000.0f;

struct Rules {
    int sides, needed, penalty_points, penalties_to_end, rows_to_end, has_lucky;
    int states, penalty_states;
    const int *first_lock, *lock_bit;                    // [row]
    const int *white_bit, *colour_bit, *colour_row;      // [sum, row], [colour, sum] twice
    const int *lucky_mask, *row_number;                  // [pair], [code]
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

struct Way {
    unsigned short mask1, mask2;
    signed char row1, row2;  // -1: nothing
    unsigned char locks1, locks2, colour2;
    unsigned char crossed;   // whether action 1 crosses (or has crossed) a cell
};

struct Room {  // what a warp works in
    int rows[SEATS][4], penalties[SEATS], lucky[SEATS], policy[SEATS];
    int closed, active, players, over;
    int dice[6];
    int first[SEATS], number[SEATS];   // where a seat's ways begin, and how many there are
    Way ways[WAYS];
    Way picks[POLICIES][SEATS];        // supposed by each policy
    Way chosen[SEATS];
    float worth[ACTIVE_WAYS + 3];
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

// Ways.

ON_CARD bool takes(const Rules& rules, int mask, int row, int bit) {
    return bit > mask && (bit < rules.first_lock[row] || ones(mask) >= rules.needed);
}

ON_CARD int crossed_mask(const Rules& rules, int mask, int row, int bit, unsigned char& locks) {
    bool closes = bit >= rules.first_lock[row];
    locks = closes ? 1 << row : 0;
    return mask | bit | (closes ? rules.lock_bit[row] : 0);
}

ON_CARD Way nothing(int crossed) { return Way{0, 0, -1, -1, 0, 0, 0, (unsigned char)crossed}; }

// Option 0 is nothing, 1 to 4 a row's cell with the white sum, 5 to 8 a lucky cell.
ON_CARD bool white_way(const Rules& rules, const Room& r, int seat, int option, Way& way) {
    way = nothing(0);
    if (option == 0) return true;
    int row = (option - 1) & 3, mask = r.rows[seat][row], sum = r.dice[0] + r.dice[1];
    if (r.closed >> row & 1) return false;
    int bit = rules.white_bit[4 * sum + row];
    bool legal = bit && takes(rules, mask, row, bit);
    if (option > 4) {
        if (!rules.has_lucky || !(rules.lucky_mask[r.lucky[seat]] >> sum & 1)) return false;
        int fewest = 99;
        for (int k = 0; k < 4; k++) fewest = min(fewest, ones(r.rows[seat][k]));
        int next = 1 << length(mask);
        if (ones(mask) != fewest || next >= rules.lock_bit[row]) return false;
        if (!takes(rules, mask, row, next) || (legal && next == bit)) return false;
        bit = next;
    } else if (!legal) {
        return false;
    }
    way.row1 = row;
    way.mask1 = crossed_mask(rules, mask, row, bit, way.locks1);
    way.crossed = 1;
    return true;
}

// Adds an action 2 to a way. Option 0 is nothing, 1 + 2 * colour + die the sum of both.
ON_CARD bool colour_way(const Rules& rules, const Room& r, int seat, int option, Way& way) {
    if (option == 0) return true;
    int shut = r.closed | way.locks1, colour = (option - 1) >> 1, die = (option - 1) & 1;
    if (ones(shut) >= rules.rows_to_end || (shut >> colour & 1)) return false;
    if (die && r.dice[0] == r.dice[1]) return false;
    int sum = r.dice[die] + r.dice[2 + colour];
    int bit = rules.colour_bit[19 * colour + sum], row = rules.colour_row[19 * colour + sum];
    int mask = way.row1 == row ? way.mask1 : r.rows[seat][row];
    if (!bit || (shut >> row & 1) || !takes(rules, mask, row, bit)) return false;
    way.row2 = row;
    way.colour2 = colour;
    way.mask2 = crossed_mask(rules, mask, row, bit, way.locks2);
    return true;
}

ON_CARD int list_ways(const Rules& rules, Room& r, int seat, int at, bool whites, int crossed) {
    bool colours = seat == r.active;
    int step = colours ? COLOURS : 1;
    int all = (whites ? (rules.has_lucky ? WHITES : 5) : 1) * step, number = 0;
    for (int k = LANE; k < all + LANE; k += LANES) {
        Way way = nothing(crossed);
        bool fits = k < all;
        if (fits && whites) fits = white_way(rules, r, seat, k / step, way);
        if (fits && colours) fits = colour_way(rules, r, seat, k % step, way);
        int found;
        int place = number + place_of(fits, found);
        if (fits) r.ways[at + place] = way;
        number += found;
    }
    TOGETHER;
    return number;
}

// The end of a turn, and what it is worth.

struct End {
    int closed;
    bool over, plays, penalty;
};

// How the turn ends if `seat` goes this way, the others as in `picks`, or doing nothing.
ON_CARD End end_of(const Rules& rules, const Room& r, int seat, const Way& way, const Way* picks) {
    End end{r.closed | way.locks1, false, false, false};
    if (picks)
        for (int q = 0; q < r.players; q++)
            if (q != seat) end.closed |= picks[q].locks1;
    end.over = ones(end.closed) >= rules.rows_to_end;
    if (end.over || (seat != r.active && !picks)) return end;
    const Way& mover = seat == r.active ? way : picks[r.active];
    if (mover.row2 >= 0 && !((end.closed >> mover.row2 | end.closed >> mover.colour2) & 1)) {
        end.plays = true;
        end.closed |= mover.locks2;
        end.over = ones(end.closed) >= rules.rows_to_end;
    } else if (!mover.crossed) {
        end.penalty = true;
        end.over = r.penalties[r.active] + 1 >= rules.penalties_to_end;
    }
    return end;
}

ON_CARD int mask_at(
    const Room& r, const End& end, int seat, const Way& way, const Way* picks, int q, int row) {
    const Way* own = q == seat ? &way : picks ? picks + q : nullptr;
    if (end.plays && q == r.active && own->row2 == row) return own->mask2;
    return own && own->row1 == row ? own->mask1 : r.rows[q][row];
}

ON_CARD int total_at(
    const Rules& rules, const Room& r, const End& end, int seat, const Way& way, const Way* picks,
    int q) {
    int total = -rules.penalty_points * (r.penalties[q] + (end.penalty && q == r.active));
    for (int row = 0; row < 4; row++) {
        int n = ones(mask_at(r, end, seat, way, picks, q, row));
        total += n * (n + 1) / 2;
    }
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
ON_CARD float sheet_worth(
    const Rules& rules, const Room& r, const End& end, int seat, const Way& way, const Way* picks,
    int q) {
    float worth = -rules.penalty_value * (r.penalties[q] + (end.penalty && q == r.active));
    for (int row = 0; row < 4; row++) {
        int mask = mask_at(r, end, seat, way, picks, q, row);
        worth += rules.row_values[row * rules.states + state_of(rules, mask, end.closed >> row & 1)];
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
            totals[q] = total_at(rules, r, end, seat, way, picks, q);
        share_and_lead(totals, r.players, seat, share, lead);
        return FAR_OFF * (share - 0.5f) + lead;
    }
    float own = sheet_worth(rules, r, end, seat, way, picks, seat), best = -1e30f;
    if (policy == HEURISTIC) return own;
    for (int q = 0; q < r.players; q++)
        if (q != seat) best = max(best, sheet_worth(rules, r, end, seat, way, picks, q));
    return own - best;
}

// A position as the lines and scalars of the network, in place `at` of the room.
ON_CARD void see(
    const Rules& rules, Room& r, int seat, const Way& way, const Way* picks, const End& end,
    int next, int at) {
    int totals[SEATS];
    unsigned short* lines = r.lines[at];
    int penalty_lines = SEATS * 4 * rules.states;
    int lucky_lines = penalty_lines + SEATS * rules.penalty_states;
    for (int slot = 0; slot < r.players; slot++) {
        int q = seat + slot < r.players ? seat + slot : seat + slot - r.players;
        int penalties = r.penalties[q] + (end.penalty && q == r.active), total = 0;
        for (int row = 0; row < 4; row++) {
            int mask = mask_at(r, end, seat, way, picks, q, row), n = ones(mask);
            total += n * (n + 1) / 2;
            int state = state_of(rules, mask, end.closed >> row & 1);
            *lines++ = (4 * slot + row) * rules.states + state;
        }
        *lines++ = penalty_lines + slot * rules.penalty_states + 2 * penalties + (q == next);
        if (rules.has_lucky) *lines++ = lucky_lines + slot * 8 + r.lucky[q];
        totals[slot] = total - rules.penalty_points * penalties;
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
    int width = r.players * (rules.has_lucky ? 6 : 5);
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

ON_CARD bool alike(const Way& a, const Way& b) {
    return a.row1 == b.row1 && a.mask1 == b.mask1 && a.row2 == b.row2 && a.mask2 == b.mask2;
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
        if (q != seat) same &= alike(r.picks[policy][q], supposed[q]);
    float people = same ? 0 : net.people;
    clear(r, number);
    if (people < 1)
        judge_ways(rules, net, second, r, seat, ways, number, r.picks[policy], 1 - people);
    if (people > 0) judge_ways(rules, net, second, r, seat, ways, number, supposed, people);
    add_errors(r, number);
    return best_of(r.worth, number);
}

// One turn, from the dice on the table to the next roll or the end.
PART void play_turn(const Rules& rules, const Net* nets, const float* seconds, Room& r) {
    int at = 0;
    for (int seat = 0; seat < r.players; seat++) {
        int number = list_ways(rules, r, seat, at, true, 0);
        if (LANE == 0) r.first[seat] = at, r.number[seat] = number;
        at += number;
    }
    TOGETHER;
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
            const Way& way = r.chosen[seat];
            if (way.row1 >= 0) r.rows[seat][way.row1] = way.mask1;
            r.closed |= way.locks1;
        }
        r.over = ones(r.closed) >= rules.rows_to_end;
    }
    TOGETHER;
    if (r.over) return;
    int seat = r.active, crossed = r.chosen[seat].crossed, best = 0;
    int number = list_ways(rules, r, seat, 0, false, crossed);
    if (number > 1 && r.policy[seat] >= HEURISTIC) {
        best = readable_best(rules, r, r.policy[seat], seat, r.ways, number, nullptr);
    } else if (number > 1) {
        const float* second = seconds + r.policy[seat] * HIDDEN * SECOND;
        clear(r, number);
        judge_ways(rules, nets[r.policy[seat]], second, r, seat, r.ways, number, nullptr, 1.0f);
        add_errors(r, number);
        best = best_of(r.worth, number);
    }
    TOGETHER;
    if (LANE == 0) {
        const Way& way = r.ways[best];
        if (way.row2 >= 0) {
            r.rows[seat][way.row2] = way.mask2;
            r.closed |= way.locks2;
            r.over = ones(r.closed) >= rules.rows_to_end;
        } else if (!crossed) {
            r.penalties[seat]++;
            r.over = r.penalties[seat] >= rules.penalties_to_end;
        }
        r.active = seat + 1 < r.players ? seat + 1 : 0;
    }
    TOGETHER;
}

// Positions: [rows of every seat, penalties, lucky pairs, closed rows, active seat].

ON_CARD int position_width(int players) { return 6 * players + 2; }

ON_CARD void load(Room& r, const int* from, const int* policies, int players) {
    for (int q = LANE; q < players; q += LANES) {
        for (int row = 0; row < 4; row++) r.rows[q][row] = from[4 * q + row];
        r.penalties[q] = from[4 * players + q];
        r.lucky[q] = from[5 * players + q];
        r.policy[q] = policies[q];
    }
    if (LANE == 0) {
        r.closed = from[6 * players];
        r.active = from[6 * players + 1];
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
        for (int row = 0; row < 4; row++) to[4 * q + row] = r.rows[q][row];
        to[4 * players + q] = r.penalties[q];
        to[5 * players + q] = r.lucky[q];
    }
    if (LANE == 0) to[6 * players] = r.closed, to[6 * players + 1] = r.active;
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
    Way none = nothing(1);
    for (int q = LANE; q < 8; q += LANES) see(rules, r, q % players, none, nullptr, end, r.active, q);
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
        for (int row = 0; row < 4; row++) r.rows[q][row] = 0;
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
    End end{r.closed, true, false, false};
    Way none = nothing(1);
    for (int q = LANE; q < players; q += LANES)
        g.totals[game * players + q] = total_at(rules, r, end, 0, none, nullptr, q);
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

// Four positions are judged at a time; the last of them may be left over from before.
__device__ void clear_lines(Room& r) {
    for (int k = LANE; k < CHUNK * LINES; k += LANES) r.lines[0][k] = 0;
    for (int k = LANE; k < CHUNK * SCALARS; k += LANES) r.scalars[0][k] = 0;
    TOGETHER;
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

static const float* both_seconds(const Net* nets, int networks, float* to) {
    for (int n = 0; n < networks; n++)
        for (int k = 0; k < HIDDEN * SECOND; k++) to[n * HIDDEN * SECOND + k] = nets[n].second[k];
    return to;
}

extern "C" int expect_turns(const Rules* rules, const Net* nets, int networks, const Lessons* l) {
    static Room room;
    static float seconds[2 * HIDDEN * SECOND];
    both_seconds(nets, networks, seconds);
    int64_t all = (int64_t)l->number * l->looks * l->pairs;
    for (int64_t k = 0; k < all; k++) expect_part(*rules, nets, seconds, room, *l, k);
    return 0;
}

extern "C" int play_games(const Rules* rules, const Net* nets, int networks, const Games* g) {
    static Room room;
    static float seconds[2 * HIDDEN * SECOND];
    both_seconds(nets, networks, seconds);
    for (int game = 0; game < g->games; game++) play_game(*rules, nets, seconds, room, *g, game);
    return 0;
}

#endif
