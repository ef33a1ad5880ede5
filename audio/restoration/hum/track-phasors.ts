/** Phasors on each side from which the frequency is estimated, and the amplitude. */
const FREQUENCY_REACH = 30;
const AMPLITUDE_REACH = 12;
/** Ratio to the quiet magnitude above which a phasor contains more than hum. */
const LOUD = 2;

const median = (values: Float64Array, count: number): number => {
  const sorted = values.subarray(0, count).sort();
  return count === 0 ? 0 : (sorted[(count - 1) >> 1]! + sorted[count >> 1]!) / 2;
};

/** Radians by which a phasor turns from each hop to the next. */
function stepsOf(values: readonly number[]): Float64Array {
  const count = values.length / 2;
  return Float64Array.from({ length: count }, (_, k) => {
    const next = Math.min(count - 1, k + 1);
    const [a, b] = [values[2 * k]!, values[2 * k + 1]!];
    const [c, d] = [values[2 * next]!, values[2 * next + 1]!];
    return Math.atan2(d * a - c * b, c * a + d * b);
  });
}

/** Median of the radians by which a phasor turns from one hop to the next. */
export function deviationOf(values: readonly number[]): number {
  const steps = stepsOf(values);
  return median(steps, steps.length - 1);
}

/** Radians by which the hum turns from one hop to the next, at each hop. */
function turnsOf(values: readonly number[]): Float64Array {
  const count = values.length / 2;
  const magnitudes = Float64Array.from({ length: count }, (_, k) =>
    Math.hypot(values[2 * k]!, values[2 * k + 1]!),
  );
  const limit = LOUD * median(magnitudes.slice(), count);
  const turns = new Float64Array(count);
  const scratch = new Float64Array(2 * FREQUENCY_REACH);
  const steps = stepsOf(values);
  for (let k = 0; k < count; k++) {
    let used = 0;
    for (
      let i = Math.max(0, k - FREQUENCY_REACH);
      i < Math.min(count - 1, k + FREQUENCY_REACH);
      i++
    )
      if (magnitudes[i]! < limit && magnitudes[i + 1]! < limit) scratch[used++] = steps[i]!;
    turns[k] = used > 2 ? median(scratch, used) : (turns[k - 1] ?? 0);
  }
  return turns;
}

/**
 * The steady part of phasors, without what voices and notes add for a moment: the median around
 * each, along the phase that the hum's own frequency gives.
 * @param series of each harmonic: re, im, re, im …
 * @param harmonics their numbers
 */
export function trackPhasors(
  series: readonly (readonly number[])[],
  harmonics: readonly number[],
): readonly Float32Array[] {
  const strength = (values: readonly number[]): number => {
    const magnitudes = Float64Array.from({ length: values.length / 2 }, (_, k) =>
      Math.hypot(values[2 * k]!, values[2 * k + 1]!),
    );
    return median(magnitudes, magnitudes.length);
  };
  const strengths = series.map(strength);
  const strongest = strengths.indexOf(Math.max(...strengths));
  const turns = turnsOf(series[strongest]!).map((turn) => turn / harmonics[strongest]!);
  const scratch = new Float64Array(2 * AMPLITUDE_REACH + 1);
  return series.map((values, at) => {
    const count = values.length / 2;
    const phases = new Float64Array(count);
    for (let k = 1; k < count; k++) phases[k] = phases[k - 1]! + harmonics[at]! * turns[k - 1]!;
    const still = new Float64Array(2 * count);
    for (let k = 0; k < count; k++) {
      const [c, s] = [Math.cos(phases[k]!), Math.sin(phases[k]!)];
      still[2 * k] = values[2 * k]! * c + values[2 * k + 1]! * s;
      still[2 * k + 1] = values[2 * k + 1]! * c - values[2 * k]! * s;
    }
    const tracked = new Float32Array(2 * count);
    const medianAt = (k: number, part: 0 | 1): number => {
      const first = Math.max(0, k - AMPLITUDE_REACH);
      const end = Math.min(count, k + AMPLITUDE_REACH + 1);
      for (let i = first; i < end; i++) scratch[i - first] = still[2 * i + part]!;
      return median(scratch, end - first);
    };
    for (let k = 0; k < count; k++) {
      const [re, im] = [medianAt(k, 0), medianAt(k, 1)];
      const [c, s] = [Math.cos(phases[k]!), Math.sin(phases[k]!)];
      tracked[2 * k] = re * c - im * s;
      tracked[2 * k + 1] = im * c + re * s;
    }
    return tracked;
  });
}
