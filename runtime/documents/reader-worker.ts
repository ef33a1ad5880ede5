import { READERS, type ReaderName } from "./readers.ts";

export interface ReadingRequest {
  readonly reader: ReaderName;
  readonly input: unknown;
}

/** The result of the reader, or its error message. */
export type ReadingReply = { readonly value: unknown } | { readonly error: string };

addEventListener("message", ({ data: { reader, input } }: MessageEvent<ReadingRequest>) => {
  const read = READERS[reader] as (input: unknown) => Promise<unknown>;
  read(input).then(
    (value) => postMessage({ value } satisfies ReadingReply),
    (error: unknown) => postMessage({ error: String(error) } satisfies ReadingReply),
  );
});
