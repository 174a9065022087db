/* Makes the small book of a game: with it and a search of at most MOST nodes a player never gets less than the game's value.
 *
 * gcc -O3 -march=native -fopenmp -DCUPS=3 -o book book.c && ./book 16000 6 2x3.book 2x3.table
 *
 * A fifth word is the beans each of a smaller game. Without names of files (- -) it only counts.
 * From the start it follows all replies, for either player of a game that is a tie, else for the one who wins. Where the
 * search proves within MOST nodes that the player still gets the game's value it goes no further: whoever plays a
 * proved move can prove the next one. Elsewhere the position enters the book with a best move, by the complete table,
 * and what may follow that move is looked at in turn.
 */
#define WITHOUT_COMMANDS
#include "solver.c"

enum { MET_BITS = 26, MOST_MET = 1 << 25 };

/* A position with a player, by the player's smallest lead over the game's value with which it was met. */
typedef struct {
    uint64_t key;           /* own * width + other, doubled, plus whether the player is to move; plus 1, for 0 is free */
    int8_t lead;
    uint8_t move;           /* plus 1; 0 where it is not in the book */
} Met;

static int8_t *truth;       /* the complete table */
static size_t width;
static Met *met;            /* open addressing */
static struct { uint32_t at; int8_t lead; } *waiting;
static size_t waiting_count, met_count, tried;
static uint64_t tried_nodes;

/* What a move leads to, and what it gains. */
static int carry_out(int *own, int *other, int move) {
    const Side *mine = &sides->side[*own], *theirs = &sides->side[*other];
    bool captures = move < CUPS && mine->is_empty >> move & 1;
    int gain = move >= CUPS ? 1 : captures ? theirs->cups[CUPS - 1 - move] : 0;
    if (captures) *other = theirs->without[CUPS - 1 - move];
    *own = mine->after[move];
    return gain;
}

/* Of equally good moves the last: sowings bring the end nearer. */
static int best_move(int own, int other) {
    int best = -FAR, chosen = -1;
    for (int move = 0; move < MOVES; move++) {
        if (sides->side[own].after[move] < 0) continue;
        int mine = own, theirs = other, gain = carry_out(&mine, &theirs, move);
        int value = gain - truth[theirs * width + mine];
        if (value >= best) best = value, chosen = move;
    }
    return chosen;
}

static void meet(int own, int other, int lead, int is_players) {
    uint64_t key = (((uint64_t)own * width + (uint64_t)other) << 1 | (uint64_t)is_players) + 1;
    uint32_t at = key * 0x9E3779B97F4A7C15u >> (64 - MET_BITS);
    while (met[at].key && met[at].key != key) at = (at + 1) & ((1u << MET_BITS) - 1);
    if (met[at].key && met[at].lead <= lead) return;
    if ((!met[at].key && ++met_count > MOST_MET) || waiting_count == 2u * MOST_MET) stop_with("too many positions");
    met[at].key = key;
    met[at].lead = lead;
    waiting[waiting_count].at = at;
    waiting[waiting_count++].lead = lead;
}

static int by_key(const void *one, const void *other) {
    uint64_t first = ((const Met *)one)->key, second = ((const Met *)other)->key;
    return (first > second) - (first < second);
}

static bool is_proved(int own, int other, int lead) {
    memset((void *)entries, 0, ((size_t)64) << line_bits);
    uint64_t before = all_nodes;
    int value = ask(own, other, -lead);
    tried++;
    tried_nodes += all_nodes - before;
    if (is_interrupted) {
        is_interrupted = 0;
        return false;
    }
    if (value < -lead) stop_with("a position with a lead of %d and the value %d was met", lead, value);
    return true;
}

static void write_file(const char *name, const void *bytes, size_t count) {
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(bytes, 1, count, file) != count || fclose(file)) stop_with("%s: %s", name, strerror(errno));
}

int main(int count, char **words) {
    if (count != 5 && count != 6) stop_with("give the nodes, the beans of the small table, and the files of book and table");
    const int stock = count == 6 ? atoi(words[5]) : 10 * CUPS, small = atoi(words[2]);
    if (stock < 1 || stock > 10 * CUPS) stop_with("give 1 to %d beans each", 10 * CUPS);
    fill_binomials();
    build_table(stock, true);
    truth = table;
    width = table_width;
    build_table(small, true);
    sides = all_sides(stock, table_sides);
    reserve_entries(sides->count, 6e6);
    most_nodes = strtoull(words[1], NULL, 10);
    met = reserve(sizeof *met << MET_BITS, "what was met");
    waiting = reserve(2 * sizeof *waiting * MOST_MET, "what waits");
    const int empty[CUPS] = {0};
    int start = number_of(sides, stock, empty), value = truth[start * width + start];
    for (int is_first = 0; is_first < 2; is_first++) {
        int of_player = is_first ? value : -value;
        if (of_player >= 0) meet(start, start, -of_player, is_first);
    }
    size_t entered = 0;
    for (size_t i = 0; i < waiting_count; i++) {
        Met *here = &met[waiting[i].at];
        int lead = waiting[i].lead, is_players = (here->key - 1) & 1;
        uint64_t pair = (here->key - 1) >> 1;
        int own_number = pair / width, other_number = pair % width;
        const Side *own = &sides->side[own_number];
        if (here->lead < lead) continue;
        if (!own->can_move) {
            if (sides->side[other_number].can_move) meet(other_number, own_number, lead, !is_players);
            continue;
        }
        if (is_players && !here->move) {
            if (is_proved(own_number, other_number, lead)) continue;
            here->move = best_move(own_number, other_number) + 1;
            entered++;
        }
        for (int move = 0; move < MOVES; move++) {
            if (own->after[move] < 0 || (is_players && move != here->move - 1)) continue;
            int mine = own_number, theirs = other_number, gain = carry_out(&mine, &theirs, move);
            meet(theirs, mine, lead + (is_players ? gain : -gain), !is_players);
        }
        if (i % 100000 == 0) fprintf(stderr, "%zu looked at of %zu, %zu in the book\n", i, waiting_count, entered);
    }
    if (strcmp(words[3], "-")) {
        if (width * width > UINT32_MAX) stop_with("a position of this game does not fit into four bytes");
        size_t kept = 0;
        for (size_t at = 0; at >> MET_BITS == 0; at++) {
            if (met[at].move) met[kept++] = met[at];
        }
        qsort(met, kept, sizeof *met, by_key);
        uint8_t *book = malloc(6 * entered), *at = book;
        for (size_t i = 0; i < kept; i++) {
            uint64_t pair = (met[i].key - 1) >> 1;
            for (int shift = 24; shift >= 0; shift -= 8) *at++ = pair >> shift & 255;
            *at++ = met[i].move - 1;
            *at++ = (uint8_t)truth[pair];
        }
        write_file(words[3], book, at - book);
        write_file(words[4], table, table_width * table_width);
    }
    printf("%zu positions in the book, %zu bytes; %zu questions, %llu nodes, at most %llu each; %zu positions met\n", entered,
           6 * entered, tried, (unsigned long long)tried_nodes, (unsigned long long)most_nodes, met_count);
    return 0;
}
