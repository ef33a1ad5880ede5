import { textAt, viewOf } from "../bytes/read-bytes.ts";

/** Bits of a mode in the setup header: block flag, window type, transform type and mapping. */
const MODE_BITS = 1 + 16 + 16 + 8;
/** Bits of the number of modes, minus 1. */
const COUNT_BITS = 6;

/** What the headers of a Vorbis stream say about its packets. */
export interface VorbisHeaders {
  readonly channels: number;
  /** Hz */
  readonly sampleRate: number;
  /** Samples of short and long blocks. */
  readonly blockSizes: readonly [short: number, long: number];
  /** For each mode, whether its blocks are long. */
  readonly modes: readonly boolean[];
}

/**
 * Splits a codec description, as in Matroska and WebCodecs, into identification, comment and setup
 * header.
 * @param description the three headers, preceded by the lengths of the first two
 * @throws {RangeError}
 */
export function splitVorbisHeaders(
  description: Uint8Array,
): readonly [identification: Uint8Array, comments: Uint8Array, setup: Uint8Array] {
  if (description[0] !== 2) throw new RangeError("A Vorbis stream needs three headers");
  let position = 1;
  const readLength = (): number => {
    let length = 0;
    while (description[position] === 255) length += description[position++]!;
    return length + (description[position++] ?? 0);
  };
  const first = readLength();
  const second = readLength();
  return [
    description.subarray(position, position + first),
    description.subarray(position + first, position + first + second),
    description.subarray(position + first + second),
  ];
}

/**
 * Reads the headers of a stream (Vorbis I, 4.2) without its codebooks: modes are the last fields of
 * the setup header, so that they are found from its end.
 * @throws {RangeError}
 */
export function readVorbisHeaders(identification: Uint8Array, setup: Uint8Array): VorbisHeaders {
  if (identification.length < 29 || textAt(identification, 0, 7) !== "\x01vorbis")
    throw new RangeError("The identification header is damaged");
  const view = viewOf(identification);
  const channels = identification[11]!;
  const sampleRate = view.getUint32(12, true);
  const blockSizes = [2 ** (identification[28]! & 15), 2 ** (identification[28]! >> 4)] as const;
  const [short, long] = blockSizes;
  if (channels === 0 || sampleRate === 0 || short < 64 || long > 8192 || short > long)
    throw new RangeError("The identification header is damaged");
  return { channels, sampleRate, blockSizes, modes: readModes(setup) };
}

/** @throws {RangeError} */
function readModes(setup: Uint8Array): boolean[] {
  const bit = (at: number): number => (setup[at >> 3]! >> (at & 7)) & 1;
  const bits = (at: number, count: number): number => {
    let value = 0;
    for (let i = count - 1; i >= 0; i--) value = 2 * value + bit(at + i);
    return value;
  };
  // The header ends with a framing bit of 1, which only zeros may follow.
  let framing = 8 * setup.length - 1;
  while (framing >= 0 && bit(framing) === 0) framing--;
  const startOf = (count: number): number => framing - count * MODE_BITS;
  let found = 0;
  for (let count = 1; count <= 2 ** COUNT_BITS; count++) {
    const start = startOf(count);
    if (start - COUNT_BITS < 0 || bits(start + 1, 32) !== 0 || bits(start + 33, 8) > 63) break;
    // Fields before the modes can look like one more mode, but rarely state a number that matches.
    if (bits(start - COUNT_BITS, COUNT_BITS) === count - 1) found = count;
  }
  if (found === 0) throw new RangeError("The setup header is damaged");
  return Array.from({ length: found }, (_, i) => bit(startOf(found) + i * MODE_BITS) === 1);
}
