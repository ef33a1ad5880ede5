import { HOSTED_CHUNK_SECONDS, HOSTED_RATE } from "#core/hosted/transcript.ts";

/** Bytes of the header of a WAV file with one `fmt ` chunk and one `data` chunk, in this order. */
const HEAD = 44;

/**
 * Duration of a 16 kHz, 16-bit mono WAV file in seconds; null for another format, or if it is too
 * long.
 */
export function wavSeconds(wav: Uint8Array): number | null {
  if (wav.length < HEAD) return null;
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const name = (at: number): string => String.fromCharCode(...wav.subarray(at, at + 4));
  const isOurs =
    name(0) === "RIFF" &&
    name(8) === "WAVE" &&
    name(12) === "fmt " &&
    view.getUint32(16, true) === 16 &&
    view.getUint16(20, true) === 1 &&
    view.getUint16(22, true) === 1 &&
    view.getUint32(24, true) === HOSTED_RATE &&
    view.getUint16(34, true) === 16 &&
    name(36) === "data" &&
    view.getUint32(40, true) === wav.length - HEAD;
  const seconds = (wav.length - HEAD) / 2 / HOSTED_RATE;
  return isOurs && seconds > 0 && seconds <= HOSTED_CHUNK_SECONDS + 1 ? seconds : null;
}

/** The first seconds of a WAV file; the file itself if it is not longer. */
export function cutWav(wav: Uint8Array<ArrayBuffer>, seconds: number): Uint8Array<ArrayBuffer> {
  const size = HEAD + 2 * Math.floor(seconds * HOSTED_RATE);
  if (size >= wav.length) return wav;
  const cut = wav.slice(0, size);
  const view = new DataView(cut.buffer);
  view.setUint32(4, size - 8, true);
  view.setUint32(40, size - HEAD, true);
  return cut;
}
