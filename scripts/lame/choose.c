/*
 * The choice of Huffman tables for quantised lines, on vectors of WebAssembly.
 *
 * This file is part of a changed LAME and is under the GNU Library General Public License, version 2 or
 * later, as LAME is.
 */
#include <config.h>
#include <wasm_simd128.h>

#include "lame.h"
#include "machine.h"
#include "encoder.h"
#include "util.h"
#include "quantize_pvt.h"
#include "tables.h"
#include "simd.h"

#define LINES 576
/** Lines of a step: sixteen pairs. */
#define STEP 32
/** From here on a value is written with further bits (ISO 11172-3, 2.4.1.7: linbits). */
#define ESCAPE 15
/** Huffman tables with so few values that lengths of codes fit into some vectors: 1 to 12. */
#define SMALL_TABLES 13
#define MOST_PARTS 4

/** Bits of the codes of small tables, a byte for each pair of values. */
static v128_t lengths[SMALL_TABLES][MOST_PARTS];
/** Bits of the codes of table 13, and of table 15 in the upper half. */
static uint32_t lengths_13_15[256];

/** The smallest table for a largest value below 16, and how many there are of its size. */
static const struct { unsigned char first, count; } tables_for[ESCAPE + 1] = {
    {0, 0}, {1, 1}, {2, 2}, {5, 2}, {7, 3}, {7, 3}, {10, 3}, {10, 3},
    {13, 0}, {13, 0}, {13, 0}, {13, 0}, {13, 0}, {13, 0}, {13, 0}, {13, 0}
};

void
simd_prepare_tables(void)
{
    for (int t = 1; t < SMALL_TABLES; t++) {
        unsigned int const pairs = ht[t].xlen * ht[t].xlen;
        unsigned char bytes[16 * MOST_PARTS] = {0};
        for (unsigned int i = 0; i < pairs; i++)
            bytes[i] = ht[t].hlen[i];
        for (int part = 0; part < MOST_PARTS; part++)
            lengths[t][part] = wasm_v128_load(bytes + 16 * part);
    }
    for (int i = 0; i < 256; i++)
        lengths_13_15[i] = ht[13].hlen[i] | (uint32_t) ht[15].hlen[i] << 16;
}

static inline int
sum_of_u16(v128_t x)
{
    v128_t const four = wasm_u32x4_extadd_pairwise_u16x8(x);
    return wasm_i32x4_extract_lane(four, 0) + wasm_i32x4_extract_lane(four, 1) +
        wasm_i32x4_extract_lane(four, 2) + wasm_i32x4_extract_lane(four, 3);
}

/** Copies lines, an even number, with zeros behind them up to a whole step. @return the largest */
static int
pack(const int *ix, int count, int16_t *lines)
{
    v128_t most = wasm_i16x8_const_splat(0);
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        v128_t const x = wasm_i16x8_narrow_i32x4(wasm_v128_load(ix + i), wasm_v128_load(ix + i + 4));
        most = wasm_i16x8_max(most, x);
        wasm_v128_store(lines + i, x);
    }
    for (; i < count; i += 2) {
        v128_t const pair = wasm_v128_load64_zero(ix + i);
        v128_t const x = wasm_i16x8_narrow_i32x4(pair, pair);
        most = wasm_i16x8_max(most, x);
        wasm_v128_store32_lane(lines + i, x, 0);
    }
    for (int part = 0; part < STEP; part += 8)
        wasm_v128_store(lines + count + part, wasm_i16x8_const_splat(0));
    most = wasm_i16x8_max(most, wasm_i16x8_shuffle(most, most, 4, 5, 6, 7, 0, 1, 2, 3));
    most = wasm_i16x8_max(most, wasm_i16x8_shuffle(most, most, 2, 3, 0, 1, 4, 5, 6, 7));
    most = wasm_i16x8_max(most, wasm_i16x8_shuffle(most, most, 1, 0, 2, 3, 4, 5, 6, 7));
    return wasm_i16x8_extract_lane(most, 0);
}

/** Places in a table of sixteen pairs, the first value of which counts `width` times. */
static inline v128_t
places_of(v128_t a, v128_t b, v128_t c, v128_t d, int width)
{
    v128_t const factors = wasm_i32x4_splat(1 << 16 | width);
    v128_t const low = wasm_i16x8_narrow_i32x4(wasm_i32x4_dot_i16x8(a, factors),
                                               wasm_i32x4_dot_i16x8(b, factors));
    v128_t const high = wasm_i16x8_narrow_i32x4(wasm_i32x4_dot_i16x8(c, factors),
                                                wasm_i32x4_dot_i16x8(d, factors));
    return wasm_u8x16_narrow_i16x8(low, high);
}

static inline v128_t
places_at(const int16_t *lines, int width)
{
    return places_of(wasm_v128_load(lines), wasm_v128_load(lines + 8), wasm_v128_load(lines + 16),
                     wasm_v128_load(lines + 24), width);
}

