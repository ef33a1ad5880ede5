/*
 * What LAME does with each line of a spectrum, on vectors of WebAssembly: quantisation and its noise.
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
#include "simd.h"

static inline FLOAT
sum_of_f32(v128_t x)
{
    return wasm_f32x4_extract_lane(x, 0) + wasm_f32x4_extract_lane(x, 1) +
        wasm_f32x4_extract_lane(x, 2) + wasm_f32x4_extract_lane(x, 3);
}

/** Numbers of a table at four places. */
static inline v128_t
gather(const FLOAT *table, v128_t at)
{
    v128_t const a = wasm_v128_load32_zero(table + wasm_i32x4_extract_lane(at, 0));
    v128_t const b = wasm_v128_load32_lane(table + wasm_i32x4_extract_lane(at, 1), a, 1);
    v128_t const c = wasm_v128_load32_lane(table + wasm_i32x4_extract_lane(at, 2), b, 2);
    return wasm_v128_load32_lane(table + wasm_i32x4_extract_lane(at, 3), c, 3);
}

static inline v128_t
quantized(v128_t xrpow, v128_t istep)
{
    /* Added to a number, it leaves the nearest whole one in the lower bits. */
    v128_t const magic = wasm_f32x4_const_splat(8388608.f);
    v128_t const bits = wasm_i32x4_const_splat(0x4b000000);
    v128_t const x = wasm_f32x4_mul(xrpow, istep);
    v128_t const near = wasm_i32x4_sub(wasm_f32x4_add(x, magic), bits);
    v128_t const moved = wasm_f32x4_add(x, gather(adj43asm, near));
    return wasm_i32x4_sub(wasm_f32x4_add(moved, magic), bits);
}

/** In place of quantize_lines_xrpow (takehiro.c). */
void
simd_quantize_lines(unsigned int count, FLOAT istep, const FLOAT *xrpow, int *ix)
{
    v128_t const step = wasm_f32x4_splat(istep);
    unsigned int i = 0;
    for (; i + 4 <= count; i += 4)
        wasm_v128_store(ix + i, quantized(wasm_v128_load(xrpow + i), step));
    if (i + 2 <= count)
        wasm_v128_store64_lane(ix + i, quantized(wasm_v128_load64_zero(xrpow + i), step), 0);
}

static inline v128_t
noise_of(v128_t xr, v128_t ix, v128_t step)
{
    v128_t const error = wasm_f32x4_sub(wasm_f32x4_abs(xr), wasm_f32x4_mul(gather(pow43, ix), step));
    return wasm_f32x4_mul(error, error);
}

/** In place of the last loop of calc_noise_core_c (quantize_pvt.c). @param count of lines, even */
FLOAT
simd_noise(const FLOAT *xr, const int *ix, int count, FLOAT step)
{
    v128_t const factor = wasm_f32x4_splat(step);
    v128_t sum = wasm_f32x4_const_splat(0);
    int i = 0;
    for (; i + 4 <= count; i += 4)
        sum = wasm_f32x4_add(sum, noise_of(wasm_v128_load(xr + i), wasm_v128_load(ix + i), factor));
    if (i < count)
        sum = wasm_f32x4_add(sum, noise_of(wasm_v128_load64_zero(xr + i),
                                           wasm_v128_load64_zero(ix + i), factor));
    return sum_of_f32(sum);
}

/** In place of init_xrpow_core_c (quantize.c). @param upper the last line that counts */
void
simd_init_xrpow(gr_info *cod_info, FLOAT xrpow[576], int upper, FLOAT *sum)
{
    v128_t total = wasm_f32x4_const_splat(0), most = total;
    /* A whole number of vectors: what lies behind the last line is next to nothing. */
    for (int i = 0; i <= upper; i += 4) {
        v128_t const x = wasm_f32x4_abs(wasm_v128_load(cod_info->xr + i));
        v128_t const power = wasm_f32x4_sqrt(wasm_f32x4_mul(x, wasm_f32x4_sqrt(x)));
        total = wasm_f32x4_add(total, x);
        most = wasm_f32x4_max(most, power);
        wasm_v128_store(xrpow + i, power);
    }
    FLOAT largest = 0;
    FLOAT four[4];
    wasm_v128_store(four, most);
    for (int i = 0; i < 4; i++)
        largest = Max(largest, four[i]);
    cod_info->xrpow_max = largest;
    *sum = sum_of_f32(total);
}
