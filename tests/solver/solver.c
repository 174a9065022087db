/* The exact value of Cups for equal and unequal stocks: a complete table below, alpha-beta with null windows above.
 *
 * A position is a product of two sides (stock and cups of the mover, and of the other); pots are left out. Its value is
 * the mover's further gain minus the other's with best play. README.md beside this file says how the parts work,
 * and why what they prove is proved.
 *
 * gcc -O3 -march=native -fopenmp -DCUPS=4 -o solver solver.c
 */
#define _GNU_SOURCE
#include <errno.h>
#include <omp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#ifndef CUPS
#define CUPS 4
#endif
#define MOVES (2 * CUPS)
#define MOST_BEANS 63
#define FAR 127

static void stop_with(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(2);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

/* Large pages make a random look-up about twice as fast. */
static void *reserve(size_t bytes, const char *what) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) stop_with("%.2f GB for %s: %s", bytes / 1e9, what, strerror(errno));
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

/* ---- Sides ------------------------------------------------------------------------------------------------------ */

/* All that follows from one side alone: one cache line for four cups. Moves are numbered drop 1..N, sow 1..N. */
typedef struct {
    int32_t after[MOVES];   /* the side after a move, -1 where the move is not legal */
    int32_t without[CUPS];  /* the side after losing what lies in a cup */
    uint8_t cups[CUPS];
    uint8_t is_empty;       /* a bit for each empty cup */
    uint8_t can_move;
    uint8_t stock;
    uint8_t excess;         /* beans taken out of blocked cups to fit into the table */
    int32_t reduced;        /* the number in the table of the side without its excess, -1 if it does not fit */
    int16_t worth, slope;   /* for the order of moves: in sixteenths of a bean, and for each bean of the other's stock */
} Side;

typedef struct {
    int most;               /* beans in stock and cups */
    int count;
    int layers;             /* p = 2 * stock + beans in cups: 0 .. layers - 1 */
    int base[MOST_BEANS + 1][MOST_BEANS + 1];
    int layer[2 * MOST_BEANS + 3];
    Side *side;
} Sides;

static int binomial[MOST_BEANS + CUPS + 2][CUPS + 2];

static void fill_binomials(void) {
    for (int n = 0; n < MOST_BEANS + CUPS + 2; n++)
        for (int k = 0; k < CUPS + 2; k++)
            binomial[n][k] = k == 0 ? 1 : n == 0 ? 0 : binomial[n - 1][k - 1] + binomial[n - 1][k];
}

static int number_of(const Sides *sides, int stock, const int *cups) {
    int sum = 0, rank = 0;
    for (int i = 0; i < CUPS - 1; i++) {
        sum += cups[i];
        rank += binomial[sum + i][i + 1];
    }
    return sides->base[stock][sum + cups[CUPS - 1]] + rank;
}

/* Fitted to exact values of 2x4; for the order of moves alone. */
#include "weights.h"

static void weigh(Side *side) {
    double worth = WORTH_OF_STOCK * side->stock, slope = 0;
    for (int i = 0; i < CUPS; i++) {
        int needed = CUPS - i, beans = side->cups[i];
        double w = (double)(i + 1) / CUPS;
        int j = CUPS == 4 ? i : (int)(w * 4 - 0.5);
        if (beans > needed) {
            worth += BLOCKED[j] + BLOCKED_BY_STOCK[j] * side->stock + DEAD[j] * (beans - needed);
            slope += BLOCKED_BY_OTHER[j];
        } else if (beans == needed) {
            worth += SOWABLE[j];
        } else if (beans > 0) {
            worth += FREE[j] * beans;
        } else {
            slope += EMPTY_BY_OTHER[j];
            worth += EMPTY_BY_STOCK[j] * side->stock;
        }
    }
    side->worth = (int16_t)(16 * worth);
    side->slope = (int16_t)(16 * slope);
}

static int cutting_rule;

