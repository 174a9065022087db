/* Searches and proves random positions of random games with the core, under the compiler's sanitizers:
 * gcc -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all core_fuzz.c && ./a.out POSITIONS SEED */

#include "../../core/cupsboard_core/core.c"

#include <stdio.h>

static uint64_t state;

static int drawn(int below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (uint64_t)below);
}

static int calls;

static int stopped_now_and_then(void) { return ++calls % 7 == 0; }

static Core *a_core(void) {
    int32_t numbers[4 + MOST_CUPS * 256 + 64], *at = numbers;
    int kind = drawn(3) ? SOWING : CUPS, size = 2 + drawn(MOST_CUPS - 1);
    *at++ = kind;
    *at++ = size;
    *at++ = drawn(400) - 200;
    if (kind == CUPS) {
        *at++ = drawn(20000);
        for (int i = 0; i < size; i++)
            for (int full = 0; full < size - i + 2; full++)
                for (int term = 0; term < 4; term++) *at++ = drawn(40000) - 20000;
    } else {
        for (int flag = 0; flag < 9; flag++) *at++ = drawn(2);
        *at++ = drawn(300);
        *at++ = drawn(300) - 300;
        for (int i = 0; i < size * 256; i++) *at++ = drawn(2000) - 1000;
        int wanted = drawn(4);
        *at++ = wanted;
        for (int i = 0; i < wanted; i++) *at++ = 1 + drawn(5);
    }
    int most_nodes = 1 + drawn(60), most_kept = 1 + drawn(50), is_asked = !drawn(5);
    return core_new(numbers, most_nodes, most_kept, is_asked ? stopped_now_and_then : NULL);
}

static Node a_node(const Core *core) {
    Node node;
    memset(&node, 0, sizeof node);
    int beans = drawn(8) ? drawn(60) : drawn(256), places = 2 * core->cups;
    if (core->kind == CUPS && beans) {
        node.stock[0] = (uint8_t)drawn(beans / 3 + 1);
        node.stock[1] = (uint8_t)drawn(beans / 3 + 1);
        beans -= node.stock[0] + node.stock[1];
    }
    int few = 1 + drawn(places);
    for (int i = 0; i < beans; i++) {
        int place = drawn(4) ? drawn(few) : drawn(places);
        node.cups[place % 2][place / 2]++;
    }
    if (core->kind == SOWING && core->ends_beyond_half) node.lead = (int16_t)(drawn(101) - 50);
    return node;
}

int main(int count, char **words) {
    long positions = count > 1 ? atol(words[1]) : 100000, searched = 0;
    int64_t sum = 0;
    state = count > 2 ? (uint64_t)atoll(words[2]) : 1;
    Core *core = NULL;
    for (long i = 0; i < positions; i++) {
        if (!core || !drawn(40)) {
            core_free(core);
            core = a_core();
            if (!core) return 1;
        }
        Node node = a_node(core);
        int64_t nodes = 0;
        int32_t value = 0, entry[4];
        core->met_count = 0;
        if (core->ends_at_repetition && !drawn(3))
            for (int met = drawn(400); met; met--) {
                Node earlier = drawn(2) ? a_node(core) : node;
                int is_roots = drawn(2);
                core_meet(core, &earlier, is_roots);
            }
        int low = drawn(2) ? -INFINITE : drawn(8000) - 4000, high = drawn(2) ? INFINITE : low + 1 + drawn(4000);
        if (high < low) high = low + 1;
        int guess = (drawn(4000) - 2000) | 1, gain = drawn(10) * UNIT, again = drawn(2), depth = drawn(12);
        searched += !core_after(core, &node, guess, gain, again, depth, low, high, &value, &nodes);
        sum += value;
        nodes = 0;
        int least = (drawn(80) - 40) * UNIT;
        if (!core->ends_at_repetition) searched += !core_prove(core, &node, least, 0, &value, &nodes);
        core_known(core, &node, entry);
        sum += value + entry[3];
    }
    core_free(core);
    printf("%ld positions, %ld searches to the end, sum of values %lld\n", positions, searched, (long long)sum);
    return core_version() != VERSION;
}
