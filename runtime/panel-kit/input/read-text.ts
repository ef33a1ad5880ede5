import { decodeText } from "../../documents/decode-text.ts";

/** What a text file is: its text, or why it cannot be taken. */
export type ReadText = { readonly text: string } | { readonly problem: "unreadable" | "tooLong" };

/** Reads a text in the encoding that it seems to have. @param most characters that are taken */
export async function readTextFile(file: Blob, most: number): Promise<ReadText> {
  // No character takes more than four bytes.
  if (file.size > 4 * most) return { problem: "tooLong" };
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (text === null) return { problem: "unreadable" };
  return text.length > most ? { problem: "tooLong" } : { text };
}
