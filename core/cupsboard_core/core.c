/* The inner work of the searches and proofs of cupsboard's engine, for Cups and for sowing games of one lap.
 *
 * It does step by step what engine/search.py and engine/proving.py do, the order of moves and the count of nodes
 * included, so that a game is played alike with it and without it: what is said there of values, memory and proofs
 * holds here. Beans are bytes: a game with more than 255 of them is left to Python.
 */

#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define VERSION 4
#define MOST_CUPS 12
#define MOST_MOVES (2 * MOST_CUPS)
#define MOST_LINE 640 /* positions met before the root, and on the way below it */
#define INFINITE (1 << 30)
#define FAR ((1 << 21) - 1) /* in the memory, for INFINITE: 16,383 beans */
#define UNIT 128
#define FINE_BITS 6
#define BETWEEN_POLLS 16384
#define LONGEST 400
#define REMEMBERED_FIRST (1 << 24)

/* A position: the side to move comes first. */
typedef struct {
    uint8_t cups[2][MOST_CUPS];
    uint8_t stock[2];
    int16_t lead;
    uint8_t unused[4];
} Node;

typedef struct {
    int32_t guess, index, gain, again;
    Node node;
} Child;

/* What stands for a position: bits of its beans, well mixed. The memory keeps 70 of them: in a search of two million
 * positions two share these once in 500 million searches. */
typedef struct {
    uint64_t low, high;
} Key;

/* Four of them fill a line of the processor's cache. */
typedef struct {
    uint64_t key;
    int64_t low : 22, high : 22;
    uint64_t depth : 8, first_plus_one : 5, is_used : 1, more_of_key : 6;
} Entry;

/* What an entry says. */
typedef struct {
    int depth, low, high, first;
} Recalled;

typedef struct {
    Entry *entries;
    size_t size, count; /* size: a power of two, or 0 */
} Table;

typedef struct {
    Node node;
    int is_roots, beans;
} Met;

/* What a cup is worth to its owner, in parts of a unit: by itself, for each bean of the own stock, and of the other's. */
typedef struct {
    int32_t beans, per_own, slope;
} Part;

typedef struct Core {
    int kind, cups;
    /* Cups */
    int having_move, of_stock;
    Part of_cup[MOST_CUPS][257]; /* by the beans in the cup */
    /* sowing games */
    int sows_pot, skips_origin, goes_on_from_pot, captures_across, spares_last, must_feed;
    int ends_when_a_row_is_empty, ends_beyond_half, ends_at_repetition;
    uint8_t is_captured[257];
    int captures, threatened;
    int32_t worth[MOST_CUPS][256];
    /* a search or a proof */
    Table young, old;
    size_t most_kept;
    int64_t nodes, most_nodes, poll_at; /* most_nodes: -1 without a limit */
    int (*is_stopped)(void);
    jmp_buf stop;
    Met met[MOST_LINE];
    int met_count, is_roots, is_proof;
} Core;

enum { CUPS = 0, SOWING = 1 };

/* ---- memory ---- */

