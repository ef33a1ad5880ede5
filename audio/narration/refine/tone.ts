import { type Biquad, designBiquad } from "../../signal/biquad.ts";

/** How a voice is colored. */
export interface Tone {
  /** dB from 5 kHz on: below 0 softer, above 0 brighter. */
  readonly tilt: number;
  /** dB below 220 Hz. */
  readonly warmth: number;
  /** dB around 2.9 kHz, where voices made by rules are sharp. */
  readonly presence: number;
}

/** Hz between which all-passes lie, and how many: they spread the pulses of the voice over some ms. */
const SPREAD = { low: 180, high: 5200, count: 14, q: 0.9 } as const;

/**
 * Filters of a voice: what is below it goes, its pulses are spread in time, which takes the edge
 * off them, and its bands get their levels.
 */
export function toneFilters({ tilt, warmth, presence }: Tone, sampleRate: number): Biquad[] {
  const { low, high, count, q } = SPREAD;
  const spread = Array.from({ length: count }, (_, n) =>
    designBiquad("allpass", { frequency: low * (high / low) ** (n / (count - 1)), q }, sampleRate),
  );
  return [
    designBiquad("highpass", { frequency: 65 }, sampleRate),
    ...spread,
    designBiquad("lowshelf", { frequency: 220, gain: warmth }, sampleRate),
    designBiquad("peak", { frequency: 2900, q: 0.8, gain: presence }, sampleRate),
    designBiquad("highshelf", { frequency: 5000, gain: tilt }, sampleRate),
  ];
}
