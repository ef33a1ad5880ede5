/** Parameters common to the frames of a stream. */
export interface AdtsFormat {
  /** MPEG-4 audio object type: 2 is AAC-LC. */
  readonly objectType: number;
  /** Sample rate of the core coder in Hz. */
  readonly rate: number;
  readonly channels: number;
}

/** Samples of a frame. */
export const FRAME = 1024;

const RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
  7350,
];
/** Bytes of a header without a checksum. */
const HEAD = 7;

/** Whether two streams are decoded alike. */
export const isSameFormat = (one: AdtsFormat, other: AdtsFormat): boolean =>
  one.objectType === other.objectType && one.rate === other.rate && one.channels === other.channels;

/** Parses the frame header at a position (ISO/IEC 13818-7, 6.2); null if there is none. */
export function formatAt(bytes: Uint8Array, at: number): AdtsFormat | null {
  if (at + HEAD > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0)
    return null;
  const rate = RATES[(bytes[at + 2]! >> 2) & 15];
  const channels = ((bytes[at + 2]! & 1) << 2) | (bytes[at + 3]! >> 6);
  // Channel configurations in program elements, and frames of several blocks, are left to the
  // demuxer.
  if (rate === undefined || channels === 0 || (bytes[at + 6]! & 3) !== 0) return null;
  return { objectType: 1 + (bytes[at + 2]! >> 6), rate, channels };
}

/** Decoder configuration for frames without headers (ISO/IEC 14496-3, 1.6.2.1). */
export function configOf({ objectType, rate, channels }: AdtsFormat): AudioDecoderConfig {
  const bits = (objectType << 11) | (RATES.indexOf(rate) << 7) | (channels << 3);
  return {
    codec: `mp4a.40.${objectType}`,
    sampleRate: rate,
    // Channel configuration 7 is 7.1.
    numberOfChannels: channels === 7 ? 8 : channels,
    description: Uint8Array.of(bits >> 8, bits & 0xff),
  };
}

/**
 * Parses the output of `configOf`; null if it is not plain AAC-LC with frames of 1,024 samples.
 * @param config an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1)
 */
export function formatOfConfig(config: Uint8Array): AdtsFormat | null {
  if (config.length < 2) return null;
  const bits = (config[0]! << 8) | config[1]!;
  const objectType = bits >> 11;
  const rate = RATES[(bits >> 7) & 15];
  const channels = (bits >> 3) & 15;
  if (objectType !== 2 || rate === undefined || channels === 0 || channels > 7) return null;
  // Frames of 960 samples, a core coder, or extensions.
  if ((bits & 7) !== 0) return null;
  const extension = config.subarray(2);
  const hasNone =
    extension.length === 0 ||
    (extension[0] === 0x56 && extension[1] === 0xe5 && ((extension[2] ?? 0) & 0x80) === 0);
  return hasNone ? { objectType, rate, channels } : null;
}

/**
 * Strips frame headers in place; the bytes are modified.
 * @param onFrame called with the position of a frame and its length without the header
 * @returns the number of bytes left at the beginning of `bytes`, and the position of an incomplete
 *   frame; null if there is something other than frames of this format
 */
export function stripHeaders(
  bytes: Uint8Array,
  format: AdtsFormat,
  onFrame: (at: number, length: number) => void,
): { readonly filled: number; readonly rest: number } | null {
  let filled = 0;
  let at = 0;
  while (at + HEAD <= bytes.length) {
    const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
    const head = (bytes[at + 1]! & 1) === 1 ? HEAD : HEAD + 2;
    const own = formatAt(bytes, at);
    if (own === null || !isSameFormat(own, format) || length < head) return null;
    if (at + length > bytes.length) break;
    onFrame(at, length - head);
    bytes.copyWithin(filled, at + head, at + length);
    filled += length - head;
    at += length;
  }
  return { filled, rest: at };
}
