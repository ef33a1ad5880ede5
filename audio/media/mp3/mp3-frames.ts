/** What the four bytes before a frame of MPEG audio layer III say. */
export interface Mp3Frame {
  /** Bytes of it, with those four. */
  readonly size: number;
  /** Samples of a channel. */
  readonly samples: number;
  /** kbit/s */
  readonly bitrate: number;
  /** Hz */
  readonly sampleRate: number;
}

/** kbit/s by their number, of MPEG 1 and of MPEG 2 and 2.5 (ISO 11172-3, 2.4.2.3; ISO 13818-3, 2.4.2.3). */
const BITRATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
/** Hz by their number, of MPEG 1. */
const RATES = [44_100, 48_000, 32_000];
/** Part of those that the versions have: MPEG 2.5, none, 2 and 1. */
const SHARES = [4, null, 2, 1];

/** @returns null where no frame of a known size begins there */
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

/** Version, layer, rate and whether there is one channel: what the frames of a stream have in common. */
export const mp3KindOf = (bytes: Uint8Array, at: number): number =>
  ((bytes[at + 1]! & 0xfe) << 8) | (bytes[at + 2]! & 0x0c) | (bytes[at + 3]! >> 6 === 3 ? 1 : 0);

/** Bytes of the side information behind those four (ISO 11172-3, 2.4.1.7; ISO 13818-3, 2.4.1.7). */
export function sideInfoSize(header: Uint8Array): number {
  const isMono = header[3]! >> 6 === 3;
  if ((header[1]! & 0x18) === 0x18) return isMono ? 17 : 32;
  return isMono ? 9 : 17;
}
