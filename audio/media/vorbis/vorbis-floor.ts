import { type VorbisBits, bitLength } from "./vorbis-bits.ts";
import type { Codebook } from "./vorbis-codebook.ts";

/** Spectral envelope of type 1: line segments between points, on a dB scale (Vorbis I, 7). */
export interface Floor {
  /** Heights of the points; null if the channel is silent in this packet. */
  decode(bits: VorbisBits): Int32Array | null;
  /** Multiplies a spectrum by the envelope. */
  apply(heights: Int32Array, spectrum: Float64Array): void;
}

interface PointClass {
  readonly dimensions: number;
  readonly subclassBits: number;
  readonly masterbook: Codebook | null;
  readonly books: readonly (Codebook | null)[];
}

/** Gains of the steps: 255 is 1, and 256 steps span 140 dB. */
const FACTORS = Float64Array.from({ length: 256 }, (_, step) => 10 ** ((7 * (step - 255)) / 256));

const RANGES = [256, 128, 86, 64] as const;

/** @throws {RangeError} also for floor type 0, which no encoder has written since 2000 */
export function readFloor(bits: VorbisBits, books: readonly Codebook[]): Floor {
  if (bits.read(16) !== 1) throw new RangeError("A floor is of an unknown kind");
  const kinds = Array.from({ length: bits.read(5) }, () => bits.read(4));
  const classes = Array.from({ length: Math.max(-1, ...kinds) + 1 }, () => readClass(bits, books));
  const multiplier = bits.read(2) + 1;
  const rangeBits = bits.read(4);
  const positions = [0, 2 ** rangeBits];
  for (const kind of kinds)
    for (let i = 0; i < classes[kind]!.dimensions; i++) positions.push(bits.read(rangeBits));
  return createFloor(
    kinds.map((kind) => classes[kind]!),
    positions,
    multiplier,
  );
}

function readClass(bits: VorbisBits, books: readonly Codebook[]): PointClass {
  const dimensions = bits.read(3) + 1;
  const subclassBits = bits.read(2);
  const masterbook = subclassBits > 0 ? books[bits.read(8)] : null;
  if (masterbook === undefined) throw new RangeError("A floor names a book that is not there");
  const used = Array.from({ length: 2 ** subclassBits }, () => books[bits.read(8) - 1] ?? null);
  return { dimensions, subclassBits, masterbook, books: used };
}

function createFloor(
  partitions: readonly PointClass[],
  positions: readonly number[],
  multiplier: number,
): Floor {
  const range = RANGES[multiplier - 1]!;
  const heightBits = bitLength(range - 1);
  const order = positions.map((_, i) => i).sort((a, b) => positions[a]! - positions[b]!);
  // For each point, the nearest ones on both sides among those before it.
  const neighbors = positions.map((position, i) => {
    let low = 0;
    let high = 1;
    for (let j = 2; j < i; j++) {
      if (positions[j]! < position && positions[j]! > positions[low]!) low = j;
      if (positions[j]! > position && positions[j]! < positions[high]!) high = j;
    }
    return { low, high };
  });

  return {
    decode(bits) {
      if (bits.read(1) === 0) return null;
      const coded = [bits.read(heightBits), bits.read(heightBits)];
      for (const { dimensions, subclassBits, masterbook, books } of partitions) {
        let chosen = masterbook ? masterbook.decode(bits) : 0;
        if (chosen < 0) return null;
        for (let i = 0; i < dimensions; i++) {
          const book = books[chosen & (2 ** subclassBits - 1)];
          chosen >>= subclassBits;
          const height = book ? book.decode(bits) : 0;
          if (height < 0) return null;
          coded.push(height);
        }
      }
      return bits.isOver() ? null : Int32Array.from(coded);
    },
    apply(coded, spectrum) {
      const heights = coded.slice();
      const isUsed = new Uint8Array(heights.length);
      isUsed[0] = isUsed[1] = 1;
      for (let i = 2; i < heights.length; i++) {
        const { low, high } = neighbors[i]!;
        const expected = heightBetween(
          { x: positions[low]!, y: heights[low]! },
          { x: positions[high]!, y: heights[high]! },
          positions[i]!,
        );
        const value = coded[i]!;
        heights[i] = unfold(value, expected, range);
        if (value !== 0) isUsed[low] = isUsed[high] = isUsed[i] = 1;
      }
      let from = { x: 0, y: heights[0]! * multiplier };
      for (const i of order.slice(1)) {
        if (!isUsed[i]) continue;
        const to = { x: positions[i]!, y: heights[i]! * multiplier };
        drawLine(from, to, spectrum);
        from = to;
      }
      const last = FACTORS[from.y & 255]!;
      for (let x = from.x; x < spectrum.length; x++) spectrum[x] = spectrum[x]! * last;
    },
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function heightBetween(low: Point, high: Point, x: number): number {
  const rise = high.y - low.y;
  const offset = Math.floor((Math.abs(rise) * (x - low.x)) / (high.x - low.x));
  return rise < 0 ? low.y - offset : low.y + offset;
}

/**
 * A height from its coded deviation from the prediction: odd is below, even is above, within the
 * range.
 */
function unfold(value: number, expected: number, range: number): number {
  if (value === 0) return expected;
  const above = range - expected;
  if (value >= 2 * Math.min(above, expected))
    return above > expected ? value : expected - value + above - 1;
  return value % 2 === 1 ? expected - (value + 1) / 2 : expected + value / 2;
}

/** Multiplies by a line in integer steps, from one point to before the other. */
function drawLine(from: Point, to: Point, spectrum: Float64Array): void {
  const width = to.x - from.x;
  const rise = to.y - from.y;
  const base = Math.trunc(rise / width);
  const more = rise < 0 ? base - 1 : base + 1;
  const rest = Math.abs(rise) - Math.abs(base) * width;
  const end = Math.min(to.x, spectrum.length);
  let error = 0;
  let y = from.y;
  for (let x = from.x; x < end; x++) {
    if (x > from.x) {
      error += rest;
      if (error >= width) {
        error -= width;
        y += more;
      } else y += base;
    }
    spectrum[x] = spectrum[x]! * FACTORS[y & 255]!;
  }
}
