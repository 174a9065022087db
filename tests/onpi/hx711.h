/* One HX711 in real time, after its data sheet (Avia, both editions) and what people measured on chips.

   A pure model: every call is given the time in nanoseconds, and nothing happens between calls that the next
   call would not make up for. Facts and their sources are in hx711.c, beside the line that keeps them. */
#pragma once
#include <stdint.h>

enum { RELOADS = 0, MERGES = 1, HOLDS = 2 };

typedef struct {
    /* What a test sets; `grams` at any time while the chip runs. */
    double grams;
    double counts_per_gram;
    double empty_counts;
    double noise_counts;
    double oscillator_hz;
    uint32_t is_fast;     /* the RATE pin: 0 for 10, 1 for 80 results a second */
    uint32_t when_hit;    /* what a conversion does that completes inside a frame: the sheet is silent */
    uint32_t keeps_gain;  /* after a wake: 1 as the second edition says, 0 as the first */
    uint32_t has_power;
    /* The chip's own. */
    uint32_t clock;
    uint32_t is_asleep;
    uint32_t gain;        /* 128, 64 (channel A), 32 (channel B) */
    uint32_t settling;    /* conversions to go before a result may be shown */
    uint32_t has_result;
    uint32_t is_unreliable;
    uint32_t pulses;      /* rising edges since the result was ready */
    int32_t word;
    int64_t rose_at;
    int64_t asleep_since;
    int64_t done_at;
    int64_t updating_until;
    double seen_grams[4];
    uint64_t noise;
    uint64_t conversions;
    uint64_t power_downs;
} Hx711;

void hx711_power_on(Hx711 *chip, uint64_t seed, int64_t now);
void hx711_set_clock(Hx711 *chip, uint32_t level, int64_t now);
uint32_t hx711_dout(Hx711 *chip, int64_t now);
double hx711_period_ns(const Hx711 *chip);
