/** Bytes in which a page names its encoding. */
const HEAD = 2048;

/** Encodings by the marks that texts begin with. */
const MARKS = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
] as const;

/** The encoding that the first bytes of a text show; null for those without a mark. */
export const markedEncoding = (bytes: Uint8Array): string | null =>
  MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ?? null;

/**
 * Text in the encoding that its first bytes show, or its server or the page itself names; else UTF-8.
 * Pages and feeds name it in their first bytes.
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
