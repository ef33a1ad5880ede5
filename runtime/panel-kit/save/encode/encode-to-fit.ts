import {
  type DecodedSound,
  type EncoderLevels,
  type EncodingGoal,
  createEncodingFit,
} from "#audio/media/writers/fit-encoding.ts";

export interface FittedEncoding extends EncodingGoal {
  /** Encodes the sound. @param onProgress from 0 to 1; null if it is not known */
  readonly encode: (
    levels: Partial<EncoderLevels>,
    onProgress: (done: number | null) => void,
  ) => Promise<Blob>;
  /** Measures the result; rejects if it cannot be decoded here. */
  readonly measure: (encoded: Blob) => Promise<DecodedSound>;
  /** dB of headroom for a result that cannot be measured. */
  readonly safeHeadroom: number;
  readonly onProgress: (done: number | null) => void;
}

/** Fraction of what is left that each attempt takes. */
const ATTEMPT = 0.6;

/**
 * Encodes a sound until its levels fit, see `createEncodingFit`.
 * @returns the best attempt, and its levels; null if they are not known
 */
export async function encodeToFit({
  encode,
  measure,
  safeHeadroom,
  onProgress,
  ...goal
}: FittedEncoding): Promise<{
  readonly encoded: Blob;
  readonly levels: DecodedSound | null;
}> {
  const fit = createEncodingFit(goal);
  let best: { readonly encoded: Blob; readonly levels: DecodedSound } | null = null;
  for (let left = 1; ; left *= 1 - ATTEMPT) {
    const from = 1 - left;
    const reportAttempt = (done: number | null): void =>
      onProgress(done === null ? done : from + left * ATTEMPT * done);
    const encoded = await encode(fit.levels(), reportAttempt);
    const levels = await measure(encoded).catch(() => null);
    if (!levels)
      return best ?? { encoded: await encode({ headroom: safeHeadroom }, reportAttempt), levels };
    const { isBest, isDone } = fit.take(levels);
    if (isBest || !best) best = { encoded, levels };
    if (isDone) return best;
  }
}
