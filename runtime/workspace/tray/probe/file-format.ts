/** The format of a file, detected from its first bytes. */
export interface FileFormat {
  /** MIME type. */
  readonly type: string;
  readonly kind: "audio" | "video";
  /** Whether tools can read it, if the browser can decode its codec. */
  readonly readable: boolean;
  /** Whether it is encrypted, so that it cannot be decoded. */
  readonly protected: boolean;
}

const format = (type: string, { readable = true, locked = false } = {}): FileFormat => ({
  type,
  kind: type.startsWith("video/") ? "video" : "audio",
  readable,
  protected: locked,
});

/** Frames of MPEG audio start with eleven set bits and fields that are not all reserved. */
function mpegAudio(head: Uint8Array): FileFormat | null {
  const [first = 0, second = 0, third = 0] = head;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  if ((second & 0xf6) === 0xf0) return format("audio/aac");
  const reserved = (second & 0x18) === 0x08 || (second & 0x06) === 0;
  return reserved || third >> 4 === 15 || (third & 0x0c) === 0x0c ? null : format("audio/mpeg");
}

function isoMedia(text: string): FileFormat | null {
  const box = text.slice(4, 8);
  if (["moov", "mdat", "wide", "free", "skip"].includes(box)) return format("video/quicktime");
  if (box !== "ftyp") return null;
  const brand = text.slice(8, 12);
  // Sample entries of encrypted tracks, and the brand of old files of the iTunes Store.
  const locked = brand === "M4P " || /drms|enca|encv|pssh/.test(text);
  if (/^M4[ABP] $/.test(brand)) return format("audio/mp4", { locked });
  return format(brand === "qt  " ? "video/quicktime" : "video/mp4", { locked });
}

function riff(text: string): FileFormat | null {
  if (!/^(RIFF|RIFX|RF64|BW64)/.test(text)) return null;
  const form = text.slice(8, 12);
  if (form === "WAVE") return format("audio/wav");
  return form === "AVI " ? format("video/x-msvideo", { readable: false }) : null;
}

function iff(text: string): FileFormat | null {
  return text.startsWith("FORM") && /^AIF[FC]$/.test(text.slice(8, 12))
    ? format("audio/aiff")
    : null;
}

const STARTS: readonly (readonly [start: string, format: FileFormat])[] = [
  ["fLaC", format("audio/flac")],
  ["OggS", format("audio/ogg")],
  ["ID3", format("audio/mpeg")],
  ["caff", format("audio/x-caf")],
  [".snd", format("audio/basic")],
  ["#!AMR", format("audio/amr", { readable: false })],
  ["0&\xb2u\x8ef\xcf\x11", format("audio/x-ms-wma", { readable: false })],
  ["FLV", format("video/x-flv", { readable: false })],
  ["MThd", format("audio/midi", { readable: false })],
];

/**
 * Detects the format of a file; null if it is unknown.
 * @param head first bytes: 64 KiB include most markers of encryption
 */
export function formatOf(head: Uint8Array): FileFormat | null {
  // One character per byte.
  const text = new TextDecoder("iso-8859-1").decode(head);
  const known = STARTS.find(([start]) => text.startsWith(start));
  if (known) return known[1];
  if (text.startsWith("\x1aE\xdf\xa3"))
    return format(text.slice(0, 64).includes("webm") ? "video/webm" : "video/x-matroska");
  if (head[0] === 0x47 && head[188] === 0x47 && head[376] === 0x47) return format("video/mp2t");
  return riff(text) ?? iff(text) ?? isoMedia(text) ?? mpegAudio(head);
}
