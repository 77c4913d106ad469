// Turns and whole games of the dice sheets on a GPU: a warp each.
//
// The same rules and decisions as src/rowlock/bots (candidates judged at the end of the turn, in
// action 1 against what the others are likely to cross, action 2 once action 1 is known), written
// so that a GPU plays more than six million turns a second. `turns.py` loads it and says what the
// arrays hold; `check_turns.py` compares it with the package, turn by turn.
//
// This file has the doors; cuda/ has the rest, each part upon the one before:
//   table, lanes, crosses, ways, ends, network, choices, games
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

#include "cuda/games.cuh"

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
