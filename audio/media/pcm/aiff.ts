import { MediaError, requireFormat } from "../problems/media-error.ts";
import { type PcmEncoding, type PcmFile, pcmFile } from "./pcm.ts";
import { type ReadBytes, textAt, viewOf } from "../bytes/read-bytes.ts";
import { chunksOf, UNKNOWN_SIZE, isChunk } from "../containers/riff-chunks.ts";

/**
 * Reads the Audio Interchange File Format (Apple, 1989; AIFF-C, 1991): integers of 8 to 32 bits in
 * either byte order, floats of 32 and 64 bits. Fractional sample rates are rounded, because no
 * output format has them.
 * @param length of the file in bytes
 * @throws {MediaError}
 */
export async function openAiff(read: ReadBytes, length: number): Promise<PcmFile> {
  let common: Uint8Array | null = null;
  let start: number | null = null;
  /** Declared size of the sound chunk in bytes; 0 or negative if its writer did not know. */
  let soundBytes = 0;
  /** Whether the end of the sound chunk is padded to a block. */
  let isPadded = false;
  for await (const { name, at, size } of chunksOf(read, false)) {
    if (name === "COMM") common = await read(at, at + Math.min(size, 22));
    if (name === "SSND") {
      const head = await read(at, at + 8);
      if (head.length < 8) break;
      const offsetBytes = viewOf(head).getUint32(0);
      isPadded = viewOf(head).getUint32(4) > 0;
      start = at + 8 + offsetBytes;
      soundBytes = size >= UNKNOWN_SIZE ? 0 : size - 8 - offsetBytes;
    }
    if (common && start !== null) break;
  }
  if (!common || common.length < 18) throw new MediaError("unreadable");
  const view = viewOf(common);
  const format = { channels: view.getInt16(0), sampleRate: Math.round(extended(view, 8)) };
  requireFormat(format);
  const encoding = encodingOf(common, view.getInt16(6));
  if (start === null) throw new MediaError("noSamples");
  const frameBytes = encoding.bytes * format.channels;
  // A program that writes to a pipe knows neither number before the end.
  const count = view.getUint32(2);
  const isCounted = count > 0 && count < UNKNOWN;
  const rest = Math.max(0, length - start);
  const isSized = soundBytes > 0 || (await isChunk(read, start, { length }));
  const bytes = isSized ? Math.min(rest, Math.max(0, soundBytes)) : rest;
  const stored = Math.floor(bytes / frameBytes);
  // A program that was interrupted has written an early count.
  const frames = isCounted && (count > stored || isPadded) ? count : stored;
  const first = await read(start, start + frameBytes);
  if (frames === 0 || first.length < frameBytes) throw new MediaError("noSamples");
  return pcmFile(read, { format, encoding, start, frames });
}

/** Frame counts from this one on mean that the count is unknown. */
const UNKNOWN = 0x7fff_ffff;

/** Compression types of PCM. Some determine the sample size regardless of `bits`. */
const PLAIN: Readonly<Record<string, { readonly isLittle?: true; readonly bytes?: 3 | 4 }>> = {
  NONE: {},
  twos: {},
  sowt: { isLittle: true },
  in24: { bytes: 3 },
  in32: { bytes: 4 },
  "42ni": { bytes: 3, isLittle: true },
  "23ni": { bytes: 4, isLittle: true },
};

/** @throws {MediaError} `codec` */
function encodingOf(common: Uint8Array, bits: number): PcmEncoding {
  const kind = common.length >= 22 ? textAt(common, 18) : "NONE";
  const lower = kind.toLowerCase();
  if (lower === "fl32") return { kind: "float", bytes: 4, isBig: true };
  if (lower === "fl64") return { kind: "float", bytes: 8, isBig: true };
  const plain = PLAIN[kind];
  if (!plain) throw new MediaError("codec", { codec: `AIFC ${kind.trim()}` });
  // Samples with fewer bits are left-aligned in their bytes.
  const bytes = plain.bytes ?? Math.ceil(bits / 8);
  if (bytes !== 1 && bytes !== 2 && bytes !== 3 && bytes !== 4)
    throw new MediaError("codec", { codec: `PCM ${bits}` });
  return { kind: "signed", bytes, isBig: !plain.isLittle };
}

/** An 80-bit IEEE 754 number; NaN if it is invalid. */
function extended(view: DataView, at: number): number {
  const exponent = view.getUint16(at);
  if ((exponent & 0x7fff) === 0x7fff) return NaN;
  const mantissa = view.getUint32(at + 2) * 2 ** 32 + view.getUint32(at + 6);
  const value = mantissa * 2 ** ((exponent & 0x7fff) - 16_383 - 63);
  return exponent & 0x8000 ? -value : value;
}
