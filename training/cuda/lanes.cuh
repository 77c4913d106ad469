// Small things: bits, chance, and what the lanes of a warp do together.

#pragma once

#include "table.cuh"

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
