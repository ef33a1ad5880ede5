// The Fourier transform, the dense layer and the median of audio/, written in C for comparison.
// The order of operations is that of the assembled kernels, so that results are equal bit for bit.
#include <wasm_simd128.h>

typedef v128_t vec;
#define EXPORT(name) __attribute__((export_name(#name)))
#define INLINE static inline __attribute__((always_inline))

INLINE vec add(vec a, vec b) { return wasm_f32x4_add(a, b); }
INLINE vec sub(vec a, vec b) { return wasm_f32x4_sub(a, b); }
INLINE vec mul(vec a, vec b) { return wasm_f32x4_mul(a, b); }
INLINE vec load(const float *at) { return wasm_v128_load(at); }
INLINE void store(float *at, vec value) { wasm_v128_store(at, value); }
INLINE vec splat(float value) { return wasm_f32x4_splat(value); }
INLINE vec low(vec a, vec b) { return wasm_i32x4_shuffle(a, b, 0, 4, 1, 5); }
INLINE vec high(vec a, vec b) { return wasm_i32x4_shuffle(a, b, 2, 6, 3, 7); }
INLINE vec reversed(vec a) { return wasm_i32x4_shuffle(a, a, 3, 2, 1, 0); }

typedef struct { vec re, im; } complex4;

INLINE complex4 turn(complex4 a, vec x, vec y) {
  return (complex4){sub(mul(a.re, x), mul(a.im, y)), add(mul(a.re, y), mul(a.im, x))};
}

/** Four inputs, `step` floats apart, become four outputs before their twiddle factors. */
INLINE void butterfly(const float *in, long half, long step, complex4 out[4]) {
  const complex4 a = {load(in), load(in + half)};
  const complex4 b = {load(in + step), load(in + step + half)};
  const complex4 c = {load(in + 2 * step), load(in + 2 * step + half)};
  const complex4 d = {load(in + 3 * step), load(in + 3 * step + half)};
  const complex4 even = {add(a.re, c.re), add(a.im, c.im)};
  const complex4 evenDifference = {sub(a.re, c.re), sub(a.im, c.im)};
  const complex4 odd = {add(b.re, d.re), add(b.im, d.im)};
  const complex4 oddDifference = {sub(b.re, d.re), sub(b.im, d.im)};
  out[0] = (complex4){add(even.re, odd.re), add(even.im, odd.im)};
  out[1] = (complex4){add(evenDifference.re, oddDifference.im),
                      sub(evenDifference.im, oddDifference.re)};
  out[2] = (complex4){sub(even.re, odd.re), sub(even.im, odd.im)};
  out[3] = (complex4){sub(evenDifference.re, oddDifference.im),
                      add(evenDifference.im, oddDifference.re)};
}

static const float COSINES[2][2][2] = {
    {{-0.5f}},
    {{0.30901699437494745f, -0.8090169943749475f}, {-0.8090169943749475f, 0.30901699437494745f}},
};
static const float SINES[2][2][2] = {
    {{0.8660254037844386f}},
    {{0.9510565162951535f, 0.5877852522924731f}, {0.5877852522924731f, -0.9510565162951535f}},
};

