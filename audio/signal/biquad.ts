/** A second-order filter: y = b0 x + b1 x₁ + b2 x₂ − a1 y₁ − a2 y₂. */
export interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

export type BiquadKind =
  | "lowpass"
  | "highpass"
  | "bandpass"
  | "notch"
  | "allpass"
  | "peak"
  | "lowshelf"
  | "highshelf";

export interface BiquadOptions {
  /** Hz; clamped below half the sample rate. */
  readonly frequency: number;
  /** Defaults to 0.7071 (Butterworth). */
  readonly q?: number;
  /** dB, for `peak` and shelves. */
  readonly gain?: number;
}

/** Coefficients of R. Bristow-Johnson's "Cookbook formulae for audio EQ biquad filter coefficients". */
export function designBiquad(
  kind: BiquadKind,
  { frequency, q = Math.SQRT1_2, gain = 0 }: BiquadOptions,
  sampleRate: number,
): Biquad {
  const angle = (2 * Math.PI * Math.min(frequency, 0.499 * sampleRate)) / sampleRate;
  const cosine = Math.cos(angle);
  const alpha = Math.sin(angle) / (2 * q);
  const amplitude = 10 ** (gain / 40);
  switch (kind) {
    case "lowpass":
      return normalize(
        [(1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2],
        [1 + alpha, -2 * cosine, 1 - alpha],
      );
    case "highpass":
      return normalize(
        [(1 + cosine) / 2, -(1 + cosine), (1 + cosine) / 2],
        [1 + alpha, -2 * cosine, 1 - alpha],
      );
    case "bandpass":
      return normalize([alpha, 0, -alpha], [1 + alpha, -2 * cosine, 1 - alpha]);
    case "notch":
      return normalize([1, -2 * cosine, 1], [1 + alpha, -2 * cosine, 1 - alpha]);
    case "allpass":
      return normalize([1 - alpha, -2 * cosine, 1 + alpha], [1 + alpha, -2 * cosine, 1 - alpha]);
    case "peak":
      return normalize(
        [1 + alpha * amplitude, -2 * cosine, 1 - alpha * amplitude],
        [1 + alpha / amplitude, -2 * cosine, 1 - alpha / amplitude],
      );
    case "lowshelf":
      return shelving(amplitude, cosine, alpha, 1);
    case "highshelf":
      return shelving(amplitude, cosine, alpha, -1);
  }
}

/** @param side 1 for a low shelf, −1 for a high shelf (its mirror image) */
function shelving(amplitude: number, cosine: number, alpha: number, side: 1 | -1): Biquad {
  const up = amplitude + 1;
  const down = side * (amplitude - 1);
  const root = 2 * Math.sqrt(amplitude) * alpha;
  return normalize(
    [
      amplitude * (up - down * cosine + root),
      2 * amplitude * (down - up * cosine),
      amplitude * (up - down * cosine - root),
    ],
    [up + down * cosine + root, -2 * (down + up * cosine), up + down * cosine - root],
  );
}

function normalize(
  [b0, b1, b2]: readonly [number, number, number],
  [a0, a1, a2]: readonly [number, number, number],
): Biquad {
  return { b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0 };
}

/** Smaller states are flushed to zero: denormal numbers are many times slower. */
const MIN_STATE = 1e-30;

/** Filters one channel in place; state carries over from block to block. */
export interface Filter {
  run(samples: Float32Array | Float64Array): void;
}

/** Direct form II transposed in double precision, which is quiet at low frequencies. */
export function createFilter(stages: readonly Biquad[]): Filter {
  const first = new Float64Array(stages.length);
  const second = new Float64Array(stages.length);
  return {
    run(samples) {
      for (let stage = 0; stage < stages.length; stage++) {
        const { b0, b1, b2, a1, a2 } = stages[stage]!;
        let s1 = first[stage]!;
        let s2 = second[stage]!;
        for (let i = 0; i < samples.length; i++) {
          const x = samples[i]!;
          const y = b0 * x + s1;
          s1 = b1 * x - a1 * y + s2;
          s2 = b2 * x - a2 * y;
          samples[i] = y;
        }
        first[stage] = Math.abs(s1) < MIN_STATE ? 0 : s1;
        second[stage] = Math.abs(s2) < MIN_STATE ? 0 : s2;
      }
    },
  };
}