/* Takes beans out of blocked cups, which stay blocked, until the side fits; returns how many, or -1. */
static int reduce(int *cups, int stock, int most) {
    int beans = stock, cut = 0;
    for (int i = 0; i < CUPS; i++) beans += cups[i];
    for (; beans > most; beans--, cut++) {
        int from = -1;
        for (int i = 0; i < CUPS; i++) {
            if (cups[i] <= CUPS - i + 1) continue;
            int spare = cups[i] - (CUPS - i + 1), best = from < 0 ? 0 : cups[from] - (CUPS - from + 1);
            if (from < 0 || (cutting_rule == 0 && spare > best) || (cutting_rule == 2 && spare < best)) from = i;
            if (cutting_rule == 1) from = i;
        }
        if (from < 0) return -1;
        cups[from]--;
    }
    return cut;
}

static void describe(Sides *sides, const Sides *table, int stock, const int *cups) {
    Side *side = &sides->side[number_of(sides, stock, cups)];
    int changed[CUPS];
    memset(side, 0, sizeof *side);
    side->stock = stock;
    for (int k = 1; k <= CUPS; k++) {
        side->after[k - 1] = side->after[CUPS + k - 1] = -1;
        side->cups[k - 1] = cups[k - 1];
        if (cups[k - 1] == 0) side->is_empty |= 1 << (k - 1);
        if (k <= stock) {
            for (int i = 0; i < CUPS; i++) changed[i] = cups[i] + (i < k);
            side->after[k - 1] = number_of(sides, stock - k, changed);
            side->can_move = 1;
        }
        if (cups[k - 1] == CUPS + 1 - k) {
            for (int i = 0; i < CUPS; i++) changed[i] = i < k - 1 ? cups[i] : i == k - 1 ? 0 : cups[i] + 1;
            side->after[CUPS + k - 1] = number_of(sides, stock, changed);
            side->can_move = 1;
        }
        memcpy(changed, cups, sizeof changed);
        changed[k - 1] = 0;
        side->without[k - 1] = number_of(sides, stock, changed);
    }
    memcpy(changed, cups, sizeof changed);
    int cut = reduce(changed, stock, table->most);
    side->reduced = cut < 0 ? -1 : number_of(table, stock, changed);
    side->excess = cut < 0 ? 0 : cut;
    weigh(side);
}

static void describe_all(Sides *sides, const Sides *table, int stock, int *cups, int cup, int left) {
    if (cup == CUPS) {
        describe(sides, table, stock, cups);
        return;
    }
    for (cups[cup] = 0; cups[cup] <= left; cups[cup]++)
        describe_all(sides, table, stock, cups, cup + 1, left - cups[cup]);
}

/* All sides with at most so many beans, numbered by p. `table` is NULL for the sides of the table itself. */
static Sides *all_sides(int most, const Sides *table) {
    Sides *sides = calloc(1, sizeof *sides);
    int cups[CUPS];
    sides->most = most;
    sides->layers = 2 * most + 1;
    for (int p = 0; p < sides->layers; p++) {
        sides->layer[p] = sides->count;
        for (int stock = 0; 2 * stock <= p; stock++) {
            int in_cups = p - 2 * stock;
            if (stock + in_cups > most) continue;
            sides->base[stock][in_cups] = sides->count;
            sides->count += binomial[in_cups + CUPS - 1][CUPS - 1];
        }
    }
    sides->layer[sides->layers] = sides->count;
    sides->side = reserve(sizeof(Side) * (size_t)sides->count, "the sides");
    for (int stock = 0; stock <= most; stock++)
        describe_all(sides, table ? table : sides, stock, cups, 0, most - stock);
    return sides;
}

/* ---- The table -------------------------------------------------------------------------------------------------- */

static Sides *table_sides;
static int8_t *table;       /* table[own * count + other] */
static size_t table_width;
static volatile sig_atomic_t is_interrupted;
static double deadline = 1e300;

#define TILE 32

