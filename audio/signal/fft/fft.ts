/** Samples, or real or imaginary parts. */
export type Numbers = Float32Array | Float64Array;

/** Fourier transform of real samples. Not reentrant. */
export interface RealFft {
  /** A power of two, 4 or more. */
  readonly size: number;
  /** `size / 2 + 1` */
  readonly bins: number;
  /** Unnormalized spectrum of `size` samples. */
  forward(samples: Numbers, re: Numbers, im: Numbers): void;
  /** Normalized: `inverse(forward(x)) = x`. The spectrum is not modified. */
  inverse(re: Numbers, im: Numbers, samples: Numbers): void;
}

interface Tables {
  /** Pairs of indices to swap. */
  readonly swaps: Uint32Array;
  /** Radix-4 passes: re and im of w², w and w³ for each butterfly. */
  readonly factors: Float64Array;
}

const tables = new Map<number, Tables>();

function tablesOf(size: number): Tables {
  const known = tables.get(size);
  if (known) return known;
  const reversed = new Uint32Array(size);
  for (let i = 1; i < size; i++) reversed[i] = (reversed[i >> 1]! >> 1) | (i & 1 ? size >> 1 : 0);
  const swaps: number[] = [];
  for (let i = 0; i < size; i++) if (i < reversed[i]!) swaps.push(i, reversed[i]!);
  const factors: number[] = [];
  for (let quarter = firstQuarter(size); quarter < size; quarter *= 4) {
    for (let k = 0; k < quarter; k++) {
      for (const times of [2, 1, 3]) {
        const angle = (-2 * Math.PI * k * times) / (4 * quarter);
        factors.push(Math.cos(angle), Math.sin(angle));
      }
    }
  }
  const made = { swaps: Uint32Array.from(swaps), factors: Float64Array.from(factors) };
  tables.set(size, made);
  return made;
}

/** Size of the first pass with twiddle factors: 4, or 2 if the size is no power of four. */
const firstQuarter = (size: number): number => (Math.log2(size) % 2 === 0 ? 4 : 2);

/** In-place complex transform: decimation in time, radix 4, bit-reversed order. */
function createComplexFft(size: number) {
  const { swaps, factors } = tablesOf(size);
  const start = firstQuarter(size);

  const begin = (re: Float64Array, im: Float64Array): void => {
    for (let i = 0; i < swaps.length; i += 2) {
      const a = swaps[i]!;
      const b = swaps[i + 1]!;
      const x = re[a]!;
      const y = im[a]!;
      re[a] = re[b]!;
      im[a] = im[b]!;
      re[b] = x;
      im[b] = y;
    }
    if (start === 2) {
      for (let a = 0; a < size; a += 2) {
        const x = re[a + 1]!;
        const y = im[a + 1]!;
        re[a + 1] = re[a]! - x;
        im[a + 1] = im[a]! - y;
        re[a] = re[a]! + x;
        im[a] = im[a]! + y;
      }
      return;
    }
    for (let a = 0; a < size; a += 4) {
      const sumRe = re[a]! + re[a + 1]!;
      const sumIm = im[a]! + im[a + 1]!;
      const differenceRe = re[a]! - re[a + 1]!;
      const differenceIm = im[a]! - im[a + 1]!;
      const otherSumRe = re[a + 2]! + re[a + 3]!;
      const otherSumIm = im[a + 2]! + im[a + 3]!;
      const otherRe = re[a + 2]! - re[a + 3]!;
      const otherIm = im[a + 2]! - im[a + 3]!;
      re[a] = sumRe + otherSumRe;
      im[a] = sumIm + otherSumIm;
      re[a + 1] = differenceRe + otherIm;
      im[a + 1] = differenceIm - otherRe;
      re[a + 2] = sumRe - otherSumRe;
      im[a + 2] = sumIm - otherSumIm;
      re[a + 3] = differenceRe - otherIm;
      im[a + 3] = differenceIm + otherRe;
    }
  };

  return (re: Float64Array, im: Float64Array): void => {
    begin(re, im);
    let base = 0;
    for (let quarter = start; quarter < size; quarter *= 4) {
      for (let block = 0; block < size; block += 4 * quarter) {
        let turn = base;
        for (let a = block; a < block + quarter; a++, turn += 6) {
          const b = a + quarter;
          const c = b + quarter;
          const d = c + quarter;
          const bRe = re[b]! * factors[turn]! - im[b]! * factors[turn + 1]!;
          const bIm = re[b]! * factors[turn + 1]! + im[b]! * factors[turn]!;
          const cRe = re[c]! * factors[turn + 2]! - im[c]! * factors[turn + 3]!;
          const cIm = re[c]! * factors[turn + 3]! + im[c]! * factors[turn + 2]!;
          const dRe = re[d]! * factors[turn + 4]! - im[d]! * factors[turn + 5]!;
          const dIm = re[d]! * factors[turn + 5]! + im[d]! * factors[turn + 4]!;
          const sumRe = re[a]! + bRe;
          const sumIm = im[a]! + bIm;
          const differenceRe = re[a]! - bRe;
          const differenceIm = im[a]! - bIm;
          re[a] = sumRe + (cRe + dRe);
          im[a] = sumIm + (cIm + dIm);
          re[b] = differenceRe + (cIm - dIm);
          im[b] = differenceIm - (cRe - dRe);
          re[c] = sumRe - (cRe + dRe);
          im[c] = sumIm - (cIm + dIm);
          re[d] = differenceRe - (cIm - dIm);
          im[d] = differenceIm + (cRe - dRe);
        }
      }
      base += 6 * quarter;
    }
  };
}

