/* Connect four in C: the limit that moon_envs is measured against.
 *
 * One step is the work of `batch.step(batch.sample())` on moon_envs.Batch, and the same arrays are written for every
 * game: a uniformly random legal action (SplitMix64, one state for each game), a check that all actions are legal
 * before any game moves, the move, win and draw detection, reward of both players, done, illegal, actor, decisions, a
 * new game at once where one ended (its points, length and last observation are kept), the int8 mask of 7 actions, and
 * the observation of the actor twice, as 84 raw int16 features and as 84 float32 numbers. Boards and tables are those
 * of the kernels in game/; everything is known when it is compiled, and nothing is called through a pointer.
 *
 * As a program:  connect_four SECONDS WARM_UP_SECONDS  prints the number of steps, wall seconds and CPU seconds.
 * As a library (-shared): start, sample and step work on a batch that the caller owns; the tests compare every byte.
 *
 * Cell row * 7 + column is one bit of a board, row 0 is the bottom row.
 */

#define _POSIX_C_SOURCE 199309L
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GAMES = 1024, ROWS = 6, COLUMNS = 7, CELLS = ROWS * COLUMNS, PLAYERS = 2, FEATURES = PLAYERS * CELLS };
enum { NOBODY = -1, STEPS_BETWEEN_LOOKS_AT_THE_CLOCK = 64 };

#define FULL_BOARD ((UINT64_C(1) << CELLS) - 1)
#define FIRST_COLUMN UINT64_C(0x0810204081)
#define ROOM_TO_THE_RIGHT (FIRST_COLUMN * 0x0f) /* columns 0 to 3: a line of four to the right fits */
#define ROOM_TO_THE_LEFT (FIRST_COLUMN * 0x78)  /* columns 3 to 6 */

typedef struct {
    uint64_t seed, random;
    int64_t decisions;
    int8_t player_count, actor, winner;
    uint64_t stones[PLAYERS];
} State;

typedef struct {
    State states[GAMES];
    uint64_t random[GAMES]; /* of the random player, apart from the games' own */
    int64_t actions[GAMES];
    int64_t actor[GAMES];
    int64_t final_decisions[GAMES];
    float observation[GAMES][FEATURES];
    float final_observation[GAMES][FEATURES];
    float reward[GAMES][PLAYERS];
    float final_outcome[GAMES][PLAYERS];
    int32_t final_points[GAMES][PLAYERS];
    int16_t features[GAMES][FEATURES];
    int8_t mask[GAMES][COLUMNS];
    bool done[GAMES];
    bool illegal[GAMES]; /* always false: nothing moves when an action is not legal */
} Batch;

static const uint64_t golden_gamma = UINT64_C(0x9E3779B97F4A7C15);
static const uint64_t first_multiplier = UINT64_C(0xBF58476D1CE4E5B9);
static const uint64_t second_multiplier = UINT64_C(0x94D049BB133111EB);

static inline uint64_t mix(uint64_t word) {
    word = (word ^ (word >> 30)) * first_multiplier;
    word = (word ^ (word >> 27)) * second_multiplier;
    return word ^ (word >> 31);
}

static inline uint64_t lines_of_four(uint64_t stones, int step) {
    uint64_t pairs = stones & (stones >> step);
    return pairs & (pairs >> (2 * step));
}

static inline bool has_four_in_a_row(uint64_t stones) {
    uint64_t lines = lines_of_four(stones, COLUMNS);
    lines |= lines_of_four(stones, 1) & ROOM_TO_THE_RIGHT;
    lines |= lines_of_four(stones, COLUMNS + 1) & ROOM_TO_THE_RIGHT;
    lines |= lines_of_four(stones, COLUMNS - 1) & ROOM_TO_THE_LEFT;
    return lines != 0;
}

static inline void start_game(State *state, uint64_t seed) {
    state->seed = seed;
    state->random = mix(seed ^ first_multiplier);
    state->decisions = 0;
    state->stones[0] = state->stones[1] = 0;
    state->actor = 0;
    state->winner = NOBODY;
    state->player_count = PLAYERS;
}

static inline void drop_stone(State *state, int64_t column) {
    int64_t actor = state->actor;
    state->decisions++;
    uint64_t taken = state->stones[0] | state->stones[1];
    uint64_t empty_in_column = (FIRST_COLUMN << column) & ~taken;
    uint64_t landing_cell = empty_in_column & -empty_in_column;
    uint64_t stones = state->stones[actor] |= landing_cell;
    if (has_four_in_a_row(stones)) {
        state->winner = actor;
        state->actor = NOBODY;
    } else if ((taken | landing_cell) == FULL_BOARD) {
        state->actor = NOBODY;
    } else {
        state->actor = 1 - actor;
    }
}

/* bits_of_byte[byte][bit], and the mask for each set of stones in the top row: the tables that the kernels use too. */
#define BIT(b, n) ((b) >> (n) & 1)
#define BITS(b) {BIT(b, 0), BIT(b, 1), BIT(b, 2), BIT(b, 3), BIT(b, 4), BIT(b, 5), BIT(b, 6), BIT(b, 7)}
#define BITS_4(b) BITS(b), BITS((b) + 1), BITS((b) + 2), BITS((b) + 3)
#define BITS_16(b) BITS_4(b), BITS_4((b) + 4), BITS_4((b) + 8), BITS_4((b) + 12)
#define BITS_64(b) BITS_16(b), BITS_16((b) + 16), BITS_16((b) + 32), BITS_16((b) + 48)
static const int16_t bits_of_byte[256][8] = {BITS_64(0), BITS_64(64), BITS_64(128), BITS_64(192)};
static const int8_t bits_of_empty[256][8] = {BITS_64(0), BITS_64(64), BITS_64(128), BITS_64(192)};