/* One tile: every side of a layer to move, against some neighbours. Their few rows stay in the nearest cache. */
static void solve_tile(int from, int to, int first, int last, int8_t *buffer) {
    for (int b = first; b < last; b++) {
        const Side *other = &table_sides->side[b];
        const int8_t *row = table + b * table_width, *rows[CUPS];
        for (int k = 0; k < CUPS; k++) rows[k] = table + other->without[CUPS - 1 - k] * table_width;
        for (int a = from; a < to; a++) {
            const Side *own = &table_sides->side[a];
            int best = -FAR;
            for (int k = 0; k < CUPS && k < own->stock; k++) {
                bool captures = own->is_empty >> k & 1;
                int gain = captures ? other->cups[CUPS - 1 - k] : 0;
                int value = gain - (captures ? rows[k] : row)[own->after[k]];
                if (value > best) best = value;
            }
            for (int k = CUPS; k < MOVES; k++)
                if (own->after[k] >= 0 && 1 - row[own->after[k]] > best) best = 1 - row[own->after[k]];
            buffer[(a - from) * TILE + b - first] = best == -FAR ? 0 : best;
        }
    }
    for (int a = from; a < to; a++)
        memcpy(table + a * table_width + first, buffer + (a - from) * TILE, last - first);
}

static void build_table(int most, bool is_quiet) {
    double began = seconds(), told = began;
    table_sides = all_sides(most, NULL);
    table_width = table_sides->count;
    table = reserve(table_width * table_width, "the table");
    int widest = 0;
    for (int p = 0; p < table_sides->layers; p++) {
        int width = table_sides->layer[p + 1] - table_sides->layer[p];
        if (width > widest) widest = width;
    }
    const int *layer = table_sides->layer;
    double done = 0;
    for (int sum = 0; sum <= 2 * (table_sides->layers - 1); sum++) {
        for (int p = sum < table_sides->layers ? 0 : sum - table_sides->layers + 1; p <= sum && p < table_sides->layers; p++) {
            int q = sum - p, from = layer[p], to = layer[p + 1];
            #pragma omp parallel
            {
                int8_t *buffer = malloc((size_t)widest * TILE);
                #pragma omp for schedule(dynamic)
                for (int first = layer[q]; first < layer[q + 1]; first += TILE)
                    if (!is_interrupted)
                        solve_tile(from, to, first, first + TILE < layer[q + 1] ? first + TILE : layer[q + 1], buffer);
                free(buffer);
            }
            done += (double)(to - from) * (layer[q + 1] - layer[q]);
            if (is_interrupted) stop_with("interrupted while the table was built; nothing is proved yet");
        }
        /* Who can't move passes, and the answer lies in the same layer of sums. */
        for (int p = sum < table_sides->layers ? 0 : sum - table_sides->layers + 1; p <= sum && p < table_sides->layers; p++)
            for (int a = layer[p]; a < layer[p + 1]; a++) {
                if (table_sides->side[a].can_move) continue;
                for (int b = layer[sum - p]; b < layer[sum - p + 1]; b++)
                    if (table_sides->side[b].can_move)
                        table[a * table_width + b] = -table[b * table_width + a];
            }
        if (!is_quiet && seconds() - told > 10) {
            told = seconds();
            fprintf(stderr, "table: %.1f %% in %.0f s\n", 100 * done / ((double)table_width * table_width), told - began);
        }
    }
    if (!is_quiet)
        fprintf(stderr, "table: %d sides with at most %d beans, %.2f GB, %.1f s\n", table_sides->count, most,
                (double)table_width * table_width / 1e9, seconds() - began);
}

/* ---- The transposition table ------------------------------------------------------------------------------------ */

/* A key (both numbers of sides) is mixed by a bijection; its low bits choose a line of eight entries and all its
 * other bits are kept in the entry, so two positions can't be taken for one another.
 * An entry: lower + 128 (8 bits), upper + 128 (8), move (4), log2 of the nodes (6), used (1), free (1), key (36). */
#define ENTRIES 8
static _Atomic uint64_t *entries;
static int line_bits, key_bits, half_bits;
static uint64_t key_mask;

