/** Packed audio of HLS: consecutive ADTS frames. */
export interface PackedSound {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Positions of PES packets, and the time of the first frame that starts there or later. */
  readonly marks: readonly { readonly at: number; readonly seconds: number }[];
}

const PACKET = 188;
const SYNC = 0x47;
/** Stream type of AAC in ADTS. */
const ADTS_STREAM = 0x0f;
/** Clock rate of timestamps in Hz, and the value at which their 33 bits wrap around. */
const CLOCK = 90_000;
const WRAP = 2 ** 33;

/** Start of a packet's payload; its end if there is none. */
const payloadOf = (bytes: Uint8Array, at: number): number => {
  const hasField = (bytes[at + 3]! & 0x20) !== 0;
  if ((bytes[at + 3]! & 0x10) === 0) return at + PACKET;
  return Math.min(at + PACKET, hasField ? at + 5 + bytes[at + 4]! : at + 4);
};

/**
 * A section within one packet. @returns its body, without length and CRC; null if it continues in
 * the next packet
 */
function sectionAt(bytes: Uint8Array, at: number, end: number): Uint8Array | null {
  const start = at + 1 + bytes[at]!;
  const length = ((bytes[start + 1]! & 0x0f) << 8) | bytes[start + 2]!;
  return start + 3 + length > end ? null : bytes.subarray(start + 3, start + 3 + length - 4);
}

/** PID of the first program's PMT (ISO/IEC 13818-1, 2.4.4.3). */
function programOf(section: Uint8Array): number | null {
  for (let at = 5; at + 4 <= section.length; at += 4)
    if (section[at] !== 0 || section[at + 1] !== 0)
      return ((section[at + 2]! & 0x1f) << 8) | section[at + 3]!;
  return null;
}

/** PID of the first audio stream, if it is AAC in ADTS (ISO/IEC 13818-1, 2.4.4.8). */
function soundOf(section: Uint8Array): number | null {
  const facts = ((section[7]! & 0x0f) << 8) | section[8]!;
  for (let at = 9 + facts; at + 5 <= section.length;) {
    if (section[at] === ADTS_STREAM) return ((section[at + 1]! & 0x1f) << 8) | section[at + 2]!;
    at += 5 + (((section[at + 3]! & 0x0f) << 8) | section[at + 4]!);
  }
  return null;
}

/** Timestamp of a PES header in seconds (ISO/IEC 13818-1, 2.4.3.6); null if it has none. */
function secondsAt(bytes: Uint8Array, at: number): number | null {
  if ((bytes[at + 7]! & 0x80) === 0) return null;
  const [a, b, c, d, e] = bytes.subarray(at + 9, at + 14) as unknown as number[];
  return (
    (((a! >> 1) & 7) * 2 ** 30 + (b! << 22) + ((c! >> 1) << 15) + (d! << 7) + (e! >> 1)) / CLOCK
  );
}

/** Unwraps a timestamp to the value nearest to another: times wrap around after a day. */
export const unwrapTimestamp = (seconds: number, near: number): number =>
  seconds + Math.round((near - seconds) / (WRAP / CLOCK)) * (WRAP / CLOCK);

/**
 * Extracts the AAC from a transport stream, in place; the bytes are modified.
 * @param bytes of a part, which starts with a whole packet
 * @returns null if it is not a transport stream, or only a demuxer supports it
 */
export function extractAac(bytes: Uint8Array<ArrayBuffer>): PackedSound | null {
  if (bytes.length < PACKET || bytes[0] !== SYNC || bytes.length % PACKET !== 0) return null;
  const marks: { at: number; seconds: number }[] = [];
  let [tables, sound]: (number | null)[] = [null, null];
  let filled = 0;
  for (let at = 0; at < bytes.length; at += PACKET) {
    if (bytes[at] !== SYNC) return null;
    const stream = ((bytes[at + 1]! & 0x1f) << 8) | bytes[at + 2]!;
    const begins = (bytes[at + 1]! & 0x40) !== 0;
    let from = payloadOf(bytes, at);
    const end = at + PACKET;
    if (stream === sound) {
      // Encrypted, or truncated within a header.
      if ((bytes[at + 3]! & 0xc0) !== 0) return null;
      if (begins) {
        if (from + 14 > end || bytes[from + 2] !== 1) return null;
        const seconds = secondsAt(bytes, from);
        if (seconds !== null) marks.push({ at: filled, seconds });
        from += 9 + bytes[from + 8]!;
        if (from > end) return null;
      }
      bytes.copyWithin(filled, from, end);
      filled += end - from;
    } else if (begins && from < end && (stream === 0 || stream === tables)) {
      const section = sectionAt(bytes, from, end);
      if (section === null) return null;
      if (stream === 0) tables = programOf(section);
      else {
        const found = soundOf(section);
        if (found === null || (sound !== null && found !== sound)) return null;
        sound = found;
      }
    }
  }
  return sound === null ? null : { bytes: bytes.subarray(0, filled), marks };
}