static inline void observe(const State *state, int64_t player, int16_t *restrict features, float *restrict scaled) {
    uint64_t own = state->stones[player], other = state->stones[1 - player];
    uint64_t first_word = own | other << CELLS, second_word = other >> (64 - CELLS);
    for (int byte = 0; byte < 8; byte++) {
        memcpy(features + 8 * byte, bits_of_byte[first_word >> (8 * byte) & 0xff], 8 * sizeof *features);
    }
    for (int byte = 0; byte < 2; byte++) {
        memcpy(features + 64 + 8 * byte, bits_of_byte[second_word >> (8 * byte) & 0xff], 8 * sizeof *features);
    }
    memcpy(features + 80, bits_of_byte[second_word >> 16], 4 * sizeof *features);
    for (int index = 0; index < FEATURES; index++) {
        scaled[index] = features[index];
    }
}

static inline void view(Batch *batch, int row) {
    const State *state = &batch->states[row];
    uint64_t empty = FULL_BOARD & ~(state->stones[0] | state->stones[1]);
    memcpy(batch->mask[row], bits_of_empty[empty >> (CELLS - COLUMNS)], COLUMNS);
    batch->actor[row] = state->actor;
    observe(state, state->actor, batch->features[row], batch->observation[row]);
}

static inline void finish_game(Batch *batch, int row) {
    State *state = &batch->states[row];
    for (int player = 0; player < PLAYERS; player++) {
        batch->final_points[row][player] = state->winner == player;
        batch->reward[row][player] = state->winner == NOBODY ? 0.0f : state->winner == player ? 1.0f : -1.0f;
        batch->final_outcome[row][player] = batch->reward[row][player];
    }
    batch->done[row] = true;
    batch->final_decisions[row] = state->decisions;
    observe(state, 0, batch->features[row], batch->final_observation[row]);
    start_game(state, mix(state->seed + golden_gamma));
}

/* New games in all rows: row i is dealt from seed + i. */
void start(Batch *batch, uint64_t seed) {
    for (int row = 0; row < GAMES; row++) {
        batch->random[row] = mix(seed + row + golden_gamma);
        batch->done[row] = batch->illegal[row] = false;
        batch->reward[row][0] = batch->reward[row][1] = 0.0f;
        start_game(&batch->states[row], seed + row);
        view(batch, row);
    }
}

/* A uniformly random legal action for every game. */
void sample(Batch *batch) {
    for (int row = 0; row < GAMES; row++) {
        const int8_t *mask = batch->mask[row];
        int count = 0;
        for (int column = 0; column < COLUMNS; column++) {
            count += mask[column];
        }
        batch->random[row] += golden_gamma;
        int chosen = (mix(batch->random[row]) >> 32) * count >> 32;
        int action = 0, legal_so_far = 0;
        for (int column = 0; column < COLUMNS; column++) {
            legal_so_far += mask[column];
            action += legal_so_far <= chosen;
        }
        batch->actions[row] = action;
    }
}

/* One decision in every game. Returns the first row with an illegal action (and no game has moved), or -1. */
int64_t step(Batch *batch) {
    for (int row = 0; row < GAMES; row++) {
        uint64_t action = batch->actions[row];
        if (action >= COLUMNS || !batch->mask[row][action]) {
            return row;
        }
    }
    for (int row = 0; row < GAMES; row++) {
        State *state = &batch->states[row];
        batch->illegal[row] = false;
        drop_stone(state, batch->actions[row]);
        if (state->actor == NOBODY) {
            finish_game(batch, row);
        } else {
            batch->done[row] = false;
            batch->reward[row][0] = batch->reward[row][1] = 0.0f;
        }
        view(batch, row);
    }
    return -1;
}

static double seconds_on(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

/* Plays for this long; returns the number of steps and sets how long it really took. */
static int64_t play(Batch *batch, double seconds, double *wall, double *cpu) {
    int64_t steps = 0;
    double wall_start = seconds_on(CLOCK_MONOTONIC), cpu_start = seconds_on(CLOCK_PROCESS_CPUTIME_ID);
    do {
        for (int repeat = 0; repeat < STEPS_BETWEEN_LOOKS_AT_THE_CLOCK; repeat++) {
            sample(batch);
            if (step(batch) >= 0) {
                abort();
            }
        }
        steps += (int64_t)STEPS_BETWEEN_LOOKS_AT_THE_CLOCK * GAMES;
        *wall = seconds_on(CLOCK_MONOTONIC) - wall_start;
    } while (*wall < seconds);
    *cpu = seconds_on(CLOCK_PROCESS_CPUTIME_ID) - cpu_start;
    return steps;
}

int main(int count, char **arguments) {
    static Batch batch;
    double wall, cpu;
    start(&batch, 0);
    play(&batch, count > 2 ? atof(arguments[2]) : 0.5, &wall, &cpu);
    int64_t steps = play(&batch, count > 1 ? atof(arguments[1]) : 3.0, &wall, &cpu);
    printf("%lld %.9f %.9f\n", (long long)steps, wall, cpu);
    return 0;
}
