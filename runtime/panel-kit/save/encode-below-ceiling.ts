import { HEADROOM, addedHeadroom } from "#audio/media/writers/headroom.ts";

/** Maximum number of attempts, each with more headroom than the one before. */
const MAX_ATTEMPTS = 4;

export interface EncodeBelowOptions {
  /** dBTP that the decoded result must not exceed. */
  readonly ceiling: number;
  /** Encodes the sound, limited to the ceiling less the headroom (dB). */
  readonly encode: (headroom: number) => Promise<Blob>;
  /** True peak of the decoded result in dBTP; rejects if it cannot be decoded here. */
  readonly truePeakOf: (encoded: Blob) => Promise<number>;
  /** dB of headroom for a result that cannot be measured. */
  readonly safeHeadroom: number;
}

/**
 * Encodes a sound so that its true peak stays below a ceiling once it is decoded. Lossy encoders
 * raise peaks by an amount that depends on the sound, so the result is measured, and encoded again
 * with more headroom.
 */
export async function encodeBelow({
  ceiling,
  encode,
  truePeakOf,
  safeHeadroom,
}: EncodeBelowOptions): Promise<Blob> {
  let headroom = HEADROOM;
  for (let tries = 1; ; tries++) {
    const encoded = await encode(headroom);
    if (tries === MAX_ATTEMPTS) return encoded;
    const truePeak = await truePeakOf(encoded).catch(() => null);
    if (truePeak === null) return headroom >= safeHeadroom ? encoded : encode(safeHeadroom);
    const added = addedHeadroom(truePeak - ceiling, MAX_ATTEMPTS - tries);
    if (added === 0) return encoded;
    headroom += added;
  }
}
