import { type Bits, createBits } from "../bytes/bits.ts";

/** STREAMINFO of a FLAC stream (RFC 9639, 8.2). */
export interface FlacInfo {
  /** Hz */
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitsPerSample: number;
}

/** @param head `fLaC` and the metadata blocks, or the STREAMINFO block alone */
export function readFlacInfo(head: Uint8Array): FlacInfo {
  const hasMark = head[0] === 0x66 && head[1] === 0x4c && head[2] === 0x61 && head[3] === 0x43;
  const bits = createBits(head.subarray(hasMark ? 8 : 0));
  // Block and frame sizes.
  for (const count of [16, 16, 24, 24]) bits.read(count);
  return {
    sampleRate: bits.read(20),
    channels: bits.read(3) + 1,
    bitsPerSample: bits.read(5) + 1,
  };
}

type Samples = Int32Array | Float64Array;

/**
 * Decodes one frame (RFC 9639, 9).
 * @returns planar samples, full scale −1 to 1
 * @throws {RangeError} if the frame is damaged
 */
export function decodeFlacFrame(frame: Uint8Array, info: FlacInfo): Float32Array[] {
  const bits = createBits(frame);
  const { blockSize, assignment, bitsPerSample } = readHeader(bits, info);
  const channels = assignment < 8 ? assignment + 1 : 2;
  const planes: Samples[] = [];
  for (let channel = 0; channel < channels; channel++) {
    // The side channel needs an additional bit.
    const isSide =
      (channel === 1 && (assignment === 8 || assignment === 10)) ||
      (channel === 0 && assignment === 9);
    planes.push(readSubframe(bits, blockSize, bitsPerSample + (isSide ? 1 : 0)));
  }
  const end = bits.align();
  if (flacChecksum(frame.subarray(0, end)) !== bits.read(16))
    throw new RangeError("A frame's checksum is wrong");
  restoreStereo(planes, assignment);
  const scale = 2 ** (1 - bitsPerSample);
  return planes.map((plane) => {
    const samples = new Float32Array(blockSize);
    for (let i = 0; i < blockSize; i++) samples[i] = plane[i]! * scale;
    return samples;
  });
}

const SAMPLE_BITS: readonly (number | null)[] = [null, 8, 12, null, 16, 20, 24, 32];

function readHeader(bits: Bits, info: FlacInfo) {
  if (bits.read(14) !== 0x3ffe) throw new RangeError("A frame does not begin as one");
  bits.read(2);
  const sizeCode = bits.read(4);
  const rateCode = bits.read(4);
  const assignment = bits.read(4);
  const sampleCode = bits.read(3);
  bits.read(1);
  // The frame number, coded like a UTF-8 character of up to seven bytes.
  const first = bits.read(8);
  const more = first < 0x80 ? 0 : Math.clz32(~(first << 24)) - 1;
  for (let i = 0; i < more; i++) bits.read(8);
  const blockSize = readBlockSize(bits, sizeCode);
  if (rateCode === 12) bits.read(8);
  else if (rateCode === 13 || rateCode === 14) bits.read(16);
  bits.read(8);
  if (assignment > 10 || blockSize === 0) throw new RangeError("A frame's header is damaged");
  return { blockSize, assignment, bitsPerSample: SAMPLE_BITS[sampleCode] ?? info.bitsPerSample };
}

/** Samples of a frame from the code in its header (RFC 9639, 9.1.1); 0 for reserved codes. */
export function readBlockSize(bits: Bits, code: number): number {
  if (code === 0) return 0;
  if (code === 1) return 192;
  if (code <= 5) return 576 << (code - 2);
  if (code === 6) return bits.read(8) + 1;
  if (code === 7) return bits.read(16) + 1;
  return 256 << (code - 8);
}

function readSubframe(bits: Bits, blockSize: number, frameBits: number): Samples {
  bits.read(1);
  const kind = bits.read(6);
  const wasted = bits.read(1) === 1 ? bits.readZeros() + 1 : 0;
  const depth = frameBits - wasted;
  const samples = frameBits > 32 ? new Float64Array(blockSize) : new Int32Array(blockSize);
  if (kind === 0) samples.fill(bits.readSigned(depth));
  else if (kind === 1) for (let i = 0; i < blockSize; i++) samples[i] = bits.readSigned(depth);
  else if (kind >= 8 && kind <= 12) readFixed(bits, samples, kind - 8, depth);
  else if (kind >= 32) readLinear(bits, samples, kind - 31, depth);
  else throw new RangeError("A frame is coded in an unknown way");
  if (wasted > 0) {
    const factor = 2 ** wasted;
    for (let i = 0; i < blockSize; i++) samples[i] = samples[i]! * factor;
  }
  return samples;
}

