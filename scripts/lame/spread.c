/*
 * How the energy of partitions masks others, on vectors of WebAssembly: the sums that the loops of
 * vbrpsy_compute_masking_l and vbrpsy_compute_masking_s (psymodel.c) make one after the other, of four
 * partitions at a time.
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
#include "simd.h"

#define LANES 4
#define GROUPS (CBANDS / LANES)
/** Partitions at most by which what masks more is away (tab_mask_add_delta in psymodel.c). */
#define NEAR 2
/** 10^(24/16): masks that are so much apart do not add. */
#define FAR_LIMIT 31.622776601683793f

/** The spreading function for four partitions, a vector for each partition that masks any of them. */
typedef struct {
    int first[GROUPS], last[GROUPS];
    v128_t rows[GROUPS][CBANDS];
} spreading;

static spreading spreadings[2];

/** By what masks add, by their ratio in sixteenths of a decade (Naoki Shibata 2000/7). */
static const struct { float ratio, factor; } steps[] = {
    {1.f, 1.33352f * 1.33352f}, {1.15478198f, 1.35879f * 1.35879f},
    {1.33352143f, 1.38454f * 1.38454f}, {1.53992653f, 1.39497f * 1.39497f},
    {1.77827941f, 1.40548f * 1.40548f}, {2.05352503f, 1.3537f * 1.3537f},
    {2.37137371f, 1.30382f * 1.30382f}, {2.73841963f, 1.22321f * 1.22321f},
    {3.16227766f, 1.14758f * 1.14758f}, {3.65174127f, 1.f}
};

/** Lays the function out. @param s3 of LAME's, rows of which begin and end where `s3ind` says */
void
simd_prepare_spreading(int is_short, const PsyConst_CB2SB_t *gd)
{
    spreading *const to = &spreadings[is_short];
    const FLOAT *s3 = gd->s3;
    memset(to, 0, sizeof *to);
    for (int b = 0; b < gd->npart; b++) {
        int const group = b / LANES, first = gd->s3ind[b][0], last = gd->s3ind[b][1];
        to->first[group] = b % LANES ? Min(to->first[group], first) : first;
        to->last[group] = Max(to->last[group], last);
        for (int kk = first; kk <= last; kk++)
            ((FLOAT *) &to->rows[group][kk])[b % LANES] = *s3++;
    }
}

static inline v128_t
add_far(v128_t a, v128_t b)
{
    v128_t const larger = wasm_f32x4_pmax(a, b), smaller = wasm_f32x4_pmin(a, b);
    v128_t const limit = wasm_f32x4_mul(smaller, wasm_f32x4_const_splat(FAR_LIMIT));
    return wasm_v128_bitselect(wasm_f32x4_add(a, b), larger, wasm_f32x4_lt(larger, limit));
}

static inline v128_t
add_near(v128_t a, v128_t b)
{
    v128_t const larger = wasm_f32x4_pmax(a, b), smaller = wasm_f32x4_pmin(a, b);
    v128_t factor = wasm_f32x4_splat(steps[0].factor);
    for (unsigned int i = 1; i < dimension_of(steps); i++) {
        v128_t const limit = wasm_f32x4_mul(smaller, wasm_f32x4_splat(steps[i].ratio));
        factor = wasm_v128_bitselect(wasm_f32x4_splat(steps[i].factor), factor,
                                     wasm_f32x4_ge(larger, limit));
    }
    return wasm_f32x4_mul(wasm_f32x4_add(a, b), factor);
}

/** What masks each partition: `energy` of all, spread; `near` says within how many it adds more. */
void
simd_spread(int is_short, int npart, const FLOAT *energy, const int *near, FLOAT *spread)
{
    const spreading *const from = &spreadings[is_short];
    for (int b = 0, group = 0; b < npart; b += LANES, group++) {
        v128_t const at = wasm_i32x4_make(b, b + 1, b + 2, b + 3);
        v128_t const most = wasm_v128_load(near + b);
        const v128_t *const rows = from->rows[group];
        int const last = from->last[group];
        int kk = from->first[group];
        v128_t sum = wasm_f32x4_const_splat(0);
        for (; kk < b - NEAR && kk <= last; kk++)
            sum = add_far(sum, wasm_f32x4_mul(rows[kk], wasm_v128_load32_splat(energy + kk)));
        for (; kk < b + LANES + NEAR && kk <= last; kk++) {
            v128_t const x = wasm_f32x4_mul(rows[kk], wasm_v128_load32_splat(energy + kk));
            v128_t const distance = wasm_i32x4_abs(wasm_i32x4_sub(wasm_i32x4_splat(kk), at));
            sum = wasm_v128_bitselect(add_near(sum, x), add_far(sum, x),
                                      wasm_i32x4_le(distance, most));
        }
        for (; kk <= last; kk++)
            sum = add_far(sum, wasm_f32x4_mul(rows[kk], wasm_v128_load32_splat(energy + kk)));
        wasm_v128_store(spread + b, sum);
    }
}
