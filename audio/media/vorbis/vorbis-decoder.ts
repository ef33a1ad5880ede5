import { createRealFft } from "../../signal/fft/fft.ts";
import { type VorbisBits, bitLength, createVorbisBits } from "./vorbis-bits.ts";
import type { Codebook } from "./vorbis-codebook.ts";
import type { Residue, VorbisSetup } from "./vorbis-setup.ts";

/** Decodes consecutive packets of one stream (Vorbis I, 4.3). */
export interface VorbisDecoder {
  /**
   * @returns planar samples in Vorbis channel order; empty for the first packet and for damaged
   *   ones
   */
  decode(packet: Uint8Array): Float32Array[];
}

export function createVorbisDecoder(setup: VorbisSetup): VorbisDecoder {
  const { channels, blockSizes, modes } = setup;
  const transforms = blockSizes.map(createInverseMdct);
  const modeBits = bitLength(modes.length - 1);
  /** Second half of the last block of each channel. */
  let held: readonly Float64Array[] | null = null;

  const nothing = (): Float32Array[] => Array.from({ length: channels }, () => new Float32Array(0));

  return {
    decode(packet) {
      const bits = createVorbisBits(packet);
      if (packet.length === 0 || bits.read(1) !== 0) return nothing();
      const mode = modes[bits.read(modeBits)];
      if (!mode) return nothing();
      const size = blockSizes[mode.isLong ? 1 : 0];
      const isAfterLong = mode.isLong && bits.read(1) === 1;
      const isBeforeLong = mode.isLong && bits.read(1) === 1;
      const spectra = decodeSpectra(bits, setup, mode);
      const before = mode.isLong && !isAfterLong ? blockSizes[0] : size;
      const after = mode.isLong && !isBeforeLong ? blockSizes[0] : size;
      const blocks = spectra.map((spectrum) => {
        const block = transforms[mode.isLong ? 1 : 0]!(spectrum);
        shapeBlock(block, before, after);
        return block;
      });
      const last = held;
      held = blocks.map((block) => block.subarray(size / 2));
      if (!last) return nothing();
      return blocks.map((block, channel) => overlap(last[channel]!, block));
    },
  };
}

/** From the middle of the last block to the middle of this one. */
function overlap(last: Float64Array, block: Float64Array): Float32Array {
  const frames = last.length / 2 + block.length / 4;
  const offset = block.length / 2 - frames;
  return Float32Array.from({ length: frames }, (_, i) => {
    const index = offset + i;
    return (i < last.length ? last[i]! : 0) + (index >= 0 ? block[index]! : 0);
  });
}

/** Applies the window of a block where adjacent blocks overlap. @param before, after their sizes */
function shapeBlock(block: Float64Array, before: number, after: number): void {
  const size = block.length;
  const rise = size / 4 - before / 4;
  block.fill(0, 0, rise);
  for (let i = 0; i < before / 2; i++) block[rise + i] = block[rise + i]! * slope(i, before / 2);
  const fall = (3 * size) / 4 - after / 4;
  for (let i = 0; i < after / 2; i++)
    block[fall + i] = block[fall + i]! * slope(after / 2 - 1 - i, after / 2);
  block.fill(0, fall + after / 2);
}

const slope = (i: number, length: number): number =>
  Math.sin((Math.PI / 2) * Math.sin(((i + 0.5) / length) * (Math.PI / 2)) ** 2);

function decodeSpectra(
  bits: VorbisBits,
  { channels, blockSizes }: VorbisSetup,
  { isLong, mapping }: VorbisSetup["modes"][number],
): Float64Array[] {
  const bins = blockSizes[isLong ? 1 : 0] / 2;
  const { couplings, submaps, floors, residues } = mapping;
  const heights = submaps.map((submap) => floors[submap]!.decode(bits));
  const isCoded = heights.map((points) => points !== null);
  for (const { magnitude, angle } of couplings)
    if (isCoded[magnitude] || isCoded[angle]) isCoded[magnitude] = isCoded[angle] = true;
  const spectra = Array.from({ length: channels }, () => new Float64Array(bins));
  for (const [submap, residue] of residues.entries()) {
    const own = spectra.filter((_, channel) => submaps[channel] === submap);
    const coded = isCoded.filter((_, channel) => submaps[channel] === submap);
    if (residue.kind === 2) decodeInterleaved(bits, residue, own, coded.includes(true));
    else
      decodeResidue(
        bits,
        residue,
        own.filter((_, i) => coded[i]),
      );
  }
  for (const { magnitude, angle } of couplings.toReversed())
    uncouple(spectra[magnitude]!, spectra[angle]!);
  for (const [channel, spectrum] of spectra.entries()) {
    const points = heights[channel];
    if (points) floors[submaps[channel]!]!.apply(points, spectrum);
    else spectrum.fill(0);
  }
  return spectra;
}

