/* What lies behind a file that stands for /dev/gpiochipN: a header's lines and the electronics on them.

   The file is mapped by every process that uses the lines and by the test, which sets loads and buttons while
   they run. Who holds a line is no state of it: the kernel's own locks on the file say it (gpiochip.c). */
#pragma once
#include "hx711.h"

#define MOST_LINES 64
#define MOST_CHIPS 32
#define MAGIC 0x63757073

enum { NOTHING = 0, CELL = 1, BUTTON = 2, CLOCK = 3 };
enum { AS_WIRED = 0, SHORTED_LOW = 1, SHORTED_HIGH = 2, WIRE_OFF = 3 };

typedef struct {
    uint32_t kind;
    uint32_t index;    /* of the chip on a CELL */
    uint32_t fault;
    uint32_t is_down;  /* a BUTTON */
    uint32_t level;    /* what an output drives; a line that nobody holds any more keeps it */
    uint32_t changes;  /* how often an output changed */
    uint64_t flags;    /* as the line was last requested */
} Line;

typedef struct {
    uint64_t mutex[8];
    uint32_t magic;
    uint32_t line_count;
    uint32_t chip_count;
    uint32_t refused;  /* requests that the emulation doesn't know: a test fails if there are any */
    uint64_t line_ns;  /* a pin controller without a group read takes so long for each line */
    char name[32];
    char label[32];
    Line lines[MOST_LINES];
    Hx711 chips[MOST_CHIPS];
} Board;