/** Bits of all lines in each of `count` tables from `first` on, which take `parts` vectors each. */
static inline void
count_small(const int16_t *lines, int n, int first, int count, int parts, int *bits)
{
    int const width = ht[first].xlen;
    int const whole = (n + STEP - 1) / STEP * STEP;
    v128_t sums[3] = {0};
    for (int i = 0; i < whole; i += STEP) {
        v128_t const places = places_at(lines + i, width);
        v128_t found[3] = {0};
        for (int part = 0; part < parts; part++) {
            /* A place outside of these sixteen gives 0. */
            v128_t const at = wasm_i8x16_sub(places, wasm_i8x16_splat(16 * part));
            for (int t = 0; t < count; t++)
                found[t] = wasm_v128_or(found[t], wasm_i8x16_swizzle(lengths[first + t][part], at));
        }
        for (int t = 0; t < count; t++)
            sums[t] = wasm_i16x8_add(sums[t], wasm_u16x8_extadd_pairwise_u8x16(found[t]));
    }
    for (int t = 0; t < count; t++)
        bits[t] = sum_of_u16(sums[t]) - (whole - n) / 2 * ht[first + t].hlen[0];
}

/** Sums of a table of two halves over all pairs. */
static uint32_t
sum_of_pairs(const uint32_t *table, const uint8_t *places, int pairs)
{
    uint32_t sum = 0, other = 0;
    int i = 0;
    for (; i + 2 <= pairs; i += 2) {
        sum += table[places[i]];
        other += table[places[i + 1]];
    }
    if (i < pairs)
        sum += table[places[i]];
    return sum + other;
}

static int
choose_escape(const int16_t *lines, int n, int most, int *bits)
{
    int t1, t2;
    for (t2 = 24; t2 < 31 && ht[t2].linmax < (unsigned int) most - ESCAPE; t2++);
    for (t1 = t2 - 8; t1 < 23 && ht[t1].linmax < (unsigned int) most - ESCAPE; t1++);
    uint8_t places[LINES / 2 + STEP];
    v128_t const limit = wasm_i16x8_const_splat(ESCAPE);
    v128_t escapes = wasm_i16x8_const_splat(0);
    for (int i = 0; i < n; i += STEP) {
        v128_t x[4];
        for (int part = 0; part < 4; part++) {
            v128_t const line = wasm_v128_load(lines + i + 8 * part);
            escapes = wasm_i16x8_sub(escapes, wasm_i16x8_ge(line, limit));
            x[part] = wasm_i16x8_min(line, limit);
        }
        wasm_v128_store(places + i / 2, places_of(x[0], x[1], x[2], x[3], 16));
    }
    uint32_t const sums = sum_of_pairs(largetbl, places, n / 2);
    int const count = sum_of_u16(escapes);
    int const bits1 = (sums >> 16) + count * ht[t1].xlen;
    int const bits2 = (sums & 0xffff) + count * ht[t2].xlen;
    *bits += Min(bits1, bits2);
    return bits1 > bits2 ? t2 : t1;
}

static int
choose_13_15(const int16_t *lines, int n, int *bits)
{
    uint8_t places[LINES / 2 + STEP];
    for (int i = 0; i < n; i += STEP)
        wasm_v128_store(places + i / 2, places_at(lines + i, 16));
    uint32_t const sums = sum_of_pairs(lengths_13_15, places, n / 2);
    int const bits13 = sums & 0xffff, bits15 = sums >> 16;
    *bits += Min(bits13, bits15);
    return bits13 > bits15 ? 15 : 13;
}

/** In place of choose_table_nonMMX (takehiro.c): the table that takes the fewest bits. */
int
simd_choose_table(const int *ix, const int *end, int *bits)
{
    int16_t lines[LINES + STEP];
    int const n = end - ix;
    int const most = pack(ix, n, lines);
    if (most == 0)
        return 0;
    if (most > IXMAX_VAL) {
        *bits = LARGE_BITS;
        return -1;
    }
    if (most > ESCAPE)
        return choose_escape(lines, n, most, bits);
    int const first = tables_for[most].first;
    int found[3];
    switch (first) {
    case 1:
        count_small(lines, n, 1, 1, 1, found);
        break;
    case 2:
        count_small(lines, n, 2, 2, 1, found);
        break;
    case 5:
        count_small(lines, n, 5, 2, 1, found);
        break;
    case 7:
        count_small(lines, n, 7, 3, 3, found);
        break;
    case 10:
        count_small(lines, n, 10, 3, 4, found);
        break;
    default:
        return choose_13_15(lines, n, bits);
    }
    int best = 0;
    for (int t = 1; t < tables_for[most].count; t++)
        if (found[t] < found[best])
            best = t;
    *bits += found[best];
    return first + best;
}
