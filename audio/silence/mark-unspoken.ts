import { LEVELS_PER_SECOND } from "./levels.ts";

/** Where there is speech. */
export interface SpeechActivity {
  /** Probability of speech in consecutive steps. */
  readonly probabilities: Float32Array;
  /** Steps per second. */
  readonly perSecond: number;
}

/** Probability at which speech begins, and the lowest one at which it continues. */
const [ONSET, TAIL] = [0.5, 0.35] as const;
/** Fraction of speech from which a recording counts as one of speech. */
const MIN_SPEECH = 0.2;
/** dB below the speech up to which a sound between words can be part of a pause. */
const MIN_DISTANCE = 4;
/** Maximum duration in seconds of such a sound: jingles and applause are longer. */
const MAX_SECONDS = 8;
/** Seconds before and after speech that belong to it. */
const MARGIN = 0.06;
/**
 * Fraction of all sound that such sounds make up at least: in a clean recording, what the network
 * misses are words.
 */
const MIN_SOUND = 0.08;

/** Marks speech in consecutive 10 ms; ends of words belong to it. @param frames number of marks */
export function markSpeech(
  { probabilities, perSecond }: SpeechActivity,
  frames: number,
): Uint8Array {
  const steps = Uint8Array.from(probabilities, (probability) => (probability >= ONSET ? 1 : 0));
  const continues = (i: number) => probabilities[i]! >= TAIL;
  for (let i = 1; i < steps.length; i++) if (steps[i - 1] && continues(i)) steps[i] = 1;
  for (let i = steps.length - 2; i >= 0; i--) if (steps[i + 1] && continues(i)) steps[i] = 1;
  const speech = new Uint8Array(frames);
  const scale = LEVELS_PER_SECOND / perSecond;
  const margin = MARGIN * LEVELS_PER_SECOND;
  for (const [i, isSpeech] of steps.entries())
    if (isSpeech)
      speech.fill(
        1,
        Math.max(0, Math.floor(i * scale - margin)),
        Math.ceil((i + 1) * scale + margin),
      );
  return speech;
}

/** Mean power of the marked frames, and their number. */
function measure(levels: Float32Array, marks: Uint8Array) {
  let [power, count] = [0, 0];
  for (let i = 0; i < levels.length; i++)
    if (marks[i]) {
      power += 10 ** (levels[i]! / 10);
      count++;
    }
  return { mean: power / Math.max(1, count), count };
}

/**
 * Marks sounds between words that belong to a pause, such as those of a keyboard: no speech, short,
 * and softer than the speech. Null if the recording has little speech, or hardly any such sounds.
 * @param levels in dBFS of consecutive 10 ms
 * @param sounding marks of sound that is louder than the noise
 */
export function markUnspoken(
  levels: Float32Array,
  activity: SpeechActivity,
  sounding: Uint8Array,
): Uint8Array | null {
  const speech = markSpeech(activity, levels.length);
  const { mean, count } = measure(levels, speech);
  if (count < MIN_SPEECH * levels.length) return null;
  const limit = mean * 10 ** (-MIN_DISTANCE / 10);
  const unspoken = new Uint8Array(levels.length);
  for (let at = 0; at < speech.length; at++) {
    if (speech[at]) continue;
    const start = at;
    let sum = 0;
    for (; at < speech.length && !speech[at]; at++) sum += 10 ** (levels[at]! / 10);
    const isShort = at - start <= MAX_SECONDS * LEVELS_PER_SECOND;
    if (!isShort || sum > limit * (at - start)) continue;
    unspoken.fill(1, start, at);
  }
  let [found, sounds] = [0, 0];
  for (let i = 0; i < sounding.length; i++) {
    sounds += sounding[i]!;
    found += unspoken[i]! * sounding[i]!;
  }
  return found >= MIN_SOUND * sounds ? unspoken : null;
}
