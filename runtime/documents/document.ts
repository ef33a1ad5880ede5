/** A chapter of a document; the title is empty if there is none. */
export interface Chapter {
  readonly title: string;
  /** Paragraphs, separated by empty lines. */
  readonly text: string;
}

/** The text of a document. */
export interface ReadDocument {
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

/**
 * Why a document cannot be read. `empty`: no text; `scanned`: only images of pages; `locked`: a
 * password or rights management; `unknown`: an unsupported format; `damaged`; `slow`: reading it
 * takes too long.
 */
export type DocumentProblem = "empty" | "scanned" | "locked" | "unknown" | "damaged" | "slow";

/** Supported formats, for HTML's `accept` attribute. */
export const DOCUMENT_TYPES =
  ".txt,.md,.markdown,.docx,.epub,.pdf,.srt,.vtt,.lrc,.ass,.ssa,.ttml,.sbv,.html,.htm,text/plain,text/markdown,text/html";
