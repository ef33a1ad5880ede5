import { type Biquad, designBiquad } from "../../signal/biquad.ts";

/** Coloration of a voice. */
export interface Tone {
  /** dB above 5 kHz: negative is softer, positive is brighter. */
  readonly tilt: number;
  /** dB below 220 Hz. */
  readonly warmth: number;
  /** dB around 2.9 kHz, where rule-based voices sound sharp. */
  readonly presence: number;
}

/**
 * All-pass filters: frequency range in Hz and number. They disperse glottal pulses over a few ms.
 */
const SPREAD = { low: 180, high: 5200, count: 14, q: 0.9 } as const;

/**
 * Filters of a voice: a high-pass filter, all-pass dispersion against the harshness of pulses, and
 * equalization.
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
