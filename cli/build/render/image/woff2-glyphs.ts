import { FontReader } from "./woff2-reader.ts";

/** Glyph outlines in the format that a shaper reads. */
interface Glyphs {
  readonly glyf: Buffer;
  /** Start offset of each glyph in `glyf`, and the end of the last one. */
  readonly offsets: readonly number[];
  /** Minimum x of each glyph. */
  readonly leftSides: readonly number[];
}

const COMPOSITE = 0xffff;
const ON_CURVE = 1;

/** Streams of the transformed table; each contains one kind of data for all outlines. */
interface Streams {
  readonly contours: FontReader;
  readonly points: FontReader;
  readonly flags: FontReader;
  readonly shapes: FontReader;
  readonly composites: FontReader;
  readonly boxes: FontReader;
  readonly instructions: FontReader;
}

/** Reverses the glyph transformation (WOFF2, section 5.1). */
export function readGlyphs(data: Buffer): Glyphs {
  const head = new FontReader(data);
  head.at = 4;
  const count = head.u16();
  head.u16(); // The offset format, which is written again.
  const sizes = Array.from({ length: 7 }, () => head.u32());
  const stream = (at: number): FontReader => new FontReader(head.take(sizes[at]!));
  const contours = stream(0);
  const points = stream(1);
  const flags = stream(2);
  const shapes = stream(3);
  const composites = stream(4);
  const boxes = stream(5);
  const streams = { contours, points, flags, shapes, composites, boxes, instructions: stream(6) };
  const bitmap = boxes.take(((count + 31) >> 5) << 2);

  const parts: Buffer[] = [];
  const offsets = [0];
  const leftSides: number[] = [];
  for (let glyph = 0; glyph < count; glyph++) {
    const hasBox = (bitmap[glyph >> 3]! & (128 >> (glyph & 7))) !== 0;
    const made = readGlyph(streams, hasBox);
    if (made) parts.push(made);
    leftSides.push(made ? made.readInt16BE(2) : 0);
    offsets.push(offsets.at(-1)! + (made?.length ?? 0));
  }
  return { glyf: Buffer.concat(parts), offsets, leftSides };
}

function readGlyph(streams: Streams, hasBox: boolean): Buffer | undefined {
  const contours = streams.contours.u16();
  if (contours === 0) return undefined;
  if (contours === COMPOSITE) return padded(readComposite(streams));
  const ends: number[] = [];
  let points = 0;
  for (let at = 0; at < contours; at++) ends.push((points += streams.points.short255()) - 1);
  const { flags, deltas, box } = readPoints(streams, points);
  const instructions = streams.instructions.take(streams.shapes.short255());

  const head = Buffer.alloc(10 + contours * 2 + 2);
  head.writeInt16BE(contours, 0);
  if (hasBox) streams.boxes.take(8).copy(head, 2);
  else box.forEach((side, at) => head.writeInt16BE(side, 2 + at * 2));
  ends.forEach((end, at) => head.writeUInt16BE(end, 10 + at * 2));
  head.writeUInt16BE(instructions.length, 10 + contours * 2);
  return padded([head, instructions, flags, deltas]);
}

/**
 * Converts points to one flag byte and two-byte deltas: not the shortest encoding, but the same
 * outline.
 */
function readPoints({ flags, shapes }: Streams, count: number) {
  const kinds = Buffer.alloc(count);
  const deltas = Buffer.alloc(count * 4);
  let [x, y] = [0, 0];
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < count; at++) {
    const flag = flags.u8();
    const [dx, dy] = readStep(flag & 127, shapes);
    kinds[at] = flag < 128 ? ON_CURVE : 0;
    deltas.writeInt16BE(dx, at * 2);
    deltas.writeInt16BE(dy, (count + at) * 2);
    x += dx;
    y += dy;
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return { flags: kinds, deltas, box };
}

const signed = (flag: number, value: number): number => (flag & 1 ? value : -value);

/** Reads a point delta of one to four bytes (WOFF2, section 5.2). */
function readStep(flag: number, bytes: FontReader): [x: number, y: number] {
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + bytes.u8())];
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + bytes.u8()), 0];
  if (flag < 84) {
    const rest = flag - 20;
    const both = bytes.u8();
    return [
      signed(flag, 1 + (rest & 48) + (both >> 4)),
      signed(flag >> 1, 1 + ((rest & 12) << 2) + (both & 15)),
    ];
  }
  if (flag < 120) {
    const rest = flag - 84;
    return [
      signed(flag, 1 + (Math.floor(rest / 12) << 8) + bytes.u8()),
      signed(flag >> 1, 1 + (((rest % 12) >> 2) << 8) + bytes.u8()),
    ];
  }
  if (flag < 124) {
    const [first, middle, last] = [bytes.u8(), bytes.u8(), bytes.u8()];
    return [
      signed(flag, (first << 4) + (middle >> 4)),
      signed(flag >> 1, ((middle & 15) << 8) + last),
    ];
  }
  return [signed(flag, bytes.u16()), signed(flag >> 1, bytes.u16())];
}

/**
 * Reads a composite glyph: components with flags, a glyph index, an offset and, depending on the
 * flags, a
 * scale.
 */
function readComposite({ composites, boxes, shapes, instructions }: Streams): Buffer[] {
  const head = Buffer.alloc(10);
  head.writeInt16BE(-1, 0);
  boxes.take(8).copy(head, 2);
  const parts: Buffer[] = [head];
  let flags: number;
  let hasInstructions = false;
  do {
    flags = composites.u16();
    composites.at -= 2;
    hasInstructions ||= (flags & 0x100) !== 0;
    const offset = flags & 1 ? 4 : 2;
    const scale = flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
    parts.push(composites.take(4 + offset + scale));
  } while (flags & 0x20);
  if (hasInstructions) {
    const bytes = instructions.take(shapes.short255());
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    parts.push(length, bytes);
  }
  return parts;
}

function padded(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([...parts, Buffer.alloc(-length & 3)]);
}
