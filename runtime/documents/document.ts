/** A chapter of a document; its title is empty where it has none. */
export interface Chapter {
  readonly title: string;
  /** Paragraphs, with an empty line between two. */
  readonly text: string;
}

/** A document as it is read. */
export interface ReadDocument {
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

/**
 * Why a document cannot be read. `empty`: it has no text; `scanned`: it has pictures of pages alone;
 * `locked`: a password or rights management; `unknown`: no format that is read; `damaged`; `slow`: reading it
 * takes too long.
 */
export type DocumentProblem = "empty" | "scanned" | "locked" | "unknown" | "damaged" | "slow";

/** What is read, as HTML's `accept` has it. */
export const DOCUMENT_TYPES =
  ".txt,.md,.markdown,.docx,.epub,.pdf,.srt,.vtt,text/plain,text/markdown";
