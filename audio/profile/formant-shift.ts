import { BANDS_AN_OCTAVE, bandOf, valueAt } from "../voice/bands.ts";

/** Maximum absolute formant shift and step of the search, in semitones. */
const SHIFTS = { max: 6, step: 0.25 } as const;
/** Compared frequency range in Hz. */
const COMPARED_HERTZ = [250, 5500] as const;
/** Width in octaves of the trend that is removed from the envelope. */
const TREND = 1.6;

/** Detrended bands within `COMPARED_HERTZ`. */
function formantsOf(envelope: readonly number[]): number[] {
  const reach = Math.round((TREND * BANDS_AN_OCTAVE) / 2);
  return envelope.map((level, band) => {
    let sum = 0;
    let weights = 0;
    for (let d = -reach; d <= reach; d++) {
      const other = envelope[band + d];
      if (other === undefined) continue;
      const weight = 1 + Math.cos((Math.PI * d) / (reach + 1));
      sum += weight * other;
      weights += weight;
    }
    return level - sum / weights;
  });
}

/**
 * Formant shift between two voices in semitones: the shift on a log-frequency axis that maximizes
 * the correlation of the detrended mean envelopes (vocal tract length normalization as in Lee and
 * Rose 1996, without a model).
 */
export function formantShiftOf(voice: readonly number[], other: readonly number[]): number {
  const [a, b] = [formantsOf(voice), formantsOf(other)];
  const scores: number[] = [];
  const from = Math.ceil(bandOf(COMPARED_HERTZ[0]));
  const to = Math.floor(bandOf(COMPARED_HERTZ[1]));
  for (let shift = -SHIFTS.max; shift <= SHIFTS.max; shift += SHIFTS.step) {
    let [ab, aa, bb] = [0, 1e-9, 1e-9];
    for (let band = from; band <= to; band++) {
      const x = a[band]!;
      const y = valueAt(b, band - (shift * BANDS_AN_OCTAVE) / 12);
      ab += x * y;
      aa += x * x;
      bb += y * y;
    }
    // Large shifts are penalized.
    scores.push(ab / Math.sqrt(aa * bb) - 0.002 * shift * shift);
  }
  let best = 0;
  for (const [at, score] of scores.entries()) if (score > scores[best]!) best = at;
  const [before, here, after] = [scores[best - 1], scores[best]!, scores[best + 1]];
  const bend = before === undefined || after === undefined ? 0 : before - 2 * here + after;
  const share = bend < 0 ? (0.5 * (before! - after!)) / bend : 0;
  return -SHIFTS.max + (best + share) * SHIFTS.step;
}
