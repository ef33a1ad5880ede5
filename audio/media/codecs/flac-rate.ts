import { joinBytes } from "../bytes/byte-parts.ts";
import { flacChecksum, flacHeaderChecksum } from "./flac-decoder.ts";

/** Sample rate in a frame header: a code of 4 bits, and bytes after the block size. */
interface RateField {
  readonly code: number;
  readonly bytes: Uint8Array;
}

/**
 * Sample rate as a frame header states it (RFC 9639, 9.1.2): in kHz, Hz or tens of Hz, so that
 * players can start in the middle of a stream; other rates refer to STREAMINFO.
 */
function rateField(sampleRate: number): RateField {
  if (sampleRate % 1000 === 0 && sampleRate < 256_000)
    return { code: 12, bytes: Uint8Array.of(sampleRate / 1000) };
  if (sampleRate < 65_536)
    return { code: 13, bytes: Uint8Array.of(sampleRate >> 8, sampleRate & 255) };
  const tens = sampleRate / 10;
  if (Number.isInteger(tens) && tens < 65_536)
    return { code: 14, bytes: Uint8Array.of(tens >> 8, tens & 255) };
  return { code: 0, bytes: new Uint8Array(0) };
}

/** Length in bytes of a coded frame number, by its first byte. */
const numberBytes = (first: number): number => (first < 0x80 ? 1 : Math.clz32(~(first << 24)));

/**
 * Changes the sample rate of a FLAC frame, whose coding does not depend on it.
 * @param frame a whole frame whose header states a rate by its code alone, for example 48 kHz
 * @param sampleRate in Hz
 */
export function setFrameRate(frame: Uint8Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const field = rateField(sampleRate);
  const sizeCode = frame[2]! >> 4;
  const sizeBytes = sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0;
  const fieldAt = 4 + numberBytes(frame[4]!) + sizeBytes;
  const header = joinBytes([frame.subarray(0, fieldAt), field.bytes]);
  header[2] = (sizeCode << 4) | field.code;
  const own = joinBytes([
    header,
    Uint8Array.of(flacHeaderChecksum(header)),
    frame.subarray(fieldAt + 1, -2),
  ]);
  const checksum = flacChecksum(own);
  return joinBytes([own, Uint8Array.of(checksum >> 8, checksum & 255)]);
}

/**
 * Changes the sample rate in STREAMINFO (RFC 9639, 8.2).
 * @param description "fLaC", the block header, and the block
 * @param sampleRate in Hz, below 2²⁰
 */
export function setStreamRate(
  description: Uint8Array,
  sampleRate: number,
): Uint8Array<ArrayBuffer> {
  const own = description.slice();
  const at = 8 + 10;
  own[at] = sampleRate >> 12;
  own[at + 1] = (sampleRate >> 4) & 255;
  own[at + 2] = ((sampleRate & 15) << 4) | (own[at + 2]! & 15);
  return own;
}
