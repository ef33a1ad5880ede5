import type { Format } from "../../effect.ts";
import { MediaError, requireFormat } from "../problems/media-error.ts";
import { type PcmEncoding, type PcmFile, type PcmLocation, pcmFile } from "./pcm.ts";
import { type ReadBytes, textAt, viewOf } from "../bytes/read-bytes.ts";
import { type Chunk, chunksOf, UNKNOWN_SIZE, isChunk } from "../containers/riff-chunks.ts";

/** Whether a file is a WAV file, by its first bytes. */
export const isWav = (head: Uint8Array): boolean =>
  ["RIFF", "RIFX", "RF64", "BW64"].includes(textAt(head, 0)) && textAt(head, 8) === "WAVE";

const EXTENSIBLE = 0xfffe;
const INTEGERS = 1;
const FLOATS = 3;

/**
 * Reads Waveform Audio (Microsoft and IBM, 1991), including files of more than 4 GB (EBU Tech
 * 3306): integers of 1 to 32 bits, floats of 32 and 64. Samples of unknown size extend to the end
 * of the file. RIFX files are big-endian.
 * @param length of the file in bytes
 * @returns null if the samples are compressed
 * @throws {MediaError}
 */
export async function openWav(read: ReadBytes, length: number): Promise<PcmFile | null> {
  let sound: { readonly format: Format; readonly encoding: PcmEncoding } | null = null;
  let data: Chunk | null = null;
  /** Data size of a file that is too long for 32-bit chunk sizes. */
  let longSize = 0;
  /** Whether the samples are divided among chunks of a list, as hardly any writer does. */
  let isList = false;
  const isLittle = textAt(await read(0, 4), 0) !== "RIFX";
  for await (const chunk of chunksOf(read, isLittle)) {
    const { name, at, size } = chunk;
    if (name === "fmt ") {
      const found = readFormat(await read(at, at + Math.min(size, 40)), isLittle);
      if (!found) return null;
      sound = found;
    } else if (name === "ds64") longSize = await readLongSize(read, at);
    else if (name === "data") data = chunk;
    // Another chunk with samples may follow one without.
    if (sound && data && (data.size > 0 || !(await isChunk(read, data.at, { length, isLittle }))))
      break;
    isList ||= (await listedName(read, chunk)) === "wavl";
  }
  if (!sound) throw new MediaError("unreadable");
  requireFormat(sound.format);
  if (!data) throw new MediaError(isList ? "unreadable" : "noSamples");
  const rest = Math.max(0, length - data.at);
  const dataSize = data.size >= UNKNOWN_SIZE && longSize > 0 ? longSize : data.size;
  const isUntold = dataSize === 0 && !(await isChunk(read, data.at, { length, isLittle }));
  const bytes = isUntold ? rest : Math.min(dataSize, rest);
  const frames = Math.floor(bytes / (sound.encoding.bytes * sound.format.channels));
  if (frames === 0) throw new MediaError("noSamples");
  const encoding = await alignedEncoding(read, { ...sound, start: data.at, frames });
  return pcmFile(read, { ...sound, encoding, start: data.at, frames });
}

/** Name of the list in a chunk; that of the chunk if it is none. */
const listedName = async (read: ReadBytes, { name, at }: Chunk): Promise<string> =>
  name === "LIST" ? textAt(await read(at, at + 4), 0) : name;

/** Number of samples that are inspected for their alignment. */
const INSPECTED_SAMPLES = 4096;

/**
 * By definition, samples with fewer bits than their bytes hold are left-aligned, but some writers
 * right-align them: detected by whether the lowest bytes are all 0.
 */
async function alignedEncoding(
  read: ReadBytes,
  { format, encoding, start, frames }: PcmLocation,
): Promise<PcmEncoding> {
  const { bytes: size, bits, isBig } = encoding;
  if (bits === undefined) return encoding;
  const count = Math.min(INSPECTED_SAMPLES, frames * format.channels);
  const bytes = await read(start, start + count * size);
  const used = bits / 8;
  const { bits: _, ...upper } = encoding;
  const isLow = (at: number): boolean => (isBig ? at % size >= used : at % size < size - used);
  return bytes.some((byte, at) => isLow(at) && byte !== 0) ? encoding : upper;
}

async function readLongSize(read: ReadBytes, at: number): Promise<number> {
  const bytes = await read(at + 8, at + 16);
  return bytes.length < 8 ? 0 : Number(viewOf(bytes).getBigUint64(0, true));
}

/** @returns null for compressed formats */
function readFormat(
  bytes: Uint8Array,
  isLittle: boolean,
): { readonly format: Format; readonly encoding: PcmEncoding } | null {
  if (bytes.length < 14) return null;
  const view = viewOf(bytes);
  const tag = view.getUint16(0, isLittle);
  // The format tag is at the start of a 16-byte identifier.
  const kind = tag === EXTENSIBLE && bytes.length >= 26 ? view.getUint16(24, isLittle) : tag;
  const format = {
    channels: view.getUint16(2, isLittle),
    sampleRate: view.getUint32(4, isLittle),
  };
  const align = view.getUint16(12, isLittle);
  // If one field is wrong, the other one is probably wrong, too.
  const isConsistent = view.getUint32(8, isLittle) === format.sampleRate * align;
  const stated = bytes.length < 16 ? 0 : view.getUint16(14, isLittle);
  const bits = stated === 0 && isConsistent ? (8 * align) / format.channels : stated;
  const found = encodingOf(kind, bits);
  if (!found) return null;
  const encoding = { ...found, isBig: !isLittle };
  const size = isConsistent ? align / format.channels : encoding.bytes;
  return { format, encoding: isWider(encoding, size) ? widened(encoding, size) : encoding };
}

const isWider = ({ kind, bytes }: PcmEncoding, size: number): size is 2 | 3 | 4 =>
  kind !== "float" && (size === 2 || size === 3 || size === 4) && size > bytes;

/** @param size container bytes of each sample, more than it needs */
const widened = (encoding: PcmEncoding, size: 2 | 3 | 4): PcmEncoding => ({
  ...encoding,
  // Only 8-bit samples are unsigned.
  kind: "signed",
  bytes: size,
  bits: 8 * encoding.bytes,
});

function encodingOf(kind: number, bits: number): Omit<PcmEncoding, "isBig"> | null {
  if (kind === FLOATS && (bits === 32 || bits === 64))
    return { kind: "float", bytes: bits === 32 ? 4 : 8 };
  if (kind !== INTEGERS) return null;
  // Samples of other sizes are left-aligned in whole bytes.
  const bytes = Math.ceil(bits / 8);
  if (bytes === 1) return { kind: "unsigned", bytes };
  if (bytes === 2 || bytes === 3 || bytes === 4) return { kind: "signed", bytes };
  return null;
}