static void reserve_entries(int count_of_sides, double bytes) {
    for (half_bits = 1; 1 << half_bits < count_of_sides; half_bits++) {}
    key_bits = 2 * half_bits;
    key_mask = ((uint64_t)1 << key_bits) - 1;
    for (line_bits = 0; (double)((uint64_t)1 << (line_bits + 1)) * 64 <= bytes && line_bits + 1 < key_bits; line_bits++) {}
    if (key_bits - line_bits > 36) stop_with("a transposition table of %.2f GB can't hold whole keys: give --memory more", bytes / 1e9);
    entries = reserve(((uint64_t)1 << line_bits) * 64, "the transposition table");
}

static inline uint64_t mixed(int own, int other) {
    uint64_t key = (uint64_t)own << half_bits | (uint64_t)other;
    key = key * 0x9E3779B97F4A7C15u & key_mask;
    key ^= key >> half_bits;
    key = key * 0xD6E8FEB86659FD93u & key_mask;
    return key ^ key >> half_bits;
}

static inline _Atomic uint64_t *line_of(uint64_t key) {
    return entries + (key & (((uint64_t)1 << line_bits) - 1)) * ENTRIES;
}

typedef struct { int lower, upper, move; } Known;

static inline bool recall(uint64_t key, Known *known) {
    _Atomic uint64_t *line = line_of(key);
    uint64_t wanted = key >> line_bits;
    for (int i = 0; i < ENTRIES; i++) {
        uint64_t entry = atomic_load_explicit(&line[i], memory_order_relaxed);
        if (entry >> 28 == wanted && entry >> 26 & 1) {
            known->lower = (int)(entry & 255) - 128;
            known->upper = (int)(entry >> 8 & 255) - 128;
            known->move = (int)(entry >> 16 & 15);
            return true;
        }
    }
    return false;
}

static inline void remember(uint64_t key, int lower, int upper, int move, uint64_t nodes) {
    _Atomic uint64_t *line = line_of(key);
    uint64_t wanted = key >> line_bits, effort = nodes ? 64 - __builtin_clzll(nodes) : 0;
    int chosen = 0;
    uint64_t least = 99;
    for (int i = 0; i < ENTRIES; i++) {
        uint64_t entry = atomic_load_explicit(&line[i], memory_order_relaxed);
        if (!(entry >> 26 & 1)) {
            if (least) chosen = i;
            least = 0;
            continue;
        }
        if (entry >> 28 == wanted) {
            int was_lower = (int)(entry & 255) - 128, was_upper = (int)(entry >> 8 & 255) - 128;
            if (was_lower > lower) lower = was_lower;
            if (was_upper < upper) upper = was_upper;
            if ((entry >> 20 & 63) > effort) effort = entry >> 20 & 63;
            chosen = i;
            break;
        }
        if ((entry >> 20 & 63) < least) {
            least = entry >> 20 & 63;
            chosen = i;
        }
    }
    uint64_t entry = wanted << 28 | (uint64_t)1 << 26 | effort << 20 | (uint64_t)move << 16 |
                     (uint64_t)(upper + 128) << 8 | (uint64_t)(lower + 128);
    atomic_store_explicit(&line[chosen], entry, memory_order_relaxed);
}

/* ---- The search ------------------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t nodes, looked_up;
    uint64_t random;
    int noise;              /* sixteenths of a bean by which the order of moves is disturbed */
} Worker;

static Sides *sides;
static volatile int is_decided;
static int uses_bounds = 1;
static uint64_t most_nodes;    /* of one question; 0 is no limit */

#define DROP_BONUS 16
#define SOW_BONUS 40

typedef struct { int32_t own, other; int gain, estimate, lower, upper, move; uint64_t key; } Child;

/* Nothing is known of a side that does not fit; else the table bounds the value: each bean more in a blocked cup takes
 * nothing or one bean from its owner, and nothing at all where the other has no stock to capture with. */
static inline bool look_up(const Side *own, const Side *other, int *lower, int *upper) {
    if ((own->reduced | other->reduced) < 0) return false;
    int value = table[own->reduced * table_width + other->reduced];
    *lower = value - (other->stock ? own->excess : 0);
    *upper = value + (own->stock ? other->excess : 0);
    return uses_bounds || !(own->excess | other->excess);
}

