interface AudioType {
  readonly extension: string;
  /** Whether the first bytes match the type. */
  readonly fits: (head: Buffer) => boolean;
}

const has = (head: Buffer, text: string, at = 0): boolean =>
  head.toString("latin1", at, at + text.length) === text;
/** A frame of MPEG audio, layer 1 to 3, or of AAC. */
const isFrame = (head: Buffer): boolean =>
  head.length > 2 && head[0] === 0xff && (head[1]! & 0xe0) === 0xe0 && (head[1]! & 0x18) !== 0x08;

/** Accepted types, which a browser plays and never executes. */
const TYPES: Readonly<Record<string, AudioType>> = {
  "audio/mpeg": { extension: "mp3", fits: (head) => has(head, "ID3") || isFrame(head) },
  "audio/mp4": { extension: "m4a", fits: (head) => has(head, "ftyp", 4) },
  "audio/aac": { extension: "aac", fits: (head) => isFrame(head) || has(head, "ADIF") },
  "audio/ogg": { extension: "ogg", fits: (head) => has(head, "OggS") },
  "audio/webm": { extension: "webm", fits: (head) => head.readUInt32BE(0) === 0x1a45dfa3 },
  "audio/wav": { extension: "wav", fits: (head) => has(head, "RIFF") && has(head, "WAVE", 8) },
  "audio/flac": { extension: "flac", fits: (head) => has(head, "fLaC") },
};
const ALIASES: Readonly<Record<string, string>> = {
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/mp3": "audio/mpeg",
  "audio/x-m4a": "audio/mp4",
  "audio/x-flac": "audio/flac",
};

/** Audio type of a `Content-Type` header, without parameters; null if it is not accepted. */
export function audioTypeOf(header: string | null): string | null {
  const type = (header ?? "").split(";")[0]!.trim().toLowerCase();
  const known = ALIASES[type] ?? type;
  return Object.hasOwn(TYPES, known) ? known : null;
}

/** Bytes needed to detect audio. */
export const HEAD = 12;

/** Whether the first bytes match the declared type. */
export const isAudio = (bytes: Uint8Array, type: string): boolean =>
  bytes.length >= HEAD && TYPES[type]!.fits(Buffer.from(bytes.subarray(0, HEAD)));

export const extensionOf = (type: string): string => TYPES[type]!.extension;
