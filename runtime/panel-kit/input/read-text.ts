import { decodeText } from "../../documents/decode-text.ts";

/** The text of a file, or the reason why it cannot be used. */
export type ReadText = { readonly text: string } | { readonly problem: "unreadable" | "tooLong" };

/** Reads a text and detects its encoding. @param most maximum number of characters */
export async function readTextFile(file: Blob, most: number): Promise<ReadText> {
  // A character has at most four bytes.
  if (file.size > 4 * most) return { problem: "tooLong" };
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (text === null) return { problem: "unreadable" };
  return text.length > most ? { problem: "tooLong" } : { text };
}
