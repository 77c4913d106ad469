/* The yardstick of the kernel: random games of classic, two players, written by hand in C.
 *
 *     cc -O3 -march=native -o classic src/rowlock/bench/classic.c && ./classic SEED GAMES
 *
 * Same rules, same chance, same games as `rowlock simulate --bots random,random`; prints the sum
 * of all scores, the sum of all turns and the seconds of processor time, so that the figures
 * can be compared and the games checked against each other.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PLAYERS = 2, SIDES = 6, LAST = 1 << 10, LOCK = 1 << 11, REJECT = 184 /* 2^32 mod 6^3 */ };

typedef struct {
    uint64_t draws;
    int row[4];
    int penalties;
} sheet;

static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static const uint64_t GAMMA = 0x9E3779B97F4A7C15u;

static uint64_t word(uint64_t key, uint64_t lane, uint64_t n) {
    return mix(key + GAMMA * (8 * n + lane));
}

static int below(uint64_t key, uint64_t lane, uint64_t *n, uint32_t limit) {
    if (limit == 1) return 0;
    for (;;) {
        uint64_t product = (word(key, lane, (*n)++) >> 32) * limit;
        uint32_t rest = (uint32_t)product;
        if (rest >= limit || rest >= (UINT64_C(1) << 32) % limit) return (int)(product >> 32);
    }
}

static void roll(uint64_t key, uint64_t turn, int dice[6]) {
    for (uint64_t n = turn;; n += UINT64_C(1) << 32) {
        uint64_t both = word(key, 0, n);
        uint64_t half[2] = {both >> 32, both & 0xFFFFFFFFu};
        for (int die = 0; die < 6; die++) {
            half[die / 3] *= SIDES;
            dice[die] = (int)(half[die / 3] >> 32) + 1;
            half[die / 3] &= 0xFFFFFFFFu;
        }
        if (half[0] >= REJECT && half[1] >= REJECT) return;
    }
}

/* Rows 0 and 1 run 2..12, rows 2 and 3 run 12..2. */
static int cell(int row, int number) { return 1 << (row < 2 ? number - 2 : 12 - number); }

static int takes(int mask, int bit) {
    return mask < bit && (bit < LAST || __builtin_popcount((unsigned)mask) >= 5);
}

static void cross(sheet *own, int row, int bit, int *locking) {
    own->row[row] |= bit;
    if (bit == LAST) {
        own->row[row] |= LOCK;
        *locking |= 1 << row;
    }
}

static int points(const sheet *own) {
    int total = -5 * own->penalties;
    for (int row = 0; row < 4; row++) {
        int crosses = __builtin_popcount((unsigned)own->row[row]);
        total += crosses * (crosses + 1) / 2;
    }
    return total;
}

static int play(uint64_t key, int64_t *turns) {
    sheet table[PLAYERS] = {0};
    uint64_t draw = 0;
    int active = below(key, 6, &draw, PLAYERS);
    int closed = 0;
    for (uint64_t turn = 1;; turn++) {
        int dice[6], locking = 0, crossed = 0;
        roll(key, turn, dice);
        for (int seat = 0; seat < PLAYERS; seat++) {
            sheet *own = &table[seat];
            int choices[5], count = 0, sum = dice[0] + dice[1];
            choices[count++] = -1;
            for (int row = 0; row < 4; row++)
                if (!(closed >> row & 1) && takes(own->row[row], cell(row, sum)))
                    choices[count++] = row;
            int row = choices[below(key, (uint64_t)seat + 1, &own->draws, (uint32_t)count)];
            if (row >= 0) {
                cross(own, row, cell(row, sum), &locking);
                if (seat == active) crossed = 1;
            }
        }
        closed |= locking;
        if (__builtin_popcount((unsigned)closed) < 2) {
            sheet *own = &table[active];
            int rows[9], bits[9], count = 1;
            int low = dice[0] < dice[1] ? dice[0] : dice[1];
            int high = dice[0] < dice[1] ? dice[1] : dice[0];
            bits[0] = 0;
            for (int row = 0; row < 4; row++) {
                if (closed >> row & 1) continue;
                int bit = cell(row, low + dice[2 + row]);
                if (takes(own->row[row], bit)) rows[count] = row, bits[count++] = bit;
                bit = cell(row, high + dice[2 + row]);
                if (high != low && takes(own->row[row], bit)) rows[count] = row, bits[count++] = bit;
            }
            int k = below(key, (uint64_t)active + 1, &own->draws, (uint32_t)count);
            if (k) {
                cross(own, rows[k], bits[k], &locking);
                closed |= locking;
            } else if (!crossed) {
                own->penalties++;
            }
        }
        if (__builtin_popcount((unsigned)closed) >= 2 || table[active].penalties >= 4) {
            *turns += (int64_t)turn;
            break;
        }
        active = (active + 1) % PLAYERS;
    }
    int total = 0;
    for (int seat = 0; seat < PLAYERS; seat++) total += points(&table[seat]);
    return total;
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    int64_t games = argc > 2 ? atoll(argv[2]) : 1000000, scores = 0, turns = 0;
    uint64_t start = mix(seed + GAMMA);
    clock_t begun = clock();
    for (int64_t game = 0; game < games; game++)
        scores += play(mix(start + GAMMA * ((uint64_t)game + 1)) >> 1, &turns);
    double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    printf("%lld %lld %.6f\n", (long long)scores, (long long)turns, seconds);
    return 0;
}
