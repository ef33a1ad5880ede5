import { HOSTED_CHUNK_SECONDS, HOSTED_RATE } from "#core/hosted/transcript.ts";

/** Head of a WAV file with one `fmt ` and one `data`, in this order. */
const HEAD = 44;

/** Seconds of a WAV file of one channel of 16 kHz, 16 bits; null where it is something else, or too long. */
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

/** The first seconds of such a file; the file itself where it is no longer. */
export function cutWav(wav: Uint8Array<ArrayBuffer>, seconds: number): Uint8Array<ArrayBuffer> {
  const size = HEAD + 2 * Math.floor(seconds * HOSTED_RATE);
  if (size >= wav.length) return wav;
  const cut = wav.slice(0, size);
  const view = new DataView(cut.buffer);
  view.setUint32(4, size - 8, true);
  view.setUint32(40, size - HEAD, true);
  return cut;
}
