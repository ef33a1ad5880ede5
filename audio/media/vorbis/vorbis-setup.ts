import { type VorbisBits, bitLength, createVorbisBits } from "./vorbis-bits.ts";
import { type Codebook, MAX_VALUES, readCodebook } from "./vorbis-codebook.ts";
import { type Floor, readFloor } from "./vorbis-floor.ts";

export interface Residue {
  readonly kind: number;
  readonly begin: number;
  readonly end: number;
  readonly partitionSize: number;
  readonly classifications: number;
  readonly classbook: Codebook;
  /** By class and pass. */
  readonly books: readonly (readonly (Codebook | null)[])[];
}

export interface Mapping {
  readonly couplings: readonly { readonly magnitude: number; readonly angle: number }[];
  /** Per channel. */
  readonly submaps: readonly number[];
  readonly floors: readonly Floor[];
  readonly residues: readonly Residue[];
}

export interface VorbisSetup {
  readonly channels: number;
  /** Hz */
  readonly sampleRate: number;
  /** Samples of short and long blocks. */
  readonly blockSizes: readonly [number, number];
  readonly modes: readonly { readonly isLong: boolean; readonly mapping: Mapping }[];
}

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError("The setup names what it does not have");
  return item;
}

/**
 * Setup of a Vorbis stream (Vorbis I, 4.2).
 * @param description three headers, preceded by their lengths, as in Matroska and WebCodecs
 * @throws {RangeError}
 */
export function readVorbisSetup(description: Uint8Array): VorbisSetup {
  const [identification, , setup] = splitHeaders(description);
  const head = openHeader(identification!, 1);
  head.read(32);
  const channels = head.read(8);
  const sampleRate = head.read(32);
  for (let i = 0; i < 3; i++) head.read(32);
  const blockSizes = [2 ** head.read(4), 2 ** head.read(4)] as const;
  const [short, long] = blockSizes;
  if (channels === 0 || short < 64 || long > 8192 || short > long)
    throw new RangeError("The stream's first header is damaged");
  return { channels, sampleRate, blockSizes, modes: readModes(openHeader(setup!, 5), channels) };
}

function splitHeaders(description: Uint8Array): readonly Uint8Array[] {
  if (description[0] !== 2) throw new RangeError("There are not three headers");
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

function openHeader(bytes: Uint8Array, kind: number): VorbisBits {
  const bits = createVorbisBits(bytes);
  const mark = [kind, 0x76, 0x6f, 0x72, 0x62, 0x69, 0x73];
  if (!mark.every((byte) => bits.read(8) === byte)) throw new RangeError("A header is damaged");
  return bits;
}

function readModes(bits: VorbisBits, channels: number): VorbisSetup["modes"] {
  const room = { values: MAX_VALUES };
  const books = times(bits.read(8) + 1, () => readCodebook(bits, room));
  times(bits.read(6) + 1, () => bits.read(16));
  const floors = times(bits.read(6) + 1, () => readFloor(bits, books));
  const residues = times(bits.read(6) + 1, () => readResidue(bits, books));
  const mappings = times(bits.read(6) + 1, () => readMapping(bits, channels, { floors, residues }));
  const modes = times(bits.read(6) + 1, () => {
    const isLong = bits.read(1) === 1;
    bits.read(32);
    return { isLong, mapping: at(mappings, bits.read(8)) };
  });
  if (bits.read(1) !== 1 || bits.isOver()) throw new RangeError("The setup ends too early");
  return modes;
}

function readResidue(bits: VorbisBits, books: readonly Codebook[]): Residue {
  const kind = bits.read(16);
  if (kind > 2) throw new RangeError("A residue is of an unknown kind");
  const begin = bits.read(24);
  const end = bits.read(24);
  const partitionSize = bits.read(24) + 1;
  const classifications = bits.read(6) + 1;
  const classbook = at(books, bits.read(8));
  const cascades = times(classifications, () => {
    const low = bits.read(3);
    return (bits.read(1) === 1 ? bits.read(5) * 8 : 0) + low;
  });
  const used = cascades.map((cascade) =>
    times(8, (pass) => (cascade & (1 << pass) ? at(books, bits.read(8)) : null)),
  );
  return { kind, begin, end, partitionSize, classifications, classbook, books: used };
}

function readMapping(
  bits: VorbisBits,
  channels: number,
  known: { readonly floors: readonly Floor[]; readonly residues: readonly Residue[] },
): Mapping {
  if (bits.read(16) !== 0) throw new RangeError("A mapping is of an unknown kind");
  const submaps = bits.read(1) === 1 ? bits.read(4) + 1 : 1;
  const width = bitLength(channels - 1);
  const couplings = times(bits.read(1) === 1 ? bits.read(8) + 1 : 0, () => {
    const [magnitude, angle] = [bits.read(width), bits.read(width)];
    if (magnitude === angle || magnitude >= channels || angle >= channels)
      throw new RangeError("Channels are coupled wrongly");
    return { magnitude, angle };
  });
  bits.read(2);
  const chosen = times(channels, () => (submaps > 1 ? bits.read(4) : 0));
  const parts = times(submaps, () => {
    bits.read(8);
    return {
      floor: at(known.floors, bits.read(8)),
      residue: at(known.residues, bits.read(8)),
    };
  });
  for (const submap of chosen) at(parts, submap);
  return {
    couplings,
    submaps: chosen,
    floors: parts.map(({ floor }) => floor),
    residues: parts.map(({ residue }) => residue),
  };
}