/* Whether the value is at least beta: a result >= beta is a lower bound of it, a smaller one an upper bound. */
static int search(Worker *worker, int own_number, int other_number, int beta) {
    const Side *own = &sides->side[own_number], *other = &sides->side[other_number];
    if (!own->can_move) {
        if (!other->can_move) return 0;
        int lower, upper;
        if (look_up(other, own, &lower, &upper)) {
            if (lower == upper || -upper >= beta) return -upper;
            if (-lower < beta) return -lower;
        }
        return -search(worker, other_number, own_number, 1 - beta);
    }
    uint64_t began = worker->nodes++;
    if ((worker->nodes & 0xFFFF) == 0 && seconds() > deadline) is_interrupted = 1;
    if (most_nodes && worker->nodes > most_nodes) is_interrupted = 1;
    if (is_decided || is_interrupted) return beta;
    uint64_t key = mixed(own_number, other_number);
    Known known = {-FAR, FAR, 15};
    int remembered = 15;
    if (recall(key, &known)) {
        if (known.lower >= beta) return known.lower;
        if (known.upper < beta) return known.upper;
        remembered = known.move;
    }
    Child children[MOVES];
    int count = 0;
    for (int move = 0; move < MOVES; move++) {
        if (own->after[move] < 0) continue;
        Child *child = &children[count++];
        child->move = move;
        child->other = own->after[move];
        child->own = other_number;
        child->gain = move >= CUPS;
        if (move < CUPS && own->is_empty >> move & 1) {
            child->own = other->without[CUPS - 1 - move];
            child->gain = other->cups[CUPS - 1 - move];
        }
        const Side *next = &sides->side[child->own], *after = &sides->side[child->other];
        if ((next->reduced | after->reduced) >= 0)
            __builtin_prefetch(&table[next->reduced * table_width + after->reduced]);
        if ((next->reduced | after->reduced) < 0 || next->excess | after->excess) {
            child->key = mixed(child->own, child->other);
            __builtin_prefetch((const void *)line_of(child->key));
        }
    }
    int best = -FAR, best_move = 15, open = 0;
    for (int i = 0; i < count; i++) {
        Child child = children[i];
        const Side *next = &sides->side[child.own], *after = &sides->side[child.other];
        child.lower = -FAR, child.upper = FAR;
        if (look_up(next, after, &child.lower, &child.upper)) {
            worker->looked_up++;
        } else {
            child.lower = -FAR, child.upper = FAR;
        }
        if (child.lower < child.upper) {
            Known found;
            if (next->can_move && recall(child.key, &found)) {
                if (found.lower > child.lower) child.lower = found.lower;
                if (found.upper < child.upper) child.upper = found.upper;
            }
        }
        if (child.gain - child.upper >= beta) {
            best = child.gain - child.upper;
            best_move = child.move;
            goto decided;
        }
        if (child.gain - child.lower < beta) {
            if (child.gain - child.lower > best) {
                best = child.gain - child.lower;
                best_move = child.move;
            }
            continue;
        }
        if (child.upper < FAR && child.lower > -FAR)
            child.estimate = 16 * child.gain - 8 * (child.lower + child.upper);
        else
            child.estimate = 16 * child.gain - (next->worth - after->worth + next->slope * after->stock - after->slope * next->stock);
        /* Of moves about as good, those first that bring the game nearer to its end: their trees are smaller. */
        child.estimate += child.move < CUPS ? DROP_BONUS * (child.move + 1) : SOW_BONUS;
        if (child.move == remembered) child.estimate += 100000;
        if (worker->noise) {
            worker->random = worker->random * 6364136223846793005u + 1442695040888963407u;
            child.estimate += (int)(worker->random >> 33) % worker->noise;
        }
        int j = open++;
        for (; j > 0 && children[j - 1].estimate < child.estimate; j--) children[j] = children[j - 1];
        children[j] = child;
    }
    for (int i = 0; i < open; i++) {
        Child *child = &children[i];
        int value = child->gain - search(worker, child->own, child->other, child->gain - beta + 1);
        if (is_decided || is_interrupted) return beta;
        if (value > best) {
            best = value;
            best_move = child->move;
            if (best >= beta) break;
        }
    }
decided:
    if (best >= beta)
        remember(key, best, known.upper, best_move, worker->nodes - began);
    else
        remember(key, known.lower, best, best_move, worker->nodes - began);
    return best;
}

