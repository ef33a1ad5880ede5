export interface Key {
  /** Semitones above C, 0 (C) to 11 (B). */
  readonly tonic: number;
  readonly mode: "major" | "minor";
}

export interface DetectedKey extends Key {
  /** Advantage over the next best key that is not a close relative, 0 to 1. */
  readonly clarity: number;
}

/**
 * Distribution of scale degrees in the two modes (J. Albrecht, D. Shanahan: "The Use of Large
 * Corpora to Train a New Type of Key-Finding Algorithm", Music Perception 31, 2013).
 */
const PROFILES = {
  major: [0.238, 0.006, 0.111, 0.006, 0.137, 0.094, 0.016, 0.214, 0.009, 0.08, 0.008, 0.081],
  minor: [0.22, 0.006, 0.104, 0.123, 0.019, 0.103, 0.012, 0.214, 0.062, 0.022, 0.061, 0.052],
} as const;

const ALL: readonly Key[] = (["major", "minor"] as const).flatMap((mode) =>
  Array.from({ length: 12 }, (_, tonic) => ({ tonic, mode })),
);

/** Goodness of fit of keys, in arbitrary units that can be compared and summed within one sound. */
export const fitsOf = (pitchClasses: ArrayLike<number>, keys: readonly Key[]): number[] =>
  keys.map(({ tonic, mode }) =>
    PROFILES[mode].reduce((sum, part, at) => sum + part * pitchClasses[(at + tonic) % 12]!, 0),
  );

/** Correlation of each of the 24 keys, −1 to 1; 0 in silence. @param pitchClasses see `findKey` */
export function scoreKeys(pitchClasses: ArrayLike<number>): number[] {
  const values = Array.from(pitchClasses);
  return ALL.map(({ tonic, mode }) =>
    correlate(
      values,
      values.map((_, at) => PROFILES[mode][(at - tonic + 12) % 12]!),
    ),
  );
}

/**
 * The key whose profile correlates best with the pitch classes (C. Krumhansl, "Cognitive
 * Foundations of Musical Pitch", 1990).
 * @param pitchClasses 12 values, C first
 * @returns null in silence, or if all pitch classes are equal
 */
export function findKey(pitchClasses: ArrayLike<number>): DetectedKey | null {
  const values = Array.from(pitchClasses);
  if (!values.some((value) => value > 0)) return null;
  const scores = scoreKeys(values);
  const scored = ALL.map((key, at) => ({ key, score: scores[at]! })).toSorted(
    (a, b) => b.score - a.score,
  );
  const [best] = scored as [(typeof scored)[0], ...typeof scored];
  if (!(best.score > 0)) return null;
  const rival = scored.find(({ key }) => fifthsApart(key, best.key) > 1);
  return { ...best.key, clarity: Math.max(0, Math.min(1, best.score - (rival?.score ?? 0))) };
}

/** Position of the relative major key on the circle of fifths, 0 to 11. */
const fifthOf = ({ tonic, mode }: Key): number => (7 * (mode === "major" ? tonic : tonic + 3)) % 12;

/** Distance of two keys on the circle of fifths, 0 (same notes) to 6. */
export function fifthsApart(a: Key, b: Key): number {
  const apart = Math.abs(fifthOf(a) - fifthOf(b));
  return Math.min(apart, 12 - apart);
}

/** Transposes a key. */
export const transposeKey = <K extends Key>(key: K, semitones: number): K => ({
  ...key,
  tonic: (((key.tonic + semitones) % 12) + 12) % 12,
});

function correlate(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, powerA, powerB] = [0, 0, 0];
  for (const [i, value] of a.entries()) {
    const [x, y] = [value - meanA, b[i]! - meanB];
    both += x * y;
    powerA += x * x;
    powerB += y * y;
  }
  return both / Math.sqrt(powerA * powerB + 1e-20);
}
