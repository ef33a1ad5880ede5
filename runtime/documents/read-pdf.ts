import type { DocumentProblem, ReadDocument } from "./document.ts";

/** Joins wrapped lines into paragraphs, and words that were hyphenated at the end of a line. */
const joinLines = (text: string): string =>
  text
    .replace(/(\p{L})[-\u00AD]\n(\p{Ll})/gu, "$1$2")
    .split(/\n{2,}/)
    .map((block) =>
      block
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "")
        .join(" "),
    )
    .filter((block) => block !== "" && !/^\d{1,4}$/.test(block))
    .join("\n\n");

/** Reads the text layer of a PDF. A PDF without a text layer is reported as `scanned`. */
export async function readPdf(
  bytes: Uint8Array<ArrayBuffer>,
  title: string,
): Promise<ReadDocument | { readonly problem: DocumentProblem }> {
  const { extractText, getDocumentProxy } = await import("unpdf");
  try {
    const file = await getDocumentProxy(bytes);
    const { text } = await extractText(file, { mergePages: false });
    const pages = text.map(joinLines).filter((page) => page !== "");
    if (pages.length === 0) return { problem: "scanned" };
    return { title, chapters: [{ title: "", text: pages.join("\n\n") }] };
  } catch (error) {
    if (error instanceof Error && error.name === "PasswordException") return { problem: "locked" };
    throw error;
  }
}