static uint64_t all_nodes, all_looked_up;
static int thread_count = 1, first_noise, seed = 1;

/* Several threads ask the same question in different orders and share what they remember; the first to know ends it. */
static int ask(int own, int other, int beta) {
    int answer = 0;
    is_decided = 0;
    #pragma omp parallel num_threads(thread_count)
    {
        int me = omp_get_thread_num();
        Worker worker = {.random = (uint64_t)(seed + 77 * me), .noise = me ? first_noise + 24 : first_noise};
        int value = search(&worker, own, other, beta);
        #pragma omp critical
        {
            if (!is_decided && !is_interrupted) {
                answer = value;
                is_decided = 1;
            }
            all_nodes += worker.nodes;
            all_looked_up += worker.looked_up;
        }
    }
    is_decided = 0;
    return answer;
}

#ifndef WITHOUT_COMMANDS
static FILE *log_file;

static void tell(const char *format, ...) {
    va_list arguments;
    char line[400];
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    puts(line);
    fflush(stdout);
    if (log_file) {
        fputs(line, log_file);
        fputc('\n', log_file);
        fflush(log_file);
    }
}

/* Null windows from a guess on, each answer is a proved bound. */
static bool solve(int own, int other, int guess, int *lower, int *upper, const char *name) {
    double began = seconds();
    int beta = guess + 1;
    while (*lower < *upper) {
        if (beta <= *lower) beta = *lower + 1;
        if (beta > *upper) beta = *upper;
        uint64_t nodes = all_nodes;
        double started = seconds();
        int value = ask(own, other, beta);
        if (is_interrupted) return false;
        if (value >= beta) *lower = value; else *upper = value;
        if (name)
            tell("%s: value %s %d  (%llu nodes, %.1f s)", name, value >= beta ? ">=" : "<=", value,
                 (unsigned long long)(all_nodes - nodes), seconds() - started);
        beta = value >= beta ? value + 1 : value;
    }
    if (name) tell("%s: VALUE %d  (%.1f s in all)", name, *lower, seconds() - began);
    return true;
}

/* ---- Commands --------------------------------------------------------------------------------------------------- */

static void interrupt(int number) {
    (void)number;
    is_interrupted = 1;
}

static int number_from_text(const Sides *of, const char *text) {
    int counts[CUPS + 1], at = 0, used, sum = 0;
    for (int i = 0; i <= CUPS; i++) {
        if (sscanf(text + at, "%d%n", &counts[i], &used) != 1 || counts[i] < 0)
            stop_with("'%s' is not a side: give its %d cups from the left and its stock, as in \"1 0 2 ... 7\"", text, CUPS);
        at += used;
        sum += counts[i];
    }
    if (sum > of->most) stop_with("'%s' has %d beans; give --stock %d or more", text, sum, sum);
    return number_of(of, counts[CUPS], counts);
}

static double available_memory(void) {
    char line[200];
    double kilobytes = 0;
    FILE *file = fopen("/proc/meminfo", "r");
    while (file && fgets(line, sizeof line, file)) if (sscanf(line, "MemAvailable: %lf", &kilobytes) == 1) break;
    if (file) fclose(file);
    return kilobytes * 1024;
}

static const char *usage =
    "solver values   --stock S --table R [...]   values of equal stocks 1..S from the empty board\n"
    "solver start    --stock S --table R [...]   the value of the empty board with S beans each\n"
    "solver moves    --stock S --table R [...]   the exact value of each first move\n"
    "solver position --stock S --table R OWN OTHER   sides as \"cups from the left, stock\"\n"
    "solver sample   --stock S --table S --seed N --count C   exact values along random games\n"
    "options: --memory GB for the transposition table, --threads N, --noise SIXTEENTHS --seed N (order of moves),\n"
    "  --cut 0|1|2 (which blocked cup is cut first), --no-bounds, --guess V, --at-least V --at-most V (bounds\n"
    "  proved before), --seconds N, --log FILE, --quiet\n";

