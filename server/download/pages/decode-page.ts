/** Bytes in which a page declares its encoding. */
const HEAD = 2048;

/** Encodings by byte order mark. */
const MARKS = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
] as const;

/** Encoding by the byte order mark; null without one. */
export const markedEncoding = (bytes: Uint8Array): string | null =>
  MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ?? null;

/**
 * Decodes text in the encoding of its byte order mark, of the `Content-Type` header, or of the
 * declaration in the first bytes of a page or feed, in this order; otherwise UTF-8.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString("latin1");
  const named =
    markedEncoding(bytes) ??
    /charset\s*=\s*["']?([\w-]{2,40})/i.exec(contentType)?.[1] ??
    /<meta\s[^<>]*charset\s*=\s*["']?([\w-]{2,40})/i.exec(head)?.[1] ??
    /^\s*<\?xml\s[^<>]*encoding\s*=\s*["']([\w-]{2,40})/i.exec(head)?.[1];
  try {
    return new TextDecoder(named ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
