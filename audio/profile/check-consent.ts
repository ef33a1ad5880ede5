import { splitWords } from "../speech/split-words.ts";
import { envelopeDistance } from "./fit-persona.ts";
import { formantShiftOf } from "./formant-shift.ts";
import { type VoiceMeasures, semitonesBetween } from "./voice-measures.ts";

/** What was heard of a consent that was read aloud. */
export interface HeardConsent {
  /**
   * Distances as `alignWords` measures them: of the recording from the sentence, and from its words
   * in another order. Null where no voice reads its language.
   */
  readonly distance: number | null;
  readonly shuffled: number | null;
  /** Seconds that the sentence takes when it is read; those of the recording are in its measures. */
  readonly expected: number;
}

/**
 * Of sentences of LibriVox readers: 0.72 to 0.81 from their own text, which is 10 to 18 % nearer
 * than the same words in another order; 0.81 and more from other texts, of which none is nearer by
 * more than 4 %.
 */
const FAR = 0.86;
/** By which part the sentence has to fit better than its words in another order. */
const CLEARLY = 0.07;
/** How much faster or slower than the built-in voice anybody reads, in seconds of voice. */
const PACE = [0.45, 3] as const;
/** Part of a reading that has a pitch. */
const VOICED = 0.5;
/** Semitones of pitch and of formants, and dB of tone, from which two recordings are of two people. */
const APART = { pitch: 5, formant: 2.5, tone: 9 } as const;

/** Why a consent is not taken. */
export type ConsentFault = "silent" | "short" | "long" | "words" | "voice" | "synthetic";

/** The words of a sentence from the last to the first: the same sounds, and not what is to be said. */
export const shuffledSentence = (sentence: string): string =>
  splitWords(sentence)
    .map(({ start, end }) => sentence.slice(start, end))
    .toReversed()
    .join(" ");

/**
 * Checks a consent as far as it can be checked without knowing a person: that the sentence is what
 * is said, and that pitch and tone are those of the sample. Neither proves who speaks.
 */
export function checkConsent(
  consent: VoiceMeasures,
  sample: VoiceMeasures,
  { distance, shuffled, expected }: HeardConsent,
): ConsentFault | null {
  if (consent.voiced < 0.5) return "silent";
  if (consent.voiced < PACE[0] * VOICED * expected) return "short";
  if (consent.voiced > PACE[1] * expected) return "long";
  if (distance !== null && shuffled !== null)
    if (distance > FAR || distance > (1 - CLEARLY) * shuffled) return "words";
  const isOther =
    Math.abs(semitonesBetween(consent.pitch.median, sample.pitch.median)) > APART.pitch ||
    Math.abs(formantShiftOf(consent.envelope, sample.envelope)) > APART.formant ||
    envelopeDistance(consent.envelope, sample.envelope) > APART.tone;
  return isOther ? "voice" : null;
}
