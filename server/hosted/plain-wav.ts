/** Bytes of the written header. */
const HEAD = 44;
/** Sample rates of speech, in Hz. */
const MIN_RATE = 8000;
const MAX_RATE = 48_000;
/** PCM, and WAVE_FORMAT_EXTENSIBLE, which names its format in a later field. */
const FORMATS = [1, 0xfffe];

interface Found {
  readonly rate: number;
  readonly samples: Uint8Array;
}

const nameAt = (wav: Uint8Array, at: number): string =>
  String.fromCharCode(...wav.subarray(at, at + 4));

/** Finds the samples of a 16-bit mono WAV file; null for any other data. */
function findSamples(wav: Uint8Array): Found | null {
  if (wav.length < HEAD || nameAt(wav, 0) !== "RIFF" || nameAt(wav, 8) !== "WAVE") return null;
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  let rate = 0;
  for (let at = 12; at + 8 <= wav.length;) {
    const name = nameAt(wav, at);
    const size = view.getUint32(at + 4, true);
    const from = at + 8;
    if (name === "fmt " && from + 16 <= wav.length) {
      const isOurs =
        FORMATS.includes(view.getUint16(from, true)) &&
        view.getUint16(from + 2, true) === 1 &&
        view.getUint16(from + 14, true) === 16;
      rate = view.getUint32(from + 4, true);
      if (!isOurs || rate < MIN_RATE || rate > MAX_RATE) return null;
    }
    if (name === "data") {
      // A streaming encoder does not know the length, so the received length counts.
      const end = Math.min(wav.length, from + size);
      return rate === 0 ? null : { rate, samples: wav.subarray(from, end - ((end - from) % 2)) };
    }
    at = from + size + (size % 2);
  }
  return null;
}

/**
 * The same audio with a 44-byte header that contains its length; null for another format or no
 * samples.
 */
export function plainWav(wav: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const found = findSamples(wav);
  if (!found || found.samples.length === 0) return null;
  const { rate, samples } = found;
  const plain = new Uint8Array(HEAD + samples.length);
  const view = new DataView(plain.buffer);
  const write = (at: number, text: string): void => plain.set(new TextEncoder().encode(text), at);
  write(0, "RIFF");
  view.setUint32(4, plain.length - 8, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, 2 * rate, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, samples.length, true);
  plain.set(samples, HEAD);
  return plain;
}
