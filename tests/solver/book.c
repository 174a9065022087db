/* Makes the small book of 2x3: with it and a search of at most MOST nodes a player never gets less than the whole game's value.
 *
 * gcc -O3 -march=native -fopenmp -DCUPS=3 -o book book.c && ./book 16000 6 2x3.book 2x3.table
 *
 * A fifth word is the beans each of a smaller game, for its test.
 * From the start, for either player, it follows all replies. Where the search proves within MOST nodes that the player still
 * gets the game's value it goes no further: whoever plays a proved move can prove the next one. Elsewhere the
 * position enters the book with a best move, by the complete table, and what may follow that move is looked at in turn.
 */
#define WITHOUT_COMMANDS
#include "solver.c"

static int8_t *truth;           /* the complete table */
static size_t width;
static int8_t *least_lead[2];   /* by who is to move: the player's smallest lead with which a position was met, plus 100 */
static uint8_t *is_in_book;
typedef struct { int own, other; int8_t lead, is_players; } Met;
static Met *met;
static size_t met_count;
static size_t tried;
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
    int8_t *least = &least_lead[is_players][own * width + other];
    if (*least && *least - 100 <= lead) return;
    *least = lead + 100;
    met[met_count++] = (Met){own, other, lead, is_players};
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
    const size_t most_met = 100000000;
    fill_binomials();
    build_table(stock, true);
    truth = table;
    width = table_width;
    build_table(small, true);
    sides = all_sides(stock, table_sides);
    reserve_entries(sides->count, 6e6);
    most_nodes = strtoull(words[1], NULL, 10);
    for (int i = 0; i < 2; i++) least_lead[i] = reserve(width * width, "leads");
    is_in_book = reserve(width * width, "the book");
    met = reserve(most_met * sizeof *met, "what was met");
    const int empty[CUPS] = {0};
    int start = number_of(sides, stock, empty);
    if (truth[start * width + start]) stop_with("only of a game that is a tie: else the value depends on who began");
    for (int i = 0; i < 2; i++) meet(start, start, 0, i);
    size_t entered = 0;
    for (size_t i = 0; i < met_count; i++) {
        if (met_count + MOVES > most_met) stop_with("too many positions");
        Met here = met[i];
        const Side *own = &sides->side[here.own];
        size_t at = here.own * width + here.other;
        if (least_lead[here.is_players][at] - 100 < here.lead) continue;
        if (!own->can_move) {
            if (sides->side[here.other].can_move) meet(here.other, here.own, here.lead, !here.is_players);
            continue;
        }
        for (int move = 0; move < MOVES; move++) {
            if (own->after[move] < 0) continue;
            if (here.is_players) {
                if (!is_in_book[at]) {
                    if (is_proved(here.own, here.other, here.lead)) break;
                    is_in_book[at] = best_move(here.own, here.other) + 1;
                    entered++;
                }
                if (move != is_in_book[at] - 1) continue;
            }
            int mine = here.own, theirs = here.other, gain = carry_out(&mine, &theirs, move);
            meet(theirs, mine, here.lead + (here.is_players ? gain : -gain), !here.is_players);
        }
    }
    uint8_t *book = malloc(6 * entered), *at = book;
    for (uint64_t key = 0; key < width * width; key++) {
        if (!is_in_book[key]) continue;
        for (int shift = 24; shift >= 0; shift -= 8) *at++ = key >> shift & 255;
        *at++ = is_in_book[key] - 1;
        *at++ = (uint8_t)truth[key];
    }
    write_file(words[3], book, at - book);
    write_file(words[4], table, table_width * table_width);
    printf("%zu positions in the book, %zu bytes; %zu questions, %llu nodes, at most %llu each\n", entered, (size_t)(at - book),
           tried, (unsigned long long)tried_nodes, (unsigned long long)most_nodes);
    return 0;
}
