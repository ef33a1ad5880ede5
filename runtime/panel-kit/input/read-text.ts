/** What a text file is: its text, or why it cannot be taken. */
export type ReadText = { readonly text: string } | { readonly problem: "unreadable" | "tooLong" };

/** Reads a text of UTF-8 or UTF-16. @param most characters that are taken */
export async function readTextFile(file: Blob, most: number): Promise<ReadText> {
  // No character takes more than four bytes.
  if (file.size > 4 * most) return { problem: "tooLong" };
  const text = decode(await file.arrayBuffer());
  if (text === null) return { problem: "unreadable" };
  return text.length > most ? { problem: "tooLong" } : { text };
}

/** Null where it is no text. */
function decode(bytes: ArrayBuffer): string | null {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const label = isWide ? (first === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    return text.includes("\u0000") ? null : text;
  } catch {
    return null;
  }
}
