import type { IncomingHttpHeaders } from "node:http";
import type { FileHandle } from "node:fs/promises";
import type { Encoding } from "./accept-encoding.ts";

/** A request as the server core sees it: no socket, so that tests pass literals. */
export interface PreviewRequest {
  readonly method: string;
  /** As it stands in the request line. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** A range of an open file. Whoever takes the answer closes the handle. */
export interface FileBody {
  readonly handle: FileHandle;
  readonly start: number;
  readonly length: number;
  /** Compressed while it is sent. */
  readonly encoding?: Encoding;
}

/** What to send. A HEAD request gets the same answer; its body is for the sender to leave out. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body?: Uint8Array | FileBody;
}

/** An answer in a line of text, for what has no page. */
export function textAnswer(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = new TextEncoder().encode(`${text}\n`);
  return {
    status,
    body,
    headers: new Headers({
      "content-type": "text/plain; charset=utf-8",
      "content-length": String(body.byteLength),
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      ...headers,
    }),
  };
}

/** An answer that points elsewhere. It is not stored: another site may have this port tomorrow. */
export function movedAnswer(status: number, location: string): Answer {
  return {
    status,
    headers: new Headers({
      location,
      "content-length": "0",
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache",
    }),
  };
}

/** Closes what an answer that is not sent holds open. */
export async function discard(answer: Answer): Promise<void> {
  if (answer.body !== undefined && "handle" in answer.body) await answer.body.handle.close();
}