/** Three or five inputs become as many outputs, `stride` floats apart. */
INLINE void odd_butterfly(const float *in, float *out, const float *factors, long half,
                          const int radix, long stride, long step) {
  const int pairs = (radix - 1) / 2;
  complex4 sums[2], differences[2];
  for (int i = 0; i < pairs; i++) {
    const float *first = in + (i + 1) * step, *second = in + (radix - 1 - i) * step;
    sums[i].re = add(load(first), load(second));
    sums[i].im = add(load(first + half), load(second + half));
    differences[i].re = sub(load(first), load(second));
    differences[i].im = sub(load(first + half), load(second + half));
  }
  complex4 total = {load(in), load(in + half)};
  for (int i = 0; i < pairs; i++) {
    total.re = add(total.re, sums[i].re);
    total.im = add(total.im, sums[i].im);
  }
  store(out, total.re);
  store(out + half, total.im);
  for (int i = 0; i < pairs; i++) {
    const float *cosines = COSINES[pairs - 1][i], *sines = SINES[pairs - 1][i];
    complex4 mean = {load(in), load(in + half)};
    complex4 rotated = {mul(differences[0].re, splat(sines[0])),
                        mul(differences[0].im, splat(sines[0]))};
    for (int j = 0; j < pairs; j++) {
      mean.re = add(mean.re, mul(sums[j].re, splat(cosines[j])));
      mean.im = add(mean.im, mul(sums[j].im, splat(cosines[j])));
    }
    for (int j = 1; j < pairs; j++) {
      rotated.re = add(rotated.re, mul(differences[j].re, splat(sines[j])));
      rotated.im = add(rotated.im, mul(differences[j].im, splat(sines[j])));
    }
    const complex4 results[2] = {
        {add(mean.re, rotated.im), sub(mean.im, rotated.re)},
        {sub(mean.re, rotated.im), add(mean.im, rotated.re)},
    };
    for (int side = 0; side < 2; side++) {
      const int number = side == 0 ? i + 1 : radix - 1 - i;
      const float *factor = factors + 2 * (number - 1);
      const complex4 result = turn(results[side], splat(factor[0]), splat(factor[1]));
      store(out + number * stride, result.re);
      store(out + number * stride + half, result.im);
    }
  }
}

INLINE complex4 transpose_step(vec a, vec b) { return (complex4){low(a, b), high(a, b)}; }

INLINE void transpose(vec *a, vec *b, vec *c, vec *d) {
  const complex4 x = transpose_step(*a, *c), y = transpose_step(*b, *d);
  *a = low(x.re, y.re);
  *b = high(x.re, y.re);
  *c = low(x.im, y.im);
  *d = high(x.im, y.im);
}

INLINE void first_pass(const float *in, float *out, const float *factors, long half) {
  const long count = half / 4;
  for (long i = 0; i < count; i += 4, in += 4, out += 16, factors += 24) {
    complex4 o[4];
    butterfly(in, half, count, o);
    for (int k = 1; k < 4; k++) o[k] = turn(o[k], load(factors + 8 * k - 8), load(factors + 8 * k - 4));
    transpose(&o[0].re, &o[1].re, &o[2].re, &o[3].re);
    transpose(&o[0].im, &o[1].im, &o[2].im, &o[3].im);
    for (int k = 0; k < 4; k++) {
      store(out + 4 * k, o[k].re);
      store(out + 4 * k + half, o[k].im);
    }
  }
}

INLINE void later_pass(const float *in, float *out, const float *factors, long half,
                       const int radix, long stride) {
  const long count = half / stride / radix;
  for (long i = 0; i < count; i++, out += (radix - 1) * stride, factors += 2 * (radix - 1))
    for (long k = 0; k < stride; k += 4, in += 4, out += 4) {
      if (radix != 4) {
        odd_butterfly(in, out, factors, half, radix, stride, stride * count);
        continue;
      }
      complex4 o[4];
      butterfly(in, half, stride * count, o);
      for (int n = 1; n < 4; n++)
        o[n] = turn(o[n], splat(factors[2 * n - 2]), splat(factors[2 * n - 1]));
      for (int n = 0; n < 4; n++) {
        store(out + n * stride, o[n].re);
        store(out + n * stride + half, o[n].im);
      }
    }
}

/** @returns the row that holds the result */
static float *transform(float *in, float *out, const float *factors, long half) {
  long stride = 1;
  for (; (half / stride) % 4 == 0; stride *= 4) {
    if (stride == 1) first_pass(in, out, factors, half);
    else later_pass(in, out, factors, half, 4, stride);
    factors += (stride == 1 ? 6 * (half / 4) : 6 * (half / stride / 4));
    float *next = in;
    in = out;
    out = next;
  }
  for (int radix = 3; radix <= 5; radix += 2)
    for (; (half / stride) % radix == 0; stride *= radix) {
      if (radix == 3) later_pass(in, out, factors, half, 3, stride);
      else later_pass(in, out, factors, half, 5, stride);
      factors += 2 * (radix - 1) * (half / stride / radix);
      float *next = in;
      in = out;
      out = next;
    }
  if (half / stride != 2) return in;
  for (int part = 0; part < 2; part++, in += half, out += half)
    for (long i = 0; i < half / 2; i += 4) {
      store(out + i, add(load(in + i), load(in + i + half / 2)));
      store(out + i + half / 2, sub(load(in + i), load(in + i + half / 2)));
    }
  return out - 2 * half;
}

