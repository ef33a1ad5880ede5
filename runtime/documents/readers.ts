import { readSegmentXliff } from "#core/dubbing/xliff.ts";
import { readLyrics } from "#core/lyrics/read-lyrics.ts";
import { readDocument } from "./read-document.ts";

/** What is read in a worker, by name. Inputs and results can be cloned. */
export const READERS = {
  document: readDocument,
  // oxlint-disable-next-line typescript/require-await
  lyrics: async (text: string) => readLyrics(text),
  // oxlint-disable-next-line typescript/require-await
  xliff: async (text: string) => readSegmentXliff(text),
} as const;

export type ReaderName = keyof typeof READERS;
