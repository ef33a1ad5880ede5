/** The header of an MPEG audio layer III frame. */
export interface Mp3Frame {
  /** Length in bytes, including the header. */
  readonly size: number;
  /** Samples per channel. */
  readonly samples: number;
  /** kb/s */
  readonly bitrate: number;
  /** Hz */
  readonly sampleRate: number;
}

/**
 * Bit rates in kb/s by index, for MPEG 1 and for MPEG 2 and 2.5 (ISO 11172-3, 2.4.2.3; ISO 13818-3,
 * 2.4.2.3).
 */
const BITRATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
/** Sample rates in Hz by index, for MPEG 1. */
const RATES = [44_100, 48_000, 32_000];
/** Divisors of the sample rate by version: MPEG 2.5, reserved, 2 and 1. */
const SHARES = [4, null, 2, 1];

/** @returns null if no frame of known size starts there */
export function mp3FrameAt(bytes: Uint8Array, at: number): Mp3Frame | null {
  if (at + 4 > bytes.length) return null;
  const [first, second, third] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!];
  if (first !== 0xff || (second & 0xe6) !== 0xe2) return null;
  const share = SHARES[(second >> 3) & 3];
  const rate = RATES[(third >> 2) & 3];
  const bitrate = BITRATES[share === 1 ? 0 : 1][third >> 4];
  if (!share || rate === undefined || !bitrate) return null;
  const samples = share === 1 ? 1152 : 576;
  const padding = (third >> 1) & 1;
  return {
    samples,
    bitrate,
    sampleRate: rate / share,
    size: Math.floor((samples * 125 * bitrate * share) / rate) + padding,
  };
}

/** Version, layer, sample rate and mono flag: common to the frames of a stream. */
export const mp3KindOf = (bytes: Uint8Array, at: number): number =>
  ((bytes[at + 1]! & 0xfe) << 8) | (bytes[at + 2]! & 0x0c) | (bytes[at + 3]! >> 6 === 3 ? 1 : 0);

/** Bytes of the side information after the header (ISO 11172-3, 2.4.1.7; ISO 13818-3, 2.4.1.7). */
export function sideInfoSize(header: Uint8Array): number {
  const isMono = header[3]! >> 6 === 3;
  if ((header[1]! & 0x18) === 0x18) return isMono ? 17 : 32;
  return isMono ? 9 : 17;
}