EXPORT(forward)
float *forward(const float *samples, const float *window, float *re, float *im, float *in,
               float *out, const float *factors, const float *cosines, const float *sines, long half) {
  for (long i = 0; i < half; i += 4) {
    const vec a = mul(load(samples + 2 * i), load(window + 2 * i));
    const vec b = mul(load(samples + 2 * i + 4), load(window + 2 * i + 4));
    store(in + i, wasm_i32x4_shuffle(a, b, 0, 2, 4, 6));
    store(in + i + half, wasm_i32x4_shuffle(a, b, 1, 3, 5, 7));
  }
  float *const row = transform(in, out, factors, half);
  const vec halfOne = splat(0.5f);
  for (long i = 0; i < half / 2; i += 4) {
    const long end = half - 4 - i;
    const vec a = load(row + 1 + i), b = load(row + 1 + i + half);
    const vec c = reversed(load(row + end)), d = reversed(load(row + end + half));
    const vec e = mul(add(a, c), halfOne), f = mul(sub(b, d), halfOne);
    const vec g = mul(add(b, d), halfOne), h = mul(sub(c, a), halfOne);
    const vec x = load(cosines + 1 + i), y = load(sines + 1 + i);
    const vec p = add(mul(x, g), mul(y, h)), q = sub(mul(x, h), mul(y, g));
    store(re + 1 + i, add(e, p));
    store(im + 1 + i, add(f, q));
    store(re + end, reversed(sub(e, p)));
    store(im + end, reversed(sub(q, f)));
  }
  return row;
}

#define ROWS 32

/** One row-major matrix, in groups of 32 rows, times a vector. */
EXPORT(product)
void product(const float *matrix, const float *input, const float *bias, float *out, long groups,
             long columns) {
  for (; groups > 0; groups--, bias += ROWS, out += ROWS) {
    vec sums[ROWS / 4];
#pragma unroll
    for (int v = 0; v < ROWS / 4; v++) sums[v] = load(bias + 4 * v);
    for (long i = 0; i < columns; i++, matrix += ROWS) {
      const vec value = splat(input[i]);
#pragma unroll
      for (int v = 0; v < ROWS / 4; v++)
#ifdef FUSED
        sums[v] = wasm_f32x4_relaxed_madd(load(matrix + 4 * v), value, sums[v]);
#else
        sums[v] = add(sums[v], mul(load(matrix + 4 * v), value));
#endif
    }
#pragma unroll
    for (int v = 0; v < ROWS / 4; v++) store(out + 4 * v, sums[v]);
  }
}

#define COUNT 17

/** Medians of 17 values that are `step` floats apart, by Batcher's odd-even merge sort. */
INLINE void medians(const float *from, float *out, long vectors, long step) {
  for (; vectors > 0; vectors--, from += 4, out += 4) {
    vec values[COUNT];
#pragma unroll
    for (int i = 0; i < COUNT; i++) values[i] = load(from + i * step);
#pragma unroll
    for (int p = 1; p < COUNT; p *= 2)
#pragma unroll
      for (int k = p; k >= 1; k /= 2)
#pragma unroll
        for (int j = k % p; j + k < 32; j += 2 * k)
#pragma unroll
          for (int i = 0; i < k; i++) {
            const int a = i + j, b = i + j + k;
            if (b >= COUNT || a / (2 * p) != b / (2 * p)) continue;
            const vec x = values[a], y = values[b];
            values[a] = wasm_f32x4_pmin(x, y);
            values[b] = wasm_f32x4_pmax(x, y);
          }
    store(out, values[COUNT / 2]);
  }
}
EXPORT(ofRows)
void ofRows(const float *rows, float *out, long vectors, long step) {
  medians(rows, out, vectors, step);
}
EXPORT(ofNeighbors)
void ofNeighbors(const float *row, float *out, long vectors) { medians(row, out, vectors, 1); }
