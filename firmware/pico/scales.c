/* Reads up to twelve HX711 and says each result at once: the program of a Pico between the cells and the Pi.

   Every chip has a clock of its own, so it is read as soon as it has a result, and no conversion can complete
   while its bits are shifted out. Nothing interrupts: a clock pulse is as long as the loop makes it, half a
   microsecond. The Pi gets five bytes for a result:

       1cccc ppp   0ppppppp   0ppppppp   0ppppppp   0sssssss

   c is the number of the chip from 0, p the 24 bits of its word, first the highest, and s the sum of the other
   four bytes, 7 bits of it. Only a first byte has its highest bit set, so who joins late finds a beginning.
   As chip 15, which there is not, the Pico says that it has started all chips anew. The light blinks while
   results come.

   Addresses and bits: RP2040 data sheet, sections 2.3.1 (SIO), 2.14 to 2.19, 4.2 (UART), 4.6 (timer).
   Pulses: HX711 data sheet, pages 4 and 5. */

#include <stdint.h>

#define CHIPS 12
#define WORD_BITS 24
#define RESET_MICROSECONDS 12000
#define BLINK_RESULTS 8
#define STARTED 15
#define LIGHT 25

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define CLEAR 0x3000 /* Writing here clears the bits of a register that lies so much lower. */

#define RESETS 0x4000c000
#define IO_BANK0_BIT (1u << 5)
#define PADS_BANK0_BIT (1u << 8)
#define TIMER_BIT (1u << 21)
#define UART0_BIT (1u << 22)
#define RESET_DONE REGISTER(RESETS + 0x08)

#define CLK_REF_CTRL REGISTER(0x40008030)
#define CLK_REF_SELECTED REGISTER(0x40008038)
#define CLK_PERI_CTRL REGISTER(0x40008048)
#define XOSC_CTRL REGISTER(0x40024000)
#define XOSC_STATUS REGISTER(0x40024004)
#define XOSC_STARTUP REGISTER(0x4002400c)
#define WATCHDOG_TICK REGISTER(0x4005802c)
#define TIMER_LOW REGISTER(0x40054028)

#define FUNCTION(line) REGISTER(0x40014004 + 8 * (line))
#define UART_FUNCTION 2
#define SIO_FUNCTION 5
#define PAD(line) REGISTER(0x4001c004 + 4 * (line))
#define PULLED_UP 0x5a /* Input on, 4 mA, pull-up, Schmitt trigger: an unplugged chip reads as not ready. */

#define LEVELS REGISTER(0xd0000004)
#define RAISE REGISTER(0xd0000014)
#define LOWER REGISTER(0xd0000018)
#define TURN REGISTER(0xd000001c)
#define DRIVE REGISTER(0xd0000024)

#define UART0 0x40034000
#define UART_DATA REGISTER(UART0 + 0x00)
#define UART_FLAGS REGISTER(UART0 + 0x18)
#define UART_IS_FULL (1u << 5)
#define UART_WHOLE REGISTER(UART0 + 0x24)
#define UART_FRACTION REGISTER(UART0 + 0x28)
#define UART_LINE REGISTER(UART0 + 0x2c)
#define UART_CONTROL REGISTER(UART0 + 0x30)

#define IN_RAM __attribute__((section(".data.code"), noinline, long_call))

struct chip {
    uint8_t data, clock;
};

/* Two neighbouring lines a chip, as the lines of a Pico's pins come; GP23 to GP25 have no pin. */
static const struct chip chips[CHIPS] = {{2, 3},   {4, 5},   {6, 7},   {8, 9},   {10, 11}, {12, 13},
                                         {14, 15}, {16, 17}, {18, 19}, {20, 21}, {22, 26}, {27, 28}};

static void wait(uint32_t microseconds) {
    uint32_t begun = TIMER_LOW;
    while (TIMER_LOW - begun < microseconds) {
    }
}