/** @param size a power of two, 4 or more */
export function createRealFft(size: number): RealFft {
  const half = size / 2;
  const transform = createComplexFft(half);
  const x = new Float64Array(half);
  const y = new Float64Array(half);
  const cosines = Float64Array.from({ length: half + 1 }, (_, i) => Math.cos((Math.PI * i) / half));
  const sines = Float64Array.from({ length: half + 1 }, (_, i) => Math.sin((Math.PI * i) / half));
  return {
    size,
    bins: half + 1,
    forward(samples, re, im) {
      // Packs even samples as real and odd ones as imaginary parts of a transform of half the size.
      for (let i = 0; i < half; i++) {
        x[i] = samples[2 * i]!;
        y[i] = samples[2 * i + 1]!;
      }
      transform(x, y);
      re[0] = x[0]! + y[0]!;
      im[0] = 0;
      re[half] = x[0]! - y[0]!;
      im[half] = 0;
      for (let a = 1; a <= half / 2; a++) {
        const b = half - a;
        const evenRe = (x[a]! + x[b]!) / 2;
        const evenIm = (y[a]! - y[b]!) / 2;
        const oddRe = (y[a]! + y[b]!) / 2;
        const oddIm = (x[b]! - x[a]!) / 2;
        const turnedRe = cosines[a]! * oddRe + sines[a]! * oddIm;
        const turnedIm = cosines[a]! * oddIm - sines[a]! * oddRe;
        re[a] = evenRe + turnedRe;
        im[a] = evenIm + turnedIm;
        re[b] = evenRe - turnedRe;
        im[b] = turnedIm - evenIm;
      }
    },
    inverse(re, im, samples) {
      for (let k = 0; k < half; k++) {
        const b = half - k;
        const evenRe = re[k]! + re[b]!;
        const evenIm = im[k]! - im[b]!;
        const differenceRe = re[k]! - re[b]!;
        const differenceIm = im[k]! + im[b]!;
        const oddRe = differenceRe * cosines[k]! - differenceIm * sines[k]!;
        const oddIm = differenceRe * sines[k]! + differenceIm * cosines[k]!;
        // The forward transform of the conjugate is the conjugate of the inverse.
        x[k] = evenRe - oddIm;
        y[k] = -(evenIm + oddRe);
      }
      transform(x, y);
      const factor = 1 / size;
      for (let i = 0; i < half; i++) {
        samples[2 * i] = x[i]! * factor;
        samples[2 * i + 1] = -y[i]! * factor;
      }
    },
  };
}
