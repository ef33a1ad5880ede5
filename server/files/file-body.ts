import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";
import { whenOver } from "../streams/when-over.ts";

/**
 * Body of a response with a file. The status has already been sent when a part turns out to be
 * changed or missing: only the log can explain why the connection is closed early.
 */
export function fileBody(
  { log }: Pick<Deps, "log">,
  chunks: AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> {
  const stored = ReadableStream.from(chunks) as ReadableStream<Uint8Array>;
  return whenOver(stored, (error) => {
    if (error !== undefined) log("error", "file_interrupted", describeError(error));
  });
}
