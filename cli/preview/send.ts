import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { discard, type Answer } from "./answer.ts";
import { createCompressor } from "./compression.ts";
import { readBytes } from "./open-file.ts";

/** Maximum size in bytes of a file that is read at once: a stream costs more than the memory. */
const LARGEST_READ = 256 * 1024;

const CLIENT_LEFT = [
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_STREAM_UNABLE_TO_PIPE",
  "ECONNRESET",
  "EPIPE",
];

/**
 * Sends a response, and closes its file. A disconnecting client is not an error. Rejects if the
 * file cannot be read; if the response has begun, its connection is cut.
 */
export async function send(answer: Answer, response: ServerResponse): Promise<void> {
  const { status, headers, body } = answer;
  const isHead = response.req.method === "HEAD";
  if (isHead || body === undefined || !("handle" in body)) {
    await discard(answer);
    start(response, status, headers);
    response.end(isHead ? undefined : body);
    return;
  }
  const { handle, start: from, length, encoding } = body;
  if (encoding === undefined && length <= LARGEST_READ) {
    const bytes = await readBytes(handle, from, length).finally(() => handle.close());
    start(response, status, headers);
    response.end(bytes);
    return;
  }
  start(response, status, headers);
  const source = handle.createReadStream({ start: from, end: from + length - 1 });
  const through = encoding === undefined ? [] : [createCompressor(encoding)];
  try {
    await pipeline([source, ...through, response], { end: false });
    // If the response ended normally, the client would wait for the rest, or take the part for the
    // whole.
    if (source.bytesRead < length) throw new Error("The file became shorter while it was sent.");
    response.end();
  } catch (error) {
    response.destroy();
    if (!CLIENT_LEFT.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    // A stream that is destroyed before it begins leaves the file open.
    await handle.close();
  }
}

function start(response: ServerResponse, status: number, headers: Headers): void {
  response.statusCode = status;
  response.setHeaders(headers);
}
