import { BANDS_AN_OCTAVE, bandOf, valueAt } from "../voice/bands.ts";

/** Lowest and highest shift of the formants that is looked for, and the step, in semitones. */
const SHIFTS = { most: 6, step: 0.25 } as const;
/** Hz between which formants are compared. */
const COMPARED = [250, 5500] as const;
/** Octaves that a slow trend of the envelope is wide; only what stands out of it is compared. */
const TREND = 1.6;

/** The bands from COMPARED, without their trend. */
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
 * By how many semitones the formants of one voice lie above those of another: the shift, along an axis of
 * octaves, at which what stands out of both mean envelopes is most alike (as vocal tract length is
 * normalized: Lee and Rose 1996, without a model).
 */
export function formantShiftOf(voice: readonly number[], other: readonly number[]): number {
  const [a, b] = [formantsOf(voice), formantsOf(other)];
  const scores: number[] = [];
  const from = Math.ceil(bandOf(COMPARED[0]));
  const to = Math.floor(bandOf(COMPARED[1]));
  for (let shift = -SHIFTS.most; shift <= SHIFTS.most; shift += SHIFTS.step) {
    let [ab, aa, bb] = [0, 1e-9, 1e-9];
    for (let band = from; band <= to; band++) {
      const x = a[band]!;
      const y = valueAt(b, band - (shift * BANDS_AN_OCTAVE) / 12);
      ab += x * y;
      aa += x * x;
      bb += y * y;
    }
    // A large shift needs more to speak for it.
    scores.push(ab / Math.sqrt(aa * bb) - 0.002 * shift * shift);
  }
  let best = 0;
  for (const [at, score] of scores.entries()) if (score > scores[best]!) best = at;
  const [before, here, after] = [scores[best - 1], scores[best]!, scores[best + 1]];
  const bend = before === undefined || after === undefined ? 0 : before - 2 * here + after;
  const share = bend < 0 ? (0.5 * (before! - after!)) / bend : 0;
  return -SHIFTS.most + (best + share) * SHIFTS.step;
}
