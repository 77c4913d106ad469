// What everything works on: rules, networks, sheets, ways, and the room of a warp.

#pragma once

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
