/** What a net says. */
export interface Said {
  /** −1 to 1, mono */
  readonly samples: Float32Array<ArrayBuffer>;
  /**
   * Seconds at which each code point of the phonemes begins, and at which the last ends; null where the net
   * does not tell.
   */
  readonly times: readonly number[] | null;
}

export interface SayOptions {
  /** Id of one of the voices of the net; its first where it is missing. */
  readonly voice?: string | undefined;
  /** 1 is the voice's own speed, 2 twice as fast. */
  readonly speed: number;
}

/** A net that speaks, ready to be run. */
export interface SpeakingNet {
  /** Hz */
  readonly sampleRate: number;
  /**
   * Says a phrase.
   * @param phonemes IPA with marks of stress, spaces and `.,;:!?`, up to `MOST_PHONEMES` code points; those
   *   that the net does not know are left out
   * @throws {RangeError} where there is no such voice, or the phrase is too long
   * @throws {TypeError} where the net gives other tensors than its form says
   */
  say(phonemes: string, options: SayOptions): Promise<Said>;
  close(): Promise<void>;
}

/** Code points of a phrase: what Kokoro can take at once; for Piper it bounds the memory. */
export const MOST_PHONEMES = 510;

/** @throws {RangeError} where a phrase is too long to be said at once */
export function pointsOf(phonemes: string): readonly string[] {
  const points = Array.from(phonemes);
  if (points.length > MOST_PHONEMES)
    throw new RangeError(`${points.length} phonemes are more than ${MOST_PHONEMES}`);
  return points;
}

/**
 * Times of code points from the lengths of a net's symbols.
 * @param lengths of each symbol, in any unit
 * @param owners which code point a symbol belongs to; −1 before the first, as many as there are after the
 *   last
 * @param points how many code points
 */
export function timesOf(
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