int main(int count, char **words) {
    int stock = 0, most = -1, guess = 0, lower = -FAR, upper = FAR, samples = 1000;
    bool is_quiet = false, has_guess = false;
    double memory = 0.25, limit = 0;
    const char *texts[2], *log_name = NULL;
    int text_count = 0;
    if (count < 2) stop_with("%s", usage);
    const char *command = words[1];
    for (int i = 2; i < count; i++) {
        const char *word = words[i];
        if (!strcmp(word, "--quiet")) { is_quiet = true; continue; }
        if (!strcmp(word, "--no-bounds")) { uses_bounds = 0; continue; }
        if (word[0] != '-') {
            if (text_count == 2) stop_with("'%s': two sides are enough\n%s", word, usage);
            texts[text_count++] = word;
            continue;
        }
        if (i + 1 == count) stop_with("%s needs a value\n%s", word, usage);
        const char *value = words[++i];
        if (!strcmp(word, "--stock")) stock = atoi(value);
        else if (!strcmp(word, "--table")) most = atoi(value);
        else if (!strcmp(word, "--memory")) memory = atof(value);
        else if (!strcmp(word, "--threads")) thread_count = atoi(value);
        else if (!strcmp(word, "--noise")) first_noise = atoi(value);
        else if (!strcmp(word, "--seed")) seed = atoi(value);
        else if (!strcmp(word, "--cut")) cutting_rule = atoi(value);
        else if (!strcmp(word, "--guess")) guess = atoi(value), has_guess = true;
        else if (!strcmp(word, "--at-least")) lower = atoi(value);
        else if (!strcmp(word, "--at-most")) upper = atoi(value);
        else if (!strcmp(word, "--seconds")) limit = atof(value);
        else if (!strcmp(word, "--count")) samples = atoi(value);
        else if (!strcmp(word, "--log")) log_name = value;
        else stop_with("unknown option %s\n%s", word, usage);
    }
    if (stock < 1 || stock > MOST_BEANS) stop_with("--stock %d: choose 1 to %d", stock, MOST_BEANS);
    if (most < 0 || most > stock) most = stock;
    if (log_name && !(log_file = fopen(log_name, "a"))) stop_with("%s: %s", log_name, strerror(errno));
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    omp_set_num_threads(thread_count);
    fill_binomials();
    double sides_of_table = 1, sides_of_all = 1;
    for (int i = 1; i <= CUPS + 1; i++) {
        sides_of_table *= (double)(most + i) / i;
        sides_of_all *= (double)(stock + i) / i;
    }
    double need = sides_of_table * sides_of_table + memory * 1e9 + 64 * (sides_of_table + sides_of_all);
    if (!is_quiet) fprintf(stderr, "memory: %.2f GB (table %.2f, transpositions %.2f, sides %.2f); %.2f GB are available\n", need / 1e9,
            sides_of_table * sides_of_table / 1e9, memory, 64 * (sides_of_table + sides_of_all) / 1e9, available_memory() / 1e9);
    if (need > available_memory()) stop_with("not enough memory: give a smaller --table or --memory");
    if (limit) deadline = seconds() + limit;
    build_table(most, is_quiet);
    int empty[CUPS] = {0};
    double began = seconds();
    if (!strcmp(command, "sample")) {
        uint64_t random = (uint64_t)seed;
        for (int done = 0; done < samples;) {
            int own = number_of(table_sides, most, empty), other = own;
            for (;;) {
                const Side *mover = &table_sides->side[own], *idle = &table_sides->side[other];
                if (!mover->can_move && !idle->can_move) break;
                if (mover->can_move) {
                    printf("%d", table[own * table_width + other]);
                    for (int i = 0; i < CUPS; i++) printf(" %d", mover->cups[i]);
                    printf(" %d", mover->stock);
                    for (int i = 0; i < CUPS; i++) printf(" %d", idle->cups[i]);
                    printf(" %d\n", idle->stock);
                    done++;
                    int move, best = -FAR, chosen = -1;
                    random = random * 6364136223846793005u + 1442695040888963407u;
                    bool is_good = random >> 40 & 1;
                    for (move = 0; move < MOVES; move++) {
                        if (mover->after[move] < 0) continue;
                        bool captures = move < CUPS && mover->is_empty >> move & 1;
                        int gain = move >= CUPS ? 1 : captures ? idle->cups[CUPS - 1 - move] : 0;
                        int next = captures ? idle->without[CUPS - 1 - move] : other;
                        int value = gain - table[next * table_width + mover->after[move]];
                        random = random * 6364136223846793005u + 1442695040888963407u;
                        if (!is_good) value = (int)(random >> 40 & 63);
                        if (value > best) best = value, chosen = move;
                    }
                    if (chosen < CUPS && mover->is_empty >> chosen & 1) other = idle->without[CUPS - 1 - chosen];
                    own = mover->after[chosen];
                }
                int swap = own;
                own = other;
                other = swap;
            }
        }
        return 0;
    }
    sides = all_sides(stock, table_sides);
    reserve_entries(sides->count, memory * 1e9);
    if (!is_quiet) fprintf(stderr, "keys of %d bits, of which %d choose the line and %d are kept: none can collide\n", key_bits, line_bits,
            key_bits - line_bits);
    bool is_done = true;
    char name[80];
    if (!strcmp(command, "values")) {
        int last = 0;
        for (int each = 1; each <= stock && is_done; each++) {
            int root = number_of(sides, each, empty), low = -FAR, high = FAR;
            uint64_t nodes = all_nodes;
            double started = seconds();
            if (each <= most) {
                low = high = table[number_of(table_sides, each, empty) * (table_width + 1)];
            } else {
                is_done = solve(root, root, last, &low, &high, NULL);
            }
            if (is_done)
                tell("2x%d, %d beans each: %d  (%llu nodes, %.1f s)", CUPS, each, low, (unsigned long long)(all_nodes - nodes),
                     seconds() - started);
            else
                tell("2x%d, %d beans each: interrupted, %d to %d", CUPS, each, low, high);
            last = low;
        }
    } else if (!strcmp(command, "start")) {
        int root = number_of(sides, stock, empty);
        snprintf(name, sizeof name, "2x%d, %d beans each", CUPS, stock);
        is_done = solve(root, root, guess, &lower, &upper, name);
        if (!is_done) tell("%s: interrupted; proved so far: %d to %d", name, lower, upper);
    } else if (!strcmp(command, "moves")) {
        const Side *root = &sides->side[number_of(sides, stock, empty)];
        for (int k = 0; k < CUPS && is_done; k++) {
            int low = -FAR, high = FAR;
            snprintf(name, sizeof name, "2x%d, %d beans each, the other's view after drop %d", CUPS, stock, k + 1);
            is_done = solve(number_of(sides, stock, empty), root->after[k], has_guess ? -guess : 0, &low, &high, is_quiet ? NULL : name);
            tell("drop %d: %d to %d", k + 1, -high, -low);
        }
    } else if (!strcmp(command, "position")) {
        if (text_count != 2) stop_with("give both sides\n%s", usage);
        is_done = solve(number_from_text(sides, texts[0]), number_from_text(sides, texts[1]), guess, &lower, &upper, NULL);
        tell(is_done ? "%d" : "interrupted, %d to %d", lower, upper);
    } else {
        stop_with("unknown command %s\n%s", command, usage);
    }
    if (!is_quiet)
        fprintf(stderr, "%llu nodes, %llu look-ups, %.1f s, %.2f M nodes/s\n", (unsigned long long)all_nodes,
                (unsigned long long)all_looked_up, seconds() - began, all_nodes / (seconds() - began) / 1e6);
    return is_done ? 0 : 3;
}
#endif
