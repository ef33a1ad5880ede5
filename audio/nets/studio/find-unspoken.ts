import {
  ACTIVITY_BATCH,
  ACTIVITY_RATE,
  ACTIVITY_STEP,
  createVoiceActivity,
} from "../voice-activity.ts";

/** A range of samples. */
export interface SampleRange {
  readonly start: number;
  readonly end: number;
}

export interface UnspokenFinder {
  /** Takes the next samples at 16 kHz, mono. */
  push(samples: Float32Array): void;
  /** Ends the recording, so that its last samples count as well. */
  finish(): void;
  /** Ranges without speech among the samples from `from` to `to`, in order. */
  find(from: number, to: number): readonly SampleRange[];
}

/** Probability of speech, and seconds of it from which a recording is one of speech. */
const SPEECH = { probability: 0.5, seconds: 1 } as const;
/** Probability of clear speech, and its fraction of all speech in a recording that is clear. */
const CLEAR = { probability: 0.9, fraction: 0.85 } as const;
/** Probability below which nothing is spoken. */
const UNSPOKEN = 0.35;
/** Minimum duration in seconds of a range without speech. */
const MIN_SECONDS = 2;
/** Seconds of it that stay at both ends. */
const MARGIN = 0.4;

const BATCH = ACTIVITY_BATCH * ACTIVITY_STEP;

/**
 * Finds ranges without speech, even if they contain music or noise. Before the first second of speech
 * nothing is found: the network hardly takes singing over an accompaniment for speech, and songs
 * are transcribed as well.
 * @param weights see `createVoiceActivity`
 */
export function createUnspokenFinder(weights: ArrayBuffer): UnspokenFinder {
  const net = createVoiceActivity(weights);
  const probabilities: number[] = [];
  const batch = new Float32Array(BATCH);
  let filled = 0;
  let spoken = 0;
  let clear = 0;
  const measure = (): void => {
    for (const probability of net.measure(batch)) {
      probabilities.push(probability);
      if (probability >= SPEECH.probability) spoken++;
      if (probability >= CLEAR.probability) clear++;
    }
    filled = 0;
  };
  return {
    push(samples) {
      for (let at = 0; at < samples.length;) {
        const count = Math.min(samples.length - at, BATCH - filled);
        batch.set(samples.subarray(at, at + count), filled);
        filled += count;
        at += count;
        if (filled === BATCH) measure();
      }
    },
    finish() {
      batch.fill(0, filled);
      measure();
    },
    find(from, to) {
      if (spoken * ACTIVITY_STEP < SPEECH.seconds * ACTIVITY_RATE) return [];
      // Where noise or reverb covers the speech, words are missed.
      if (clear < CLEAR.fraction * spoken) return [];
      const margin = MARGIN * ACTIVITY_RATE;
      const found: SampleRange[] = [];
      const last = Math.min(probabilities.length, Math.ceil(to / ACTIVITY_STEP));
      for (let at = Math.floor(from / ACTIVITY_STEP); at < last; at++) {
        if (probabilities[at]! >= UNSPOKEN) continue;
        const first = at;
        while (at < last && probabilities[at]! < UNSPOKEN) at++;
        if ((at - first) * ACTIVITY_STEP < MIN_SECONDS * ACTIVITY_RATE) continue;
        const start = first * ACTIVITY_STEP <= from ? from : first * ACTIVITY_STEP + margin;
        const end = at * ACTIVITY_STEP >= to ? to : at * ACTIVITY_STEP - margin;
        if (end > start) found.push({ start, end });
      }
      return found;
    },
  };
}
