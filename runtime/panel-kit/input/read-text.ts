import { decodeText } from "../../documents/decode-text.ts";

/** The text of a file, or the reason why it cannot be used. */
export type ReadText = { readonly text: string } | { readonly problem: "unreadable" | "tooLong" };

/** Reads a text and detects its encoding. @param maxLength maximum number of characters */
export async function readTextFile(file: Blob, maxLength: number): Promise<ReadText> {
  // A character has at most four bytes.
  if (file.size > 4 * maxLength) return { problem: "tooLong" };
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (text === null) return { problem: "unreadable" };
  return text.length > maxLength ? { problem: "tooLong" } : { text };
}