function decodeInterleaved(
  bits: VorbisBits,
  residue: Residue,
  spectra: readonly Float64Array[],
  isCoded: boolean,
): void {
  if (!isCoded) return;
  const count = spectra.length;
  const joined = new Float64Array(count * spectra[0]!.length);
  decodeResidue(bits, residue, [joined]);
  for (const [channel, spectrum] of spectra.entries())
    for (let i = 0; i < spectrum.length; i++) spectrum[i] = joined[i * count + channel]!;
}

/** Adds up to eight passes of vectors; at the end of the packet, the result so far counts. */
function decodeResidue(bits: VorbisBits, residue: Residue, spectra: readonly Float64Array[]): void {
  const { begin, end, partitionSize, classifications, classbook, books, kind } = residue;
  const bins = spectra[0]?.length ?? 0;
  const partitions = Math.floor((Math.min(end, bins) - Math.min(begin, bins)) / partitionSize);
  const classes = spectra.map(() => new Uint8Array(partitions + classbook.dimensions));
  for (let pass = 0; pass < 8; pass++) {
    for (let partition = 0; partition < partitions;) {
      if (pass === 0) {
        for (const list of classes) {
          let word = classbook.decode(bits);
          if (word < 0) return;
          for (let i = classbook.dimensions - 1; i >= 0; i--) {
            list[partition + i] = word % classifications;
            word = Math.floor(word / classifications);
          }
        }
      }
      const stop = Math.min(partitions, partition + classbook.dimensions);
      for (; partition < stop; partition++) {
        for (const [i, spectrum] of spectra.entries()) {
          const book = books[classes[i]![partition]!]![pass];
          if (!book) continue;
          const start = begin + partition * partitionSize;
          const part = spectrum.subarray(start, start + partitionSize);
          if (!addVectors(bits, book, part, kind === 0)) return;
        }
      }
    }
  }
}

/** @returns false at the end of the packet */
function addVectors(
  bits: VorbisBits,
  { vectors, dimensions, decode }: Codebook,
  part: Float64Array,
  isSpread: boolean,
): boolean {
  if (!vectors) return false;
  const count = Math.floor(part.length / dimensions);
  for (let i = 0; i < count; i++) {
    const entry = decode(bits);
    if (entry < 0) return false;
    for (let k = 0; k < dimensions; k++) {
      const index = isSpread ? i + k * count : i * dimensions + k;
      part[index] = part[index]! + vectors[entry * dimensions + k]!;
    }
  }
  return true;
}

/** Inverse coupling of two channels from magnitude and angle (Vorbis I, 4.3.5). */
function uncouple(magnitudes: Float64Array, angles: Float64Array): void {
  for (let i = 0; i < magnitudes.length; i++) {
    const m = magnitudes[i]!;
    const a = angles[i]!;
    const other = m > 0 === a > 0 ? m - a : m + a;
    if (a > 0) angles[i] = other;
    else {
      magnitudes[i] = other;
      angles[i] = m;
    }
  }
}

/** Unnormalized inverse MDCT of `size / 2` bins to `size` samples, through a Fourier transform. */
function createInverseMdct(size: number) {
  const fft = createRealFft(size);
  const offset = 1 + size / 2;
  const turn = (steps: number): readonly [number, number] => {
    const angle = (-Math.PI * (steps % (4 * size))) / (2 * size);
    return [Math.cos(angle), Math.sin(angle)];
  };
  const binTurns = Array.from({ length: size / 2 }, (_, k) => turn(2 * k * offset));
  const sampleTurns = Array.from({ length: size }, (_, i) => turn(2 * i + offset));
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const spectra = Array.from({ length: 4 }, () => new Float64Array(size / 2 + 1));
  const [realRe, realIm, otherRe, otherIm] = spectra as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return (bins: Float64Array): Float64Array => {
    for (let k = 0; k < size / 2; k++) {
      const [cosine, sine] = binTurns[k]!;
      real[k] = bins[k]! * cosine;
      imaginary[k] = bins[k]! * sine;
    }
    fft.forward(real, realRe, realIm);
    fft.forward(imaginary, otherRe, otherIm);
    const samples = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      // The second half of the spectrum of a real signal mirrors the first.
      const bin = i <= size / 2 ? i : size - i;
      const sign = i <= size / 2 ? 1 : -1;
      const re = realRe[bin]! - sign * otherIm[bin]!;
      const im = sign * realIm[bin]! + otherRe[bin]!;
      const [cosine, sine] = sampleTurns[i]!;
      samples[i] = re * cosine - im * sine;
    }
    return samples;
  };
}
