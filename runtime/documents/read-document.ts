import { decodeText } from "./decode-text.ts";
import type { DocumentProblem, ReadDocument } from "./document.ts";
import { chaptersOf } from "./paragraphs.ts";

/** Maximum size of a document in bytes. */
const MAX_BYTES = 100_000_000;

type Read = ReadDocument | { readonly problem: DocumentProblem };

/**
 * Signature of OLE files, the container of old Office formats and of password-protected documents.
 */
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ENCRYPTED = "EncryptedPackage";

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  Array.from(text).every((letter, at) => bytes[at] === letter.charCodeAt(0));

async function read(file: File): Promise<Read> {
  const name = file.name.replace(/\.[^.]+$/, "");
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 0) return { problem: "empty" };
  if (startsWith(bytes, "%PDF")) {
    const { readPdf } = await import("./read-pdf.ts");
    return readPdf(bytes, name);
  }
  if (startsWith(bytes, "PK")) {
    const { readPackage } = await import("./read-package.ts");
    return readPackage(bytes, name);
  }
  if (OLE.every((byte, at) => bytes[at] === byte))
    return {
      problem: new TextDecoder("utf-16le").decode(bytes).includes(ENCRYPTED) ? "locked" : "unknown",
    };
  const text = decodeText(bytes);
  if (text === null) return { problem: "unknown" };
  return { title: name, chapters: chaptersOf(text, file.name) };
}

/**
 * Reads the text of a document: TXT, Markdown, DOCX, EPUB, PDF with a text layer, SRT and VTT.
 * Readers of the larger formats are loaded on demand. The document stays on the device.
 */
export async function readDocument(file: File): Promise<Read> {
  if (file.size > MAX_BYTES) return { problem: "unknown" };
  try {
    const found = await read(file);
    const isEmpty = "chapters" in found && found.chapters.every(({ text }) => text.trim() === "");
    return isEmpty ? { problem: "empty" } : found;
  } catch {
    return { problem: "damaged" };
  }
}
