import { splitWords } from "../speech/split-words.ts";
import { envelopeDistance } from "./fit-persona.ts";
import { formantShiftOf } from "./formant-shift.ts";
import { type VoiceMeasures, semitonesBetween } from "./voice-measures.ts";

/** Analysis of a spoken consent. */
export interface ConsentAnalysis {
  /**
   * Normalized alignment costs (see `alignWords`) of the recording with the sentence, and with its
   * words in another order. Null if there is no voice for its language.
   */
  readonly distance: number | null;
  readonly shuffled: number | null;
  /** Expected duration of the sentence in seconds. */
  readonly expected: number;
}

/**
 * Measured with sentences by LibriVox readers: 0.72 to 0.81 for their own text, 10 to 18 % lower
 * than for the same words in another order; 0.81 and more for other texts, at most 4 % lower.
 */
const MAX_DISTANCE = 0.86;
/** Minimum relative advantage of the sentence over its words in another order. */
const MIN_ADVANTAGE = 0.07;
/** Limits of the duration relative to the built-in voice, in seconds of voice. */
const PACE = [0.45, 3] as const;
/** Minimum fraction of voiced frames. */
const MIN_VOICED_RATIO = 0.5;
/**
 * Differences in pitch and formants (semitones) and tone (dB) that indicate two different speakers.
 */
const MAX_DIFFERENCE = { pitch: 5, formant: 2.5, tone: 9 } as const;

/** Why a consent is rejected. */
export type ConsentProblem = "silent" | "short" | "long" | "words" | "voice" | "synthetic";

/** The words of a sentence in reverse order: the same sounds with another meaning. */
export const shuffledSentence = (sentence: string): string =>
  splitWords(sentence)
    .map(({ start, end }) => sentence.slice(start, end))
    .toReversed()
    .join(" ");

/**
 * Checks a consent without knowing the speaker: the sentence must match, and pitch and tone must
 * match the sample. Neither proves the speaker's identity.
 */
export function checkConsent(
  consent: VoiceMeasures,
  sample: VoiceMeasures,
  { distance, shuffled, expected }: ConsentAnalysis,
): ConsentProblem | null {
  if (consent.voiced < 0.5) return "silent";
  if (consent.voiced < PACE[0] * MIN_VOICED_RATIO * expected) return "short";
  if (consent.voiced > PACE[1] * expected) return "long";
  if (distance !== null && shuffled !== null)
    if (distance > MAX_DISTANCE || distance > (1 - MIN_ADVANTAGE) * shuffled) return "words";
  const isOther =
    Math.abs(semitonesBetween(consent.pitch.median, sample.pitch.median)) > MAX_DIFFERENCE.pitch ||
    Math.abs(formantShiftOf(consent.envelope, sample.envelope)) > MAX_DIFFERENCE.formant ||
    envelopeDistance(consent.envelope, sample.envelope) > MAX_DIFFERENCE.tone;
  return isOther ? "voice" : null;
}
