// The sweep for a GPU: one thread for each sheet and number of penalties.
//
// The same steps as sweep.py, in the order that suits thousands of small threads: nothing is
// shared between them, every white sum is handled on its own, and crosses may set off chains on
// a bonus bar. The host launches the sheets of one level at a time, the most penalties first.
//
// Fixed by the host for each sheet: SIDES, CELLS (longest row), STATES (row states), BARS (places
// of the next free square of the bonus bar, 1 without a bar), PENALTIES and ROWS_TO_END (what ends
// the game), PENALTY (points), PHASES (players), FOLD (whether the halves are folded), SECOND
// (second halves), PLACES (length of the table), LUCKY (bit mask of lucky sums).

#define SLOTS 4
#define SUMS (2 * SIDES + 1)
#define ILLEGAL 65535
#define NOWHERE 255
#define LANES 4
#define GROUPS ((PENALTIES + LANES - 1) / LANES)
#define THROWS (SIDES * SIDES * SIDES * SIDES)
#define IMPOSSIBLE -1e300
#define NOT_ALLOWED -1.0

typedef long long Index;

struct Tables {
    const unsigned short *after;     // [slot, state, position]
    const float *gain;               // [slot, state, position]
    const unsigned char *start;      // [slot, state]
    const unsigned char *crosses;    // [slot, state]
    const unsigned char *closed;     // [slot, state]
    const unsigned short *half;      // [slot, state, state beside it]
    const unsigned short *first;     // [number, 2]: the row states of a first half
    const unsigned short *second;    // [number, 2]
    const unsigned char *white;      // [slot, sum]: position of the number, or NOWHERE
    const unsigned char *cell_slot;  // [colour, sum]: where the coloured cell stands
    const unsigned char *cell_position;
    const unsigned char *boxed;   // [slot, position]
    const unsigned char *square;  // [square]: the slot in which it crosses
};

struct Sheet {
    int state[SLOTS];
    int bar;  // the first square of the bar that may still be free
};

__device__ inline Index place_of(const Tables &t, const Sheet &s) {
    Index a = t.half[s.state[0] * STATES + s.state[1]];
    Index b = t.half[(2 * STATES + s.state[2]) * STATES + s.state[3]];
    Index place;
    if (FOLD) {
        Index high = a > b ? a : b;
        place = high * (high + 1) / 2 + (a + b - high);
    } else {
        place = a * SECOND + b;
    }
    return place * BARS + s.bar;
}

__device__ inline Index entry(int phase, Index place, int penalties) {
    return ((phase * GROUPS + penalties / LANES) * (Index)PLACES + place) * LANES +
           penalties % LANES;
}

__device__ inline bool is_closed(const Tables &t, const Sheet &s, int slot) {
    return t.closed[slot * STATES + s.state[slot]];
}

__device__ inline int closed_rows(const Tables &t, const Sheet &s) {
    int closed = 0;
    for (int slot = 0; slot < SLOTS; slot++) closed += is_closed(t, s, slot);
    return closed;
}

// Cross a cell and all that its box sets off (BA-02 to BA-05); the points gained, which may be none
// (DA-05), or NOT_ALLOWED.
__device__ inline double cross(const Tables &t, Sheet &s, int slot, int position) {
    double gained = NOT_ALLOWED;
    while (position < CELLS) {
        int at = (slot * STATES + s.state[slot]) * CELLS + position;
        if (t.after[at] == ILLEGAL) break;
        gained = (gained == NOT_ALLOWED ? 0.0 : gained) + t.gain[at];
        s.state[slot] = t.after[at];
        if (BARS == 1 || !t.boxed[slot * CELLS + position]) break;
        while (s.bar < BARS - 1 && is_closed(t, s, t.square[s.bar])) s.bar++;
        if (s.bar == BARS - 1) break;
        slot = t.square[s.bar++];
        position = t.start[slot * STATES + s.state[slot]];
    }
    return gained;
}

// The cells that a white sum offers: option 0..3 by its number, 4..7 as a lucky number (L-04).
#define OPTIONS (LUCKY ? 2 * SLOTS : SLOTS)

__device__ inline double cross_white(const Tables &t, Sheet &s, int sum, int option) {
    int slot = option % SLOTS;
    if (option < SLOTS) return cross(t, s, slot, t.white[slot * SUMS + sum]);
    if (!(LUCKY >> sum & 1)) return NOT_ALLOWED;
    int fewest = t.crosses[slot * STATES + s.state[slot]];
    for (int other = 0; other < SLOTS; other++)
        if (t.crosses[other * STATES + s.state[other]] < fewest) return NOT_ALLOWED;
    return cross(t, s, slot, t.start[slot * STATES + s.state[slot]]);
}

// For every coloured cell the best turn that ends with it, after a white cross (or none).
__device__ inline void raise_coloured(const Tables &t, const double *values, const Sheet &s,
                                      double gained, int penalties, double *best) {
    for (int colour = 0; colour < SLOTS; colour++) {
        if (is_closed(t, s, colour)) continue;  // its die is gone (C-12)
        for (int number = 2; number < SUMS; number++) {
            int slot = t.cell_slot[colour * SUMS + number];
            if (slot == NOWHERE) continue;
            Sheet after = s;
            double more = cross(t, after, slot, t.cell_position[colour * SUMS + number]);
            if (more == NOT_ALLOWED) continue;
            double worth =
                gained + more + values[entry(PHASES - 1, place_of(t, after), penalties)];
            double &known = best[colour * SUMS + number];
            if (worth > known) known = worth;
        }
    }
}