static uint64_t mixed(uint64_t one, uint64_t other) {
    unsigned __int128 product = (unsigned __int128)one * other;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static Key key_of(const Node *node) {
    uint64_t words[4];
    memcpy(words, node, sizeof words);
    uint64_t one = mixed(words[0] ^ 0xA0761D6478BD642Fu, words[1] ^ 0xE7037ED1A0B428DBu);
    uint64_t two = mixed(words[2] ^ 0x8EBC6AF09C88C6E3u, words[3] ^ 0x589965CC75374CC3u);
    uint64_t three = mixed(words[0] ^ 0x1D8E4E27C47D124Fu, words[2] ^ 0xEB44ACCAB455D165u);
    uint64_t four = mixed(words[1] ^ 0x9E3779B97F4A7C15u, words[3] ^ 0xBF58476D1CE4E5B9u);
    return (Key){mixed(one ^ 0x94D049BB133111EBu, two ^ four), mixed(three ^ 0xD6E8FEB86659FD93u, four ^ one)};
}

static Entry *place_for(const Table *table, uint64_t key, unsigned more_of_key) {
    for (size_t at = key & (table->size - 1);; at = (at + 1) & (table->size - 1)) {
        Entry *entry = &table->entries[at];
        if (!entry->is_used || (entry->key == key && entry->more_of_key == more_of_key)) return entry;
    }
}

static const Entry *found_in(const Table *table, Key key) {
    const Entry *entry = table->size ? place_for(table, key.low, key.high & 63) : NULL;
    return entry && entry->is_used ? entry : NULL;
}

static Recalled remembered(const Core *core, Key key) {
    const Entry *entry = found_in(&core->young, key);
    if (!entry) entry = found_in(&core->old, key);
    if (!entry) return (Recalled){-1, -INFINITE, INFINITE, -1};
    int low = entry->low, high = entry->high;
    return (Recalled){(int)entry->depth, low == -FAR ? -INFINITE : low, high == FAR ? INFINITE : high,
                      (int)entry->first_plus_one - 1};
}

/* Memory is far: what will be asked for soon is sent for now. */
static void expected(const Core *core, Key key) {
    if (core->young.size) __builtin_prefetch(&core->young.entries[key.low & (core->young.size - 1)]);
    if (core->old.size) __builtin_prefetch(&core->old.entries[key.low & (core->old.size - 1)]);
}

static void emptied(Table *table) {
    if (table->size) munmap(table->entries, table->size * sizeof(Entry));
    memset(table, 0, sizeof *table);
}

/* A table that can't grow is out of memory: the search stops with what it has. */
static void grown(Core *core, Table *table) {
    Table larger = {NULL, table->size ? (table->size < 1 << 21 ? 4 : 2) * table->size : 32768, table->count};
    size_t bytes = larger.size * sizeof(Entry);
    larger.entries = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (larger.entries == MAP_FAILED) longjmp(core->stop, 1);
    madvise(larger.entries, bytes, MADV_HUGEPAGE);
    for (size_t at = 0; at < table->size; at++)
        if (table->entries[at].is_used)
            *place_for(&larger, table->entries[at].key, table->entries[at].more_of_key) = table->entries[at];
    emptied(table);
    *table = larger;
}

static void keep(Core *core, Key key, int depth, int low, int high, int first) {
    if (core->young.count >= core->most_kept) {
        emptied(&core->old);
        core->old = core->young;
        memset(&core->young, 0, sizeof core->young);
    }
    if (3 * (core->young.count + 1) > 2 * core->young.size) grown(core, &core->young);
    Entry *entry = place_for(&core->young, key.low, key.high & 63);
    core->young.count += !entry->is_used;
    low = low < -FAR ? -FAR : low;
    high = high > FAR ? FAR : high;
    *entry = (Entry){key.low, low, high, (unsigned)depth, (unsigned)(first + 1), 1, key.high & 63};
}

/* ---- Cups ---- */

static int can_sow(const Core *core, const uint8_t *cups) {
    for (int i = 0; i < core->cups; i++)
        if (cups[i] == core->cups - i) return 1;
    return 0;
}

static int sowings_left(const Core *core, const uint8_t *cups) {
    uint8_t beans[MOST_CUPS];
    int size = core->cups, count = 0;
    memcpy(beans, cups, sizeof beans);
    for (int i = size - 1; i >= 0; i--)
        if (beans[i] == size - i) {
            beans[i] = 0;
            for (int right = i + 1; right < size; right++) beans[right]++;
            count++;
            i = size;
        }
    return count;
}

static Part summed(const Core *core, const uint8_t *cups) {
    Part sum = {0, 0, 0};
    for (int i = 0; i < core->cups; i++) {
        const Part *of = &core->of_cup[i][cups[i]];
        sum = (Part){sum.beans + of->beans, sum.per_own + of->per_own, sum.slope + of->slope};
    }
    return sum;
}

static void changed(const Core *core, Part *sum, int cup, int from, int to) {
    const Part *before = &core->of_cup[cup][from], *after = &core->of_cup[cup][to];
    sum->beans += after->beans - before->beans;
    sum->per_own += after->per_own - before->per_own;
    sum->slope += after->slope - before->slope;
}

static int worth_of(const Core *core, Part sum, int stock) {
    return (core->of_stock * stock + sum.beans + sum.per_own * stock) >> FINE_BITS;
}

/* Fill `children` with the moves of a position, if it isn't NULL, else look at them up to the first whose guess is
 * `beta` or more. Put into `count` how many moves there are; return the best guess, odd unless all are exact. */
static int cups_looked(const Core *core, const Node *node, int beta, Child *children, int *count) {
    const uint8_t *own = node->cups[0], *other = node->cups[1];
    int size = core->cups, other_stock = node->stock[1], best = -INFINITE, guessed = 0, is_good = 0;
    int drops = node->stock[0] < size ? node->stock[0] : size;
    Part mine = summed(core, own), theirs = summed(core, other), dropped = mine;
    *count = 0;
    for (int number = 0; number < 2 * size; number++) {
        int index = number % size, stock = node->stock[0], gain = 0, taken = -1, again = 0, guess;
        if (number < size ? number >= drops : own[index] != size - index) continue;
        int place = (*count)++;
        if (is_good) continue;
        Part after = mine, left = theirs;
        if (number < size) {
            stock -= number + 1;
            changed(core, &dropped, number, own[number], own[number] + 1);
            after = dropped;
            if (!own[number] && other[size - 1 - number]) taken = size - 1 - number;
        } else {
            gain = UNIT;
            changed(core, &after, index, own[index], 0);
            for (int i = index + 1; i < size; i++) changed(core, &after, i, own[i], own[i] + 1);
        }
        if (taken >= 0) {
            gain = other[taken] * UNIT;
            changed(core, &left, taken, other[taken], 0);
        }
        uint8_t rows[2][MOST_CUPS];
        if (children || !other_stock) {
            memcpy(rows, node->cups, sizeof rows);
            if (number < size)
                for (int i = 0; i <= number; i++) rows[0][i]++;
            else {
                rows[0][index] = 0;
                for (int i = index + 1; i < size; i++) rows[0][i]++;
            }
            if (taken >= 0) rows[1][taken] = 0;
        }
        if (!other_stock) again = !can_sow(core, rows[1]) && (stock || can_sow(core, rows[0]));
        if (stock || other_stock) {
            guess = gain + worth_of(core, after, stock) - worth_of(core, left, other_stock);
            guess += (after.slope >> FINE_BITS) * other_stock - (left.slope >> FINE_BITS) * stock;
            guess = (again ? guess + core->having_move : guess - core->having_move) | 1;
        } else guess = gain + (sowings_left(core, rows[0]) - sowings_left(core, rows[1])) * UNIT;
        if (children) {
            Child *child = &children[place];
            *child = (Child){guess, place, gain, again, {.lead = 0}};
            memcpy(child->node.cups[!again], rows[0], MOST_CUPS);
            memcpy(child->node.cups[again], rows[1], MOST_CUPS);
            child->node.stock[!again] = (uint8_t)stock;
            child->node.stock[again] = (uint8_t)other_stock;
        } else if (guess > best) {
            best = guess;
            is_good = guess >= beta;
        }
        if (!is_good) guessed |= guess;
    }
    return is_good ? best : best | (guessed & 1);
}

/* ---- sowing games ---- */

static Node turned(const Node *node) {
    Node after = {.lead = (int16_t)-node->lead};
    memcpy(after.cups[0], node->cups[1], MOST_CUPS);
    memcpy(after.cups[1], node->cups[0], MOST_CUPS);
    return after;
}

static int beans_in(const Core *core, const uint8_t *cups) {
    int beans = 0;
    for (int i = 0; i < core->cups; i++) beans += cups[i];
    return beans;
}

static int sown(const Core *core, const Node *node, int index, int must_feed, Node *sides, int *again);

static int feeds(const Core *core, const Node *node) {
    Node sides;
    int again;
    for (int i = 0; i < core->cups; i++)
        if (sown(core, node, i, 1, &sides, &again) >= 0) return 1;
    return 0;
}

static int is_over(const Core *core, const Node *node, int own, int other) {
    if (!own || (core->ends_when_a_row_is_empty && !other)) return 1;
    if (core->ends_beyond_half && abs(node->lead) > own + other) return 1;
    return !other && core->must_feed && !feeds(core, node);
}

/* The most beans that a sowing of `by` captures in `of` without coming round. */
static int most_captured(const Core *core, const uint8_t *by, const uint8_t *of, int beans_of) {
    int size = core->cups, most = 0;
    if (core->captures_across) {
        for (int i = 0; i < size; i++) {
            int last = i + by[i];
            if (by[i] && last < size && !by[last] && of[size - 1 - last] > most) most = of[size - 1 - last];
        }
        return most;
    }
    unsigned reach = 0;
    for (int i = 0; i < size; i++) {
        int last = i + by[i] - size - core->sows_pot;
        if (last >= 0 && last < size) reach |= 1u << last;
    }
    for (int i = 0, run = 0; i < size; i++) {
        run = core->is_captured[of[i] + 1] ? run + of[i] + 1 : 0;
        if (run > most && reach >> i & 1 && !(core->spares_last && run == beans_of + i + 1)) most = run;
    }
    return most;
}

static int valued(const Core *core, const Node *node, int own, int other) {
    const uint8_t *mine = node->cups[0], *theirs = node->cups[1];
    int value = core->having_move;
    for (int i = 0; i < core->cups; i++) value += core->worth[i][mine[i]] - core->worth[i][theirs[i]];
    return value + core->captures * most_captured(core, mine, theirs, other) +
           core->threatened * most_captured(core, theirs, mine, own);
}

/* Take what is captured by count from the cup `last` of a row backwards; return the beans. */
static int struck(const Core *core, uint8_t *cups, int last) {
    int place = last, captured = 0;
    while (place >= 0 && core->is_captured[cups[place]]) captured += cups[place--];
    if (!captured || (core->spares_last && captured == beans_in(core, cups))) return 0;
    memset(cups + place + 1, 0, (size_t)(last - place));
    return captured;
}

static int sown_round(const Core *core, Node *sides, int index, int *again) {
    int size = core->cups, first_of_other = size + core->sows_pot, ring = first_of_other + size;
    uint8_t *mine = sides->cups[0], *theirs = sides->cups[1];
    int beans = mine[index], place = index, gain = 0;
    mine[index] = 0;
    while (beans) {
        place = place + 1 == ring ? 0 : place + 1;
        if (place == index && core->skips_origin) continue;
        if (place < size) mine[place]++;
        else if (place < first_of_other) gain++;
        else theirs[place - first_of_other]++;
        beans--;
    }
    if (place >= first_of_other) gain += struck(core, theirs, place - first_of_other);
    else if (place < size && core->captures_across && mine[place] == 1 && theirs[size - 1 - place]) {
        gain += 1 + theirs[size - 1 - place];
        mine[place] = theirs[size - 1 - place] = 0;
    }
    *again = core->goes_on_from_pot && place == size;
    return gain;
}

/* Fill `sides` with the position after a sowing as its mover sees it; return its gain in beans, or -1 if the cup may
 * not be sown. */
static int sown(const Core *core, const Node *node, int index, int must_feed, Node *sides, int *again) {
    int size = core->cups, count = node->cups[0][index], last = index + count;
    int beyond = last - size + 1 - core->sows_pot, gain = 0;
    *again = 0;
    if (!count || (must_feed && beyond <= 0)) return -1;
    *sides = *node;
    uint8_t *mine = sides->cups[0], *theirs = sides->cups[1];
    if (last >= size && beyond > size) {
        gain = sown_round(core, sides, index, again);
        return must_feed && !beans_in(core, theirs) ? -1 : gain;
    }
    mine[index] = 0;
    for (int i = index + 1; i < size && i <= last; i++) mine[i]++;
    if (last < size) {
        if (core->captures_across && mine[last] == 1 && theirs[size - 1 - last]) {
            gain = 1 + theirs[size - 1 - last];
            mine[last] = theirs[size - 1 - last] = 0;
        }
        return gain;
    }
    for (int i = 0; i < beyond; i++) theirs[i]++;
    if (beyond) gain = struck(core, theirs, beyond - 1);
    if (must_feed && gain == beyond) return -1;
    *again = core->goes_on_from_pot && !beyond;
    return gain + core->sows_pot;
}

/* Turn `sides`, as the mover of a move sees them, into the position that follows; return the guess of the move. */
static int sowing_guess(const Core *core, Node *sides, int beans, int again) {
    if (core->ends_beyond_half) sides->lead = (int16_t)(sides->lead + beans);
    if (!again) *sides = turned(sides);
    int own = beans_in(core, sides->cups[0]), other = beans_in(core, sides->cups[1]);
    int gain = beans * UNIT;
    if (is_over(core, sides, own, other)) {
        int rest = (own - other) * UNIT;
        return again ? gain + rest : gain - rest;
    }
    int value = valued(core, sides, own, other);
    return (again ? gain + value : gain - value) | 1;
}

static int sowing_children(const Core *core, const Node *node, Child *children) {
    int own = beans_in(core, node->cups[0]), other = beans_in(core, node->cups[1]), count = 0;
    if (is_over(core, node, own, other)) return 0;
    for (int index = 0; index < core->cups; index++) {
        Node sides;
        int again, beans = sown(core, node, index, core->must_feed && !other, &sides, &again);
        if (beans < 0) continue;
        int guess = sowing_guess(core, &sides, beans, again);
        children[count++] = (Child){guess, index, beans * UNIT, again, sides};
    }
    return count;
}

static int sowing_horizon(const Core *core, const Node *node, int beta, int *count) {
    int best = -INFINITE, guessed = 0, other = beans_in(core, node->cups[1]);
    *count = 0;
    for (int index = 0; index < core->cups; index++) *count += node->cups[0][index] > 0;
    for (int index = 0; index < core->cups; index++) {
        Node sides;
        int again, beans = sown(core, node, index, core->must_feed && !other, &sides, &again);
        if (beans < 0) continue;
        int guess = sowing_guess(core, &sides, beans, again);
        if (guess > best) {
            best = guess;
            if (guess >= beta) return best;
        }
        guessed |= guess;
    }
    return best | (guessed & 1);
}

/* ---- what both have ---- */

static int children_of(const Core *core, const Node *node, Child *children) {
    if (core->kind != CUPS) return sowing_children(core, node, children);
    int count;
    cups_looked(core, node, 0, children, &count);
    return count;
}

static int final_value(const Core *core, const Node *node) {
    if (core->kind == CUPS) return 0;
    return (beans_in(core, node->cups[0]) - beans_in(core, node->cups[1])) * UNIT;
}

static void polled(Core *core) {
    if (core->nodes < core->poll_at) return;
    core->poll_at = core->nodes + BETWEEN_POLLS;
    if (core->is_stopped && core->is_stopped()) longjmp(core->stop, 1);
}

/* ---- search ---- */

static int value_of(Core *core, const Node *node, int depth, int alpha, int beta);

static int searched(Core *core, const Child *child, int depth, int low, int high) {
    if (child->again) return child->gain + value_of(core, &child->node, depth, low - child->gain, high - child->gain);
    return child->gain - value_of(core, &child->node, depth, child->gain - high, child->gain - low);
}

/* Whether a position was met on the way. A capture can't be undone: positions with more beans are of no account. */
static int was_met(const Core *core, const Node *node, int is_roots, int beans) {
    for (int i = core->met_count - 1; i >= 0 && core->met[i].beans == beans; i--)
        if (core->met[i].is_roots == is_roots && !memcmp(&core->met[i].node, node, sizeof *node)) return 1;
    return 0;
}

static int after(Core *core, const Child *child, int depth, int low, int high) {
    if (!(child->guess & 1)) return child->guess;
    if (!core->ends_at_repetition) return searched(core, child, depth, low, high);
    int was_roots = core->is_roots, is_roots = was_roots == child->again;
    int beans = beans_in(core, child->node.cups[0]) + beans_in(core, child->node.cups[1]);
    if (was_met(core, &child->node, is_roots, beans)) {
        int final = final_value(core, &child->node);
        return child->again ? child->gain + final : child->gain - final;
    }
    if (core->met_count == MOST_LINE) longjmp(core->stop, 1);
    core->met[core->met_count++] = (Met){child->node, is_roots, beans};
    core->is_roots = is_roots;
    int value = searched(core, child, depth, low, high);
    core->is_roots = was_roots;
    core->met_count--;
    return value;
}

static void kept_search(Core *core, Key key, int depth, int low, int high, int first) {
    int doubt = core->ends_at_repetition;
    keep(core, key, depth, low | doubt, high | doubt, first);
}

/* The best guess first, of equal ones the later move; before it the move with the index `first`, if any. */
static void ordered(Child *children, int count, int first) {
    for (int i = 1; i < count; i++) {
        Child child = children[i];
        int at = i;
        for (; at && (children[at - 1].guess < child.guess ||
                      (children[at - 1].guess == child.guess && children[at - 1].index < child.index));
             at--)
            children[at] = children[at - 1];
        children[at] = child;
    }
    for (int i = 1; i < count && first >= 0; i++)
        if (children[i].index == first) {
            Child child = children[i];
            memmove(children + 1, children, (size_t)i * sizeof *children);
            children[0] = child;
        }
}

static int value_of(Core *core, const Node *node, int depth, int alpha, int beta) {
    core->nodes++;
    if (core->most_nodes >= 0 && core->nodes >= core->most_nodes) longjmp(core->stop, 1);
    polled(core);
    if (depth <= 1) {
        int count;
        int value = core->kind == CUPS ? cups_looked(core, node, beta, NULL, &count)
                                       : sowing_horizon(core, node, beta, &count);
        core->nodes += count;
        return value;
    }
    const Key key = key_of(node);
    const Recalled known = remembered(core, key);
    const int low = known.low, high = known.high;
    if ((known.depth >= depth || !(low & 1)) && (low >= beta || low == high)) return low;
    if ((known.depth >= depth || !(high & 1)) && high <= alpha) return high;
    int proved_low = low & 1 ? -INFINITE : low, proved_high = high & 1 ? INFINITE : high, first = known.first;
    Child children[MOST_MOVES];
    int count = children_of(core, node, children);
    if (!count) return final_value(core, node);
    ordered(children, count, first);
    int best = -INFINITE, guessed = 0, bar = alpha;
    for (int i = 0; i < count; i++) {
        int value;
        if (!i) value = after(core, &children[i], depth - 1, bar, beta);
        else {
            value = after(core, &children[i], depth - 1, bar, bar + 1);
            if (bar < value && value < beta) value = after(core, &children[i], depth - 1, bar, beta);
        }
        if (value > best) {
            best = value;
            first = children[i].index;
            if (value >= beta) {
                kept_search(core, key, depth, value, proved_high, first);
                return value;
            }
            if (value > bar) bar = value;
        }
        guessed |= value;
    }
    best |= guessed & 1;
    kept_search(core, key, depth, best > alpha ? best : proved_low, best, first);
    return best;
}

/* ---- proofs ---- */

typedef struct {
    int estimate, place;
} Waiting;

typedef struct {
    int low, high;
} Known;

/* For the commonest board the compiler unrolls the loops over its cups, and divides by what it knows. */
#define BY_SIZE(core, function, ...) \
    ((core)->cups == 4 ? function(4, __VA_ARGS__) : function((core)->cups, __VA_ARGS__))
#define UNROLLED static inline __attribute__((always_inline))

/* Put into `cups` one side's cups without what can't matter any more: a cup that is never sown again and can't be
 * captured is as good as a blocked one. Across from a blocked cup none such is captured: neither is ever empty before
 * the other. */
UNROLLED void leave_out(const int size, const Node *node, int side, uint8_t *cups) {
    int stock = node->stock[side], reach = node->stock[!side], flows = 0;
    const uint8_t *own = node->cups[side], *other = node->cups[!side];
    for (int i = 0; i < size; i++) { /* without branches, for none could be foreseen */
        int needed = size - i, beans = own[i];
        int is_capturable = (reach >= needed) & (other[needed - 1] <= i + 1);
        int is_live = (beans == needed) | ((flows | (stock > i)) & ((beans < needed) | is_capturable));
        flows |= is_live;
        cups[i] = (uint8_t)(is_live | is_capturable ? beans : needed + 1);
    }
}

UNROLLED Key alike_key(const int size, const Node *node) {
    Node alike = *node;
    for (int side = 0; side < 2; side++) leave_out(size, node, side, alike.cups[side]);
    return key_of(&alike);
}

static Key proof_key(const Core *core, const Node *node) {
    return core->kind == CUPS ? BY_SIZE(core, alike_key, node) : key_of(node);
}

/* What a side still gains on the other at most: see engine/cups/bounds.py. */
UNROLLED int most_gained(const int size, const Node *node, int side) {
    int stock = node->stock[side], reach = node->stock[!side];
    const uint8_t *own = node->cups[side], *other = node->cups[!side];
    int sown = 0, moving = stock, is_freed = reach && other[0] <= size;
    unsigned capturing = 0;
    for (int i = 0; i < size; i++) {
        int needed = size - i, is_blocked = own[i] > needed, beans = is_blocked ? 0 : own[i];
        int is_dead = is_blocked & !(needed == 1 && is_freed);
        int times = is_dead ? 0 : (beans + stock / (i + 1) + sown) / needed;
        sown += times;
        moving += times ? beans : 0;
        capturing |= (unsigned)((stock > i) & !is_dead & (!beans | (times > 0))) << i;
    }
    int most = 0, sure = 0, spared = 0, lost = 0, cost = 0, captured[MOST_CUPS];
    for (int j = 0; j < size; j++) {
        int needed = size - j, dropped = j ? 0 : reach, is_blocked = other[j] > needed, beans = is_blocked ? 0 : other[j];
        unsigned across = 1u << (needed - 1);
        int is_lost = (capturing & across) != 0;
        captured[j] = is_lost ? other[j] + dropped + ((capturing & -capturing) == across ? 0 : most) : 0;
        lost += captured[j];
        cost += is_lost ? needed : 0;
        spared = is_lost ? sure : spared;
        sure += is_lost | is_blocked ? 0 : (beans + dropped + sure) / needed;
        most += is_blocked & !is_lost ? 0 : (beans + dropped + most) / needed;
    }
    if (cost > stock) { /* not all can be captured */
        int best[MOST_CUPS * (MOST_CUPS + 1) / 2] = {0};
        for (int j = 0; j < size; j++)
            for (int left = stock, needed = size - j; captured[j] && left >= needed; left--)
                if (best[left] < best[left - needed] + captured[j]) best[left] = best[left - needed] + captured[j];
        lost = best[stock];
    }
    return ((sown < moving ? sown : moving) + lost + spared - sure) * UNIT;
}

/* What is known of a move's value, for who makes it, at one look; the lower bound is left out below `beta`. */
static Known looked_at(const Core *core, const Child *child, int beta) {
    const int guess = child->guess, gain = child->gain, again = child->again;
    if (!(guess & 1)) return (Known){guess, guess};
    if (core->kind != CUPS) return (Known){-INFINITE, INFINITE};
    const int high = gain + BY_SIZE(core, most_gained, &child->node, !again);
    return (Known){high < beta ? -INFINITE : gain - BY_SIZE(core, most_gained, &child->node, again), high};
}

static int is_open(Known known, int beta) { return known.low < beta && beta <= known.high; }

static Known with_memory(const Core *core, const Child *child, Key key, Known known) {
    if (child->again) return known;
    const Recalled of = remembered(core, key);
    int low = child->gain - of.high, high = child->gain - of.low;
    return (Known){low > known.low ? low : known.low, high < known.high ? high : known.high};
}

static int proved(Core *core, const Node *node, Key key, int beta, int plies) {
    core->nodes++;
    if (core->nodes > core->most_nodes || plies > LONGEST) longjmp(core->stop, 1);
    polled(core);
    Recalled of_node = remembered(core, key);
    if (of_node.low >= beta) return of_node.low;
    if (of_node.high < beta) return of_node.high;
    Child children[MOST_MOVES];
    int count = children_of(core, node, children), waits = 0, best = -INFINITE, best_index = -1, is_cut = 0;
    if (!count) return final_value(core, node);
    Key keys[MOST_MOVES];
    Known at_look[MOST_MOVES];
    for (int i = 0; i < count; i++) {
        at_look[i] = looked_at(core, &children[i], beta);
        if (is_open(at_look[i], beta)) expected(core, keys[i] = proof_key(core, &children[i].node));
        if (at_look[i].low >= beta) count = i + 1;
    }
    Waiting waiting[MOST_MOVES];
    for (int i = 0; i < count && !is_cut; i++) {
        Known known = at_look[i];
        if (is_open(known, beta)) known = with_memory(core, &children[i], keys[i], known);
        if (known.low >= beta) {
            best = known.low;
            best_index = i;
            is_cut = 1;
        } else if (known.high < beta) {
            if (known.high > best) {
                best = known.high;
                best_index = i;
            }
        } else {
            int estimate = children[i].guess + (children[i].index == of_node.first ? REMEMBERED_FIRST : 0), at = waits++;
            for (; at && waiting[at - 1].estimate < estimate; at--) waiting[at] = waiting[at - 1];
            waiting[at] = (Waiting){estimate, i};
        }
    }
    for (int i = 0; i < waits && !is_cut; i++) {
        int place = waiting[i].place;
        const Child *child = &children[place];
        int bound = child->again ? beta - child->gain : child->gain - beta + UNIT;
        int of_child = proved(core, &child->node, keys[place], bound, plies + 1);
        int value = child->again ? child->gain + of_child : child->gain - of_child;
        if (value > best) {
            best = value;
            best_index = place;
            is_cut = best >= beta;
        }
    }
    int first = best_index < 0 ? -1 : children[best_index].index;
    of_node = remembered(core, key);
    if (best >= beta) keep(core, key, 0, best > of_node.low ? best : of_node.low, of_node.high, first);
    else keep(core, key, 0, of_node.low, best < of_node.high ? best : of_node.high, first);
    return best;
}

/* ---- what is called from outside ---- */

int core_version(void) { return VERSION; }

void core_free(Core *core) {
    if (!core) return;
    emptied(&core->young);
    emptied(&core->old);
    free(core);
}

/* Make a core of a game told in whole numbers, as the trees' `numbers` tell it; NULL without memory for it. */
Core *core_new(const int32_t *numbers, int64_t most_nodes, int64_t most_kept, int (*is_stopped)(void)) {
    Core *core = calloc(1, sizeof *core);
    if (!core) return NULL;
    core->most_nodes = most_nodes;
    core->most_kept = (size_t)most_kept;
    core->poll_at = BETWEEN_POLLS;
    core->is_stopped = is_stopped;
    core->is_roots = 1;
    core->kind = *numbers++;
    core->cups = *numbers++;
    core->having_move = *numbers++;
    if (core->kind == CUPS) {
        core->of_stock = *numbers++;
        for (int i = 0; i < core->cups; i++) {
            int most = core->cups - i + 1; /* as full as a cup is when it is blocked */
            for (int beans = 0; beans <= 256; beans++) {
                const int32_t *of = numbers + 4 * (beans < most ? beans : most);
                core->of_cup[i][beans] = (Part){of[0] + (beans > most ? of[3] * (beans - most) : 0), of[1], of[2]};
            }
            numbers += 4 * (most + 1);
        }
        return core;
    }
    int *const flags[] = {&core->sows_pot, &core->skips_origin, &core->goes_on_from_pot, &core->captures_across,
                          &core->spares_last, &core->must_feed, &core->ends_when_a_row_is_empty,
                          &core->ends_beyond_half, &core->ends_at_repetition};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) *flags[i] = *numbers++;
    core->captures = *numbers++;
    core->threatened = *numbers++;
    for (int i = 0; i < core->cups; i++)
        for (int beans = 0; beans < 256; beans++) core->worth[i][beans] = *numbers++;
    for (int wanted = *numbers++; wanted; wanted--) core->is_captured[*numbers++ & 255] = 1;
    return core;
}

