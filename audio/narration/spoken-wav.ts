import { writeProvenance } from "../media/tags/provenance.ts";

/** Bytes per sample. */
export const SPOKEN_BYTES = 2;

const put = (view: DataView, at: number, text: string): void => {
  for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i));
};

const COMMENT = writeProvenance({}, "generated").comment;
/** Length of the comment with its terminating zero, padded to an even number. */
const COMMENT_BYTES = COMMENT.length + 1 + ((COMMENT.length + 1) % 2);
/** Bytes before the first sample. */
export const SPOKEN_HEADER = 12 + 24 + 8 + 4 + 8 + COMMENT_BYTES + 8;

/**
 * Header of a 16-bit mono WAV file with a provenance tag for synthetic voices. Samples follow it
 * directly, so that ranges can be cut from the file.
 * @param frames up to 2 147 483 000, 24 hours at 24 kHz
 */
export function spokenHeader(sampleRate: number, frames: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(SPOKEN_HEADER);
  const view = new DataView(bytes.buffer);
  const data = frames * SPOKEN_BYTES;
  put(view, 0, "RIFF");
  view.setUint32(4, SPOKEN_HEADER - 8 + data, true);
  put(view, 8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * SPOKEN_BYTES, true);
  view.setUint16(32, SPOKEN_BYTES, true);
  view.setUint16(34, 8 * SPOKEN_BYTES, true);
  put(view, 36, "LIST");
  view.setUint32(40, 4 + 8 + COMMENT_BYTES, true);
  put(view, 44, "INFOICMT");
  view.setUint32(52, COMMENT_BYTES, true);
  put(view, 56, COMMENT);
  put(view, 56 + COMMENT_BYTES, "data");
  view.setUint32(60 + COMMENT_BYTES, data, true);
  return bytes;
}

/** Converts samples from −1…1 to 16 bits. */
export const toShorts = (samples: Float32Array): Int16Array<ArrayBuffer> =>
  Int16Array.from(samples, (value) =>
    Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767))),
  );
