/** Bytes in which a page names its encoding. */
const HEAD = 2048;

/** Text in the encoding that its server or the page itself names; else UTF-8. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const named =
    /charset\s*=\s*["']?([\w-]{2,40})/i.exec(contentType)?.[1] ??
    /<meta\s[^<>]*charset\s*=\s*["']?([\w-]{2,40})/i.exec(
      Buffer.from(bytes.subarray(0, HEAD)).toString("latin1"),
    )?.[1];
  try {
    return new TextDecoder(named ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