// The mean worth of the best move thrown, over all throws of the coloured dice.
__device__ inline double expected(const double *found, const unsigned char *chosen, int above,
                                  double floor, int u, int v) {
    unsigned shown[SLOTS] = {0, 0, 0, 0};
    int left = THROWS;
    double value = 0.0;
    for (int i = 0; i < above && left > 0; i++) {
        int colour = chosen[i] / SUMS, number = chosen[i] % SUMS;
        int low = number - u, high = number - v;
        if (low >= 1 && low <= SIDES) shown[colour] |= 1u << low;
        if (high >= 1 && high <= SIDES) shown[colour] |= 1u << high;
        int still = 1;
        for (int c = 0; c < SLOTS; c++) {
            int faces = 0;
            for (int face = 1; face <= SIDES; face++) faces += shown[c] >> face & 1;
            still *= SIDES - faces;
        }
        value += found[i] * (left - still);
        left = still;
    }
    return (value + floor * left) / THROWS;
}

__device__ double active_value(const Tables &t, const double *values, const Sheet &s,
                               int penalties, double penalty) {
    double single[SLOTS * SUMS], best[SLOTS * SUMS], found[SLOTS * CELLS];
    unsigned char chosen[SLOTS * CELLS];
    for (int i = 0; i < SLOTS * SUMS; i++) single[i] = IMPOSSIBLE;
    raise_coloured(t, values, s, 0.0, penalties, single);
    double value = 0.0;
    for (int sum = 2; sum < SUMS; sum++) {
        double floor = penalty;
        for (int i = 0; i < SLOTS * SUMS; i++) best[i] = single[i];
        for (int option = 0; option < OPTIONS; option++) {
            Sheet after = s;
            double gained = cross_white(t, after, sum, option);
            if (gained == NOT_ALLOWED) continue;
            double worth = gained + values[entry(PHASES - 1, place_of(t, after), penalties)];
            if (worth > floor) floor = worth;
            if (closed_rows(t, after) < ROWS_TO_END)  // else the game is over (C-13)
                raise_coloured(t, values, after, gained, penalties, best);
        }
        int above = 0;
        for (int i = 0; i < SLOTS * SUMS; i++) {
            if (best[i] <= floor) continue;
            int k = above++;
            for (; k > 0 && found[k - 1] < best[i]; k--) {
                found[k] = found[k - 1];
                chosen[k] = chosen[k - 1];
            }
            found[k] = best[i];
            chosen[k] = i;
        }
        for (int u = 1; 2 * u <= sum; u++) {
            int v = sum - u;
            if (v > SIDES) continue;
            value += (u == v ? 1 : 2) * expected(found, chosen, above, floor, u, v);
        }
    }
    return value / (SIDES * SIDES);
}

__device__ double passive_value(const Tables &t, const double *values, const Sheet &s, int phase,
                                int penalties, double waiting) {
    double value = 0.0;
    for (int sum = 2; sum < SUMS; sum++) {
        double best = waiting;
        for (int option = 0; option < OPTIONS; option++) {
            Sheet after = s;
            double gained = cross_white(t, after, sum, option);
            if (gained == NOT_ALLOWED) continue;
            double worth = gained + values[entry(phase - 1, place_of(t, after), penalties)];
            if (worth > best) best = worth;
        }
        value += best * (sum <= SIDES + 1 ? sum - 1 : SUMS - sum);
    }
    return value / (SIDES * SIDES);
}

// Solve one sheet. `blocks` lists the sheets of a level: for each block the index of its first
// sheet, the lowest first half, the lowest second half, and how many second halves it has.
__device__ void solve_one(const Tables &t, double *values, const Index *blocks, int block_count,
                          Index index, int penalties) {
    int bar = index % BARS;
    index /= BARS;
    int block = 0;
    while (block + 1 < block_count && index >= blocks[4 * (block + 1)]) block++;
    const Index *here = blocks + 4 * block;
    Index a = here[1] + (index - here[0]) / here[3];
    Index b = here[2] + (index - here[0]) % here[3];
    if (FOLD && b > a) return;
    Sheet s = {{t.first[2 * a], t.first[2 * a + 1], t.second[2 * b], t.second[2 * b + 1]}, bar};
    if (closed_rows(t, s) >= ROWS_TO_END) return;
    Index place = place_of(t, s);
    double penalty = -PENALTY;
    if (penalties + 1 < PENALTIES) penalty += values[entry(PHASES - 1, place, penalties + 1)];
    double value = active_value(t, values, s, penalties, penalty);
    values[entry(0, place, penalties)] = value;
    for (int phase = 1; phase < PHASES; phase++) {
        value = passive_value(t, values, s, phase, penalties, value);
        values[entry(phase, place, penalties)] = value;
    }
}

extern "C" __global__ void sweep(const Tables *tables, double *values, const Index *blocks,
                                 int block_count, Index sheets, int penalties) {
    Index index = blockIdx.x * (Index)blockDim.x + threadIdx.x;
    if (index < sheets) solve_one(*tables, values, blocks, block_count, index, penalties);
}
