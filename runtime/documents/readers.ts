import { readSegmentXliff } from "#core/dubbing/xliff.ts";
import { readLyrics } from "#core/lyrics/read-lyrics.ts";
import { readDocument } from "./read-document.ts";

/** Readers that run in a worker, by name. Their inputs and results must be structured-cloneable. */
export const READERS = {
  document: readDocument,
  // oxlint-disable-next-line typescript/require-await
  lyrics: async (text: string) => readLyrics(text),
  // oxlint-disable-next-line typescript/require-await
  xliff: async (text: string) => readSegmentXliff(text),
} as const;

export type ReaderName = keyof typeof READERS;
