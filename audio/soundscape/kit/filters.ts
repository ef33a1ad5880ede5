import type { Random } from "./random.ts";

/** A filter for single samples that can be retuned at any time. */
export interface TunableFilter {
  /** @param frequency Hz, clamped below half the sample rate @param q 0.5 or more */
  tune(frequency: number, q: number): void;
  run(sample: number): number;
}

/**
 * State-variable filter by A. Simper ("Linear Trap Optimised SVF", 2013), which stays stable and
 * quiet while it is retuned. Band-pass gain at the center frequency is 1.
 */
export function createTunableFilter(
  kind: "low" | "band" | "high",
  sampleRate: number,
): TunableFilter {
  let k = 1;
  let a1 = 0;
  let a2 = 0;
  let a3 = 0;
  let first = 0;
  let second = 0;
  return {
    tune(frequency, q) {
      const g = Math.tan((Math.PI * Math.min(frequency, 0.45 * sampleRate)) / sampleRate);
      k = 1 / q;
      a1 = 1 / (1 + g * (g + k));
      a2 = g * a1;
      a3 = g * a2;
    },
    run(sample) {
      const v3 = sample - second;
      const band = a1 * first + a2 * v3;
      const low = second + a2 * first + a3 * v3;
      first = 2 * band - first;
      second = 2 * low - second;
      if (kind === "low") return low;
      return kind === "band" ? k * band : sample - k * band - low;
    },
  };
}

/** A filter with fixed tuning. */
export function createFixedFilter(
  kind: "low" | "band" | "high",
  { frequency, q = Math.SQRT1_2 }: { readonly frequency: number; readonly q?: number },
  sampleRate: number,
): (sample: number) => number {
  const filter = createTunableFilter(kind, sampleRate);
  filter.tune(frequency, q);
  return (sample) => filter.run(sample);
}

/** Pink noise by P. Kellet's economy filter; about as loud as white noise. */
export function createPinkNoise(random: Random): () => number {
  let low = 0;
  let middle = 0;
  let high = 0;
  return () => {
    const white = random.noise();
    low = 0.997_65 * low + white * 0.099_046;
    middle = 0.963 * middle + white * 0.296_516_4;
    high = 0.57 * high + white * 1.052_691_3;
    return 0.28 * (low + middle + high + white * 0.1848);
  };
}

/** One-pole smoothing. @param seconds time constant (63 %) */
export function createSmoother(
  seconds: number,
  sampleRate: number,
  first = 0,
): (target: number) => number {
  const share = 1 - Math.exp(-1 / (seconds * sampleRate));
  let value = first;
  return (target) => (value += share * (target - value));
}