/* Add a position that was met before a search, the oldest first and the root last; 0 if there is no room for it. */
int core_meet(Core *core, const Node *node, int is_roots) {
    if (core->met_count >= MOST_LINE / 2) return 0;
    int beans = beans_in(core, node->cups[0]) + beans_in(core, node->cups[1]);
    core->met[core->met_count++] = (Met){*node, is_roots, beans};
    return 1;
}

/* Put the value of a move at the root into `value`; return 0, or 1 if the search was stopped. */
int core_after(Core *core, const Node *node, int guess, int gain, int again, int depth, int low, int high,
               int32_t *value, int64_t *nodes) {
    int met_count = core->met_count;
    Child child = {guess, 0, gain, again, *node};
    core->nodes = *nodes;
    int stopped = setjmp(core->stop);
    if (!stopped) *value = after(core, &child, depth, low, high);
    core->met_count = met_count;
    core->is_roots = 1;
    *nodes = core->nodes;
    return stopped;
}

/* Put a bound of a position's value into `value`, as `Prover` does; returns are those of core_after. */
int core_prove(Core *core, const Node *node, int beta, int plies, int32_t *value, int64_t *nodes) {
    core->nodes = *nodes;
    core->is_proof = 1;
    int stopped = setjmp(core->stop);
    if (!stopped) *value = proved(core, node, proof_key(core, node), beta, plies);
    *nodes = core->nodes;
    return stopped;
}

/* Put what is remembered of a position into `entry`: depth, bounds, best move. */
void core_known(const Core *core, const Node *node, int32_t *entry) {
    const Recalled of = remembered(core, core->is_proof ? proof_key(core, node) : key_of(node));
    entry[0] = of.depth;
    entry[1] = of.low;
    entry[2] = of.high;
    entry[3] = of.first;
}
