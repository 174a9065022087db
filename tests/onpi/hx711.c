#include "hx711.h"
#include <math.h>

/* "Power-down: SCK high longer than 60 us" (p. 5). */
#define POWER_DOWN_NS 60000
/* A reset shorter than 10 ms gave an unreliable first value on a scope (Linux, drivers/iio/adc/hx711.c). */
#define CLEAN_RESET_NS 10000000
/* "Settling: 400 ms / 50 ms": four conversions after power-up, reset, or a change of gain (p. 3). */
#define SETTLING 4
/* Oscillator clocks of one result at RATE 0 and 1 (p. 3). */
#define SLOW_CLOCKS 1105920.0
#define FAST_CLOCKS 138240.0
/* While a result is replaced, DOUT is high for 960 clocks, 75 us (measured: olkal/HX711_ADC #81). */
#define UPDATE_CLOCKS 960.0
#define LOWEST (-0x800000)
#define HIGHEST 0x7FFFFF
#define UNRELIABLE_COUNTS 300000

static double uniform(Hx711 *chip) {
    chip->noise ^= chip->noise << 13;
    chip->noise ^= chip->noise >> 7;
    chip->noise ^= chip->noise << 17;
    return ((double)(chip->noise >> 11) + 0.5) / 9007199254740992.0;
}

static double gauss(Hx711 *chip) {
    return sqrt(-2.0 * log(uniform(chip))) * cos(6.283185307179586 * uniform(chip));
}

double hx711_period_ns(const Hx711 *chip) {
    return (chip->is_fast ? FAST_CLOCKS : SLOW_CLOCKS) * 1e9 / chip->oscillator_hz;
}

/* The word for what lay on the cell during the last four conversions: so long a step takes to settle (p. 3). */
static int32_t converted(Hx711 *chip) {
    double grams = 0.0, counts;
    for (int i = 0; i < 4; i++) grams += chip->seen_grams[i] / 4.0;
    /* Channel B is not connected on any board; it shows noise round zero. */
    counts = chip->gain == 32 ? 0.0
                              : (chip->empty_counts + grams * chip->counts_per_gram) * chip->gain / 128.0;
    counts += chip->noise_counts * gauss(chip);
    if (chip->is_unreliable) counts += UNRELIABLE_COUNTS;
    chip->is_unreliable = 0;
    if (counts > HIGHEST) return HIGHEST;
    if (counts < LOWEST) return LOWEST;
    return (int32_t)lrint(counts);
}

static void start_anew(Hx711 *chip, int64_t now) {
    chip->has_result = 0;
    chip->pulses = 0;
    chip->settling = SETTLING;
    chip->updating_until = now;
    chip->done_at = now + (int64_t)hx711_period_ns(chip);
}

/* 25, 26 or 27 pulses choose what comes next (table 3); other counts are a communication error (p. 4). */
static uint32_t chosen_gain(const Hx711 *chip) {
    switch (chip->pulses) {
    case 25: return 128;
    case 26: return 32;
    case 27: return 64;
    default: return chip->gain;
    }
}

static void complete(Hx711 *chip) {
    int64_t done = chip->done_at;
    uint32_t gain = chosen_gain(chip), is_mid_frame = chip->pulses > 0 && chip->pulses < 25;
    double period = hx711_period_ns(chip);

    chip->conversions++;
    chip->done_at = done + (int64_t)period;
    for (int i = 3; i > 0; i--) chip->seen_grams[i] = chip->seen_grams[i - 1];
    chip->seen_grams[0] = chip->grams;
    if (gain != chip->gain) {
        chip->gain = gain;
        chip->settling = SETTLING;
        chip->has_result = 0;
        chip->pulses = 0;
    }
    if (chip->settling > 0 && --chip->settling > 0) return;
    if (is_mid_frame && chip->when_hit == HOLDS) return;
    chip->word = converted(chip);
    chip->has_result = 1;
    if (!is_mid_frame || chip->when_hit == RELOADS) chip->pulses = 0;
    /* An unread result is replaced whether it was read or not, under a high DOUT. */
    chip->updating_until = done + (int64_t)(UPDATE_CLOCKS * 1e9 / chip->oscillator_hz);
}

static void convert_until(Hx711 *chip, int64_t moment) {
    double period = hx711_period_ns(chip);
    if (chip->is_asleep || !chip->has_power) return;
    if (moment - chip->done_at > 16 * period) {
        /* Nobody looked for long: what was converted meanwhile is lost, all but the last few. */
        int64_t missed = (int64_t)((double)(moment - chip->done_at) / period) - 8;
        chip->done_at += (int64_t)((double)missed * period);
        chip->conversions += (uint64_t)missed;
    }
    while (chip->done_at <= moment) complete(chip);
}

static void advance(Hx711 *chip, int64_t now) {
    int64_t sleeps_at = chip->rose_at + POWER_DOWN_NS;
    if (chip->clock && !chip->is_asleep && now > sleeps_at) {
        convert_until(chip, sleeps_at);
        chip->is_asleep = 1;
        chip->asleep_since = sleeps_at;
        chip->power_downs++;
    }
    convert_until(chip, now);
}

void hx711_power_on(Hx711 *chip, uint64_t seed, int64_t now) {
    chip->noise = seed * 0x9E3779B97F4A7C15u + 0x2545F4914F6CDD1Du;
    chip->has_power = 1;
    chip->is_asleep = 0;
    chip->clock = 0;
    chip->gain = 128;
    for (int i = 0; i < 4; i++) chip->seen_grams[i] = chip->grams;
    start_anew(chip, now);
}

void hx711_set_clock(Hx711 *chip, uint32_t level, int64_t now) {
    advance(chip, now);
    if (level == chip->clock) return;
    chip->clock = level;
    if (level) {
        chip->rose_at = now;
        if (!chip->is_asleep && chip->has_result) chip->pulses++;
    } else if (chip->is_asleep) {
        chip->is_asleep = 0;
        chip->is_unreliable = now - chip->asleep_since < CLEAN_RESET_NS;
        if (!chip->keeps_gain) chip->gain = 128;
        start_anew(chip, now);
    }
}

uint32_t hx711_dout(Hx711 *chip, int64_t now) {
    advance(chip, now);
    if (chip->is_asleep || !chip->has_result) return 1;
    if (now < chip->updating_until) return 1;
    if (chip->pulses == 0) return 0;
    /* Each rising edge shifts one bit out, the most significant first; the 25th pulls DOUT high (p. 4). */
    return chip->pulses > 24 ? 1 : (uint32_t)chip->word >> (24 - chip->pulses) & 1;
}