/** Coefficients of the fixed predictors, nearest sample first. */
const FIXED: readonly (readonly number[])[] = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];

function readFixed(bits: Bits, samples: Samples, order: number, depth: number): void {
  for (let i = 0; i < order; i++) samples[i] = bits.readSigned(depth);
  readResidual(bits, samples, order);
  predict(samples, FIXED[order]!, 0);
}

function readLinear(bits: Bits, samples: Samples, order: number, depth: number): void {
  for (let i = 0; i < order; i++) samples[i] = bits.readSigned(depth);
  const precision = bits.read(4) + 1;
  const shift = bits.readSigned(5);
  if (precision > 15 || shift < 0) throw new RangeError("A frame's prediction is damaged");
  const coefficients = Array.from({ length: order }, () => bits.readSigned(precision));
  readResidual(bits, samples, order);
  predict(samples, coefficients, shift);
}

/** Adds the prediction from the samples before it to each residual. Sums stay below 2⁵³. */
function predict(samples: Samples, coefficients: readonly number[], shift: number): void {
  const order = coefficients.length;
  if (order === 0) return;
  const factors = Float64Array.from(coefficients);
  const scale = 2 ** -shift;
  for (let i = order; i < samples.length; i++) {
    let sum = 0;
    for (let k = 0; k < order; k++) sum += factors[k]! * samples[i - 1 - k]!;
    samples[i] = samples[i]! + Math.floor(sum * scale);
  }
}

/** Rice-coded residuals from index `order` on. */
function readResidual(bits: Bits, samples: Samples, order: number): void {
  const method = bits.read(2);
  if (method > 1) throw new RangeError("A frame's residual is coded in an unknown way");
  const parameterBits = method === 0 ? 4 : 5;
  const escape = 2 ** parameterBits - 1;
  const partitions = 1 << bits.read(4);
  const size = samples.length / partitions;
  if (!Number.isInteger(size) || size < order) throw new RangeError("A frame is divided wrongly");
  for (let partition = 0; partition < partitions; partition++) {
    const parameter = bits.read(parameterBits);
    const end = (partition + 1) * size;
    const start = partition === 0 ? order : partition * size;
    if (parameter === escape) {
      const depth = bits.read(5);
      for (let i = start; i < end; i++) samples[i] = bits.readSigned(depth);
      continue;
    }
    const step = 2 ** parameter;
    for (let i = start; i < end; i++) {
      const folded = bits.readZeros() * step + bits.read(parameter);
      // Zigzag coding: even numbers are non-negative, odd ones are negative.
      samples[i] = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    }
  }
}

/** Restores left and right from mid/side or side coding. */
function restoreStereo(planes: readonly Samples[], assignment: number): void {
  if (assignment < 8) return;
  const [first, second] = planes as [Samples, Samples];
  for (let i = 0; i < first.length; i++) {
    const a = first[i]!;
    const b = second[i]!;
    if (assignment === 8) second[i] = a - b;
    else if (assignment === 9) first[i] = a + b;
    else {
      // The lowest bit of mid was dropped; it equals that of side.
      const doubled = 2 * a + (b & 1);
      first[i] = (doubled + b) / 2;
      second[i] = (doubled - b) / 2;
    }
  }
}

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let i = 0; i < 8; i++) crc = crc & 0x8000 ? (crc << 1) ^ 0x8005 : crc << 1;
  return crc;
});

/** CRC-16 at the end of a frame. */
export function flacChecksum(bytes: Uint8Array): number {
  let crc = 0;
  for (let i = 0; i < bytes.length; i++)
    crc = ((crc << 8) ^ CRC_TABLE[(crc >>> 8) ^ bytes[i]!]!) & 0xffff;
  return crc;
}

/** CRC-8 at the end of a frame header. */
export function flacHeaderChecksum(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = crc & 0x80 ? ((crc << 1) ^ 7) & 0xff : crc << 1;
  }
  return crc;
}
