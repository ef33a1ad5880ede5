/** Tracks one voice through frames; each frame has one pitch. */
export interface PitchTracker {
  /** Adds the amplitudes of the next frame. */
  addFrame(amplitudes: Float32Array): void;
  /** The pitch `late` frames ago, given all frames since. */
  at(late: number): TrackedPitch;
}

export interface TrackedPitch {
  /** Hz */
  readonly frequency: number;
  /** Prominence among other pitches, 0 to 1. */
  readonly salience: number;
}

export interface PitchRange {
  /** Hz */
  readonly lowest: number;
  readonly highest: number;
  /** Number of summed harmonics, and the weight ratio of consecutive ones. */
  readonly harmonics: number;
  readonly decay: number;
  /** Hz per bin. */
  readonly hertz: number;
  /** Frames of history. */
  readonly frames: number;
}

const STEPS_AN_OCTAVE = 36;
/** Maximum steps between frames, and the cost per step in units of salience. */
const MAX_STEPS = 4;
const STEP_COST = 0.03;
/** Cost of a jump. */
const LEAP_COST = 0.35;

/**
 * Harmonic summation (Klapuri 2006) followed by a Viterbi search for the path with the highest
 * salience, which glides or jumps. Amplitudes should be spectrally flat.
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
  let frameCount = 0;

  const addHarmonics = (amplitudes: Float32Array) => {
    let mean = 1e-9;
    for (let i = 0; i < count; i++) {
      let sum = 0;
      let weight = 1;
      for (let h = 1; h <= harmonics; h++) {
        const position = (h * pitches[i]!) / hertz;
        const bin = Math.floor(position);
        if (bin + 1 >= amplitudes.length) break;
        const part = position - bin;
        sum += weight * ((1 - part) * amplitudes[bin]! + part * amplitudes[bin + 1]!);
        weight *= decay;
      }
      salience[i] = sum;
      mean += sum;
    }
    mean /= count;
    // 0 at the mean, 1 far above it.
    for (let i = 0; i < count; i++) {
      const over = Math.max(0, salience[i]! / mean - 1);
      salience[i] = over / (over + 2);
    }
  };

  return {
    addFrame(amplitudes) {
      addHarmonics(amplitudes);
      const from = cameFrom[frameCount % frames]!;
      strengths[frameCount % frames]!.set(salience);
      let top = 0;
      for (let i = 1; i < count; i++) if (best[i]! > best[top]!) top = i;
      for (let i = 0; i < count; i++) {
        let source = top;
        let bestScore = best[top]! - LEAP_COST;
        const last = Math.min(count - 1, i + MAX_STEPS);
        for (let j = Math.max(0, i - MAX_STEPS); j <= last; j++) {
          const value = best[j]! - STEP_COST * Math.abs(i - j);
          if (value > bestScore) {
            bestScore = value;
            source = j;
          }
        }
        from[i] = source;
        // Only differences matter, so the scores stay bounded.
        next[i] = bestScore - best[top]! + salience[i]!;
      }
      [best, next] = [next, best];
      frameCount++;
    },
    at(late) {
      let bestIndex = 0;
      for (let i = 1; i < count; i++) if (best[i]! > best[bestIndex]!) bestIndex = i;
      for (let back = 0; back < late; back++)
        bestIndex = cameFrom[(frameCount - 1 - back) % frames]![bestIndex]!;
      const index = frameCount - 1 - late;
      return {
        frequency: pitches[bestIndex]!,
        salience: index < 0 ? 0 : strengths[index % frames]![bestIndex]!,
      };
    },
  };
}
