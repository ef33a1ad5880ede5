/** Follows one voice through frames: a pitch each, or none. */
export interface PitchTracker {
  /** Hears the amplitudes of the next frame. */
  hear(amplitudes: Float32Array): void;
  /** The pitch of the frame that was heard `late` frames ago, by all that was heard since. */
  at(late: number): TrackedPitch;
}

export interface TrackedPitch {
  /** Hz */
  readonly frequency: number;
  /** How far it stands out of others, 0 to 1. */
  readonly salience: number;
}

export interface PitchRange {
  /** Hz */
  readonly lowest: number;
  readonly highest: number;
  /** How many harmonics are added up, each this part as much as the one before. */
  readonly harmonics: number;
  readonly decay: number;
  /** Hz of a bin. */
  readonly hertz: number;
  /** Frames that are remembered. */
  readonly frames: number;
}

const STEPS_AN_OCTAVE = 36;
/** Steps that a voice moves from frame to frame at most, and what each costs of the salience. */
const MOST_STEPS = 4;
const STEP_COST = 0.03;
/** What a leap costs. */
const LEAP_COST = 0.35;

/**
 * Adds up harmonics of each pitch (Klapuri 2006) and finds the path with most of them (Viterbi): it
 * glides or leaps. Amplitudes should be even over the spectrum.
 */
export function createPitchTracker(range: PitchRange): PitchTracker {
  const { lowest, highest, harmonics, decay, hertz, frames } = range;
  const count = Math.floor(STEPS_AN_OCTAVE * Math.log2(highest / lowest)) + 1;
  const pitches = Float32Array.from(
    { length: count },
    (_, i) => lowest * 2 ** (i / STEPS_AN_OCTAVE),
  );
  const salience = new Float32Array(count);
  let best = new Float32Array(count);
  let next = new Float32Array(count);
  const cameFrom = Array.from({ length: frames }, () => new Int16Array(count));
  const strengths = Array.from({ length: frames }, () => new Float32Array(count));
  let heard = 0;

  const addHarmonics = (amplitudes: Float32Array) => {
    let mean = 1e-9;
    for (let i = 0; i < count; i++) {
      let sum = 0;
      let weight = 1;
      for (let h = 1; h <= harmonics; h++) {
        const place = (h * pitches[i]!) / hertz;
        const bin = Math.floor(place);
        if (bin + 1 >= amplitudes.length) break;
        const part = place - bin;
        sum += weight * ((1 - part) * amplitudes[bin]! + part * amplitudes[bin + 1]!);
        weight *= decay;
      }
      salience[i] = sum;
      mean += sum;
    }
    mean /= count;
    // 0 at the mean of all, 1 far above it.
    for (let i = 0; i < count; i++) {
      const over = Math.max(0, salience[i]! / mean - 1);
      salience[i] = over / (over + 2);
    }
  };

  return {
    hear(amplitudes) {
      addHarmonics(amplitudes);
      const from = cameFrom[heard % frames]!;
      strengths[heard % frames]!.set(salience);
      let top = 0;
      for (let i = 1; i < count; i++) if (best[i]! > best[top]!) top = i;
      for (let i = 0; i < count; i++) {
        let source = top;
        let most = best[top]! - LEAP_COST;
        const last = Math.min(count - 1, i + MOST_STEPS);
        for (let j = Math.max(0, i - MOST_STEPS); j <= last; j++) {
          const value = best[j]! - STEP_COST * Math.abs(i - j);
          if (value > most) {
            most = value;
            source = j;
          }
        }
        from[i] = source;
        // Only differences count, and they stay small.
        next[i] = most - best[top]! + salience[i]!;
      }
      [best, next] = [next, best];
      heard++;
    },
    at(late) {
      let place = 0;
      for (let i = 1; i < count; i++) if (best[i]! > best[place]!) place = i;
      for (let back = 0; back < late; back++)
        place = cameFrom[(heard - 1 - back) % frames]![place]!;
      const index = heard - 1 - late;
      return {
        frequency: pitches[place]!,
        salience: index < 0 ? 0 : strengths[index % frames]![place]!,
      };
    },
  };
}
