export interface SynthesizedSpeech {
  /** −1 to 1, mono */
  readonly samples: Float32Array<ArrayBuffer>;
  /**
   * Start time in seconds of each code point of the phonemes, then the end of the last one; null if
   * the network does not report durations.
   */
  readonly times: readonly number[] | null;
}

export interface SynthesisOptions {
  /** Id of a voice of the network; defaults to the first one. */
  readonly voice?: string | undefined;
  /** 1 is the voice's own speed, 2 twice as fast. */
  readonly speed: number;
}

/** A loaded speech synthesis network. */
export interface SpeechSynthesisNet {
  /** Hz */
  readonly sampleRate: number;
  /**
   * Synthesizes a phrase.
   * @param phonemes IPA with stress marks, spaces and `.,;:!?`, up to `MAX_PHONEMES` code points;
   *   unknown ones are skipped
   * @throws {RangeError} if the voice does not exist or the phrase is too long
   * @throws {TypeError} if the output tensors do not match the form
   */
  synthesize(phonemes: string, options: SynthesisOptions): Promise<SynthesizedSpeech>;
  close(): Promise<void>;
}

/** Maximum code points of a phrase: the limit of Kokoro; it also bounds the memory of Piper. */
export const MAX_PHONEMES = 510;

/** @throws {RangeError} if the phrase is too long */
export function splitPhonemes(phonemes: string): readonly string[] {
  const points = Array.from(phonemes);
  if (points.length > MAX_PHONEMES)
    throw new RangeError(`${points.length} phonemes are more than ${MAX_PHONEMES}`);
  return points;
}

/**
 * Start times of code points from the durations of a network's symbols.
 * @param lengths duration of each symbol, in any unit
 * @param owners index of the code point that a symbol belongs to; −1 before the first, `points`
 *   after the last
 * @param points number of code points
 */
export function phonemeTimes(
  lengths: ArrayLike<number>,
  owners: readonly number[],
  points: number,
  seconds: number,
): number[] {
  const own = new Float64Array(points + 2);
  let all = 0;
  for (const [at, owner] of owners.entries()) {
    own[owner + 1] = own[owner + 1]! + lengths[at]!;
    all += lengths[at]!;
  }
  const times: number[] = [];
  let sum = 0;
  for (let at = 0; at <= points; at++) {
    sum += own[at]!;
    times.push(all > 0 ? (seconds * sum) / all : 0);
  }
  return times;
}