static void set_up(void) {
    XOSC_STARTUP = 47; /* About a millisecond, in 256 cycles of 12 MHz. */
    XOSC_CTRL = 0xfabaa0;
    while (!(XOSC_STATUS >> 31)) {
    }
    CLK_REF_CTRL = 2; /* The crystal; the processor runs from the same. */
    while (!(CLK_REF_SELECTED & 1u << 2)) {
    }
    CLK_PERI_CTRL = 1u << 11 | 4 << 5;
    WATCHDOG_TICK = 1u << 9 | 12; /* A tick of the timer is a microsecond. */
    uint32_t needed = IO_BANK0_BIT | PADS_BANK0_BIT | TIMER_BIT | UART0_BIT;
    REGISTER(RESETS + CLEAR) = needed;
    while ((RESET_DONE & needed) != needed) {
    }
    UART_WHOLE = 6; /* 12 MHz / (16 * (6 + 33/64)) = 115 107 baud */
    UART_FRACTION = 33;
    UART_LINE = 3u << 5 | 1u << 4; /* 8 bits, one stop bit, a queue of 32 bytes */
    UART_CONTROL = 1u << 9 | 1u << 8 | 1;
    FUNCTION(0) = FUNCTION(1) = UART_FUNCTION;
    for (int i = 0; i < CHIPS; i++) {
        PAD(chips[i].data) = PULLED_UP;
        FUNCTION(chips[i].data) = FUNCTION(chips[i].clock) = SIO_FUNCTION;
        DRIVE = 1u << chips[i].clock;
    }
    FUNCTION(LIGHT) = SIO_FUNCTION;
    DRIVE = 1u << LIGHT;
}

/* Start all chips anew: a clock that stays high switches them off. */
static void restart_chips(void) {
    for (int i = 0; i < CHIPS; i++) {
        RAISE = 1u << chips[i].clock;
    }
    wait(RESET_MICROSECONDS);
    for (int i = 0; i < CHIPS; i++) {
        LOWER = 1u << chips[i].clock;
    }
}

/* Clock the word of a chip out; return it, and 1 in the highest bit unless the line was high after the last
   pulse, as a sound one is. From memory, for an instruction that comes from the flash may take 30 us. */
static uint32_t IN_RAM read_chip(uint32_t data, uint32_t clock) {
    uint32_t word = 0;
    for (int i = 0; i < WORD_BITS; i++) {
        /* Five times: a chip wants 0.2 us, and its bit is there 0.1 us after the rise, and later on a long wire. */
        RAISE = clock;
        RAISE = clock;
        RAISE = clock;
        RAISE = clock;
        RAISE = clock;
        LOWER = clock;
        word = word << 1 | ((LEVELS & data) != 0);
    }
    RAISE = clock;
    RAISE = clock;
    RAISE = clock;
    LOWER = clock;
    return (LEVELS & data) ? word : word | 1u << 31;
}

static void say_byte(uint32_t byte) {
    while (UART_FLAGS & UART_IS_FULL) {
    }
    UART_DATA = byte;
}

static void say(uint32_t chip, uint32_t word) {
    uint32_t bytes[4] = {0x80 | chip << 3 | word >> 21, word >> 14 & 0x7f, word >> 7 & 0x7f, word & 0x7f};
    uint32_t sum = 0;
    for (int i = 0; i < 4; i++) {
        say_byte(bytes[i]);
        sum += bytes[i];
    }
    say_byte(sum & 0x7f);
}

static void run(void) {
    uint32_t results = 0;
    set_up();
    restart_chips();
    say(STARTED, 0);
    for (;;) {
        for (uint32_t i = 0; i < CHIPS; i++) {
            if (LEVELS & 1u << chips[i].data) {
                continue;
            }
            uint32_t word = read_chip(1u << chips[i].data, 1u << chips[i].clock);
            if (word >> 31) {
                continue;
            }
            say(i, word);
            if (++results % BLINK_RESULTS == 0) {
                TURN = 1u << LIGHT;
            }
        }
    }
}

extern uint32_t data_in_flash[], data_begin[], data_end[], stack_top[];

static void start(void) {
    for (uint32_t *from = data_in_flash, *to = data_begin; to < data_end;) {
        *to++ = *from++;
    }
    run();
}

__attribute__((section(".vectors"), used)) static void *const vectors[] = {stack_top, start};
