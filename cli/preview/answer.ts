import type { IncomingHttpHeaders } from "node:http";
import type { FileHandle } from "node:fs/promises";
import type { Encoding } from "./accept-encoding.ts";

/** A request without a socket, so that tests can pass literals. */
export interface PreviewRequest {
  readonly method: string;
  /** As in the request line. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** A range of an open file. The recipient of the response closes the handle. */
export interface FileBody {
  readonly handle: FileHandle;
  readonly start: number;
  readonly length: number;
  /** Whether it is compressed while it is sent. */
  readonly encoding?: Encoding;
}

/** A response. A HEAD request gets the same one; the sender omits its body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body?: Uint8Array | FileBody;
}

/** A response of one line of plain text, where no page exists. */
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

/** A redirect. It must not be cached, since another site may use this port later. */
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

/** Closes the file of a response that is not sent. */
export async function discard(answer: Answer): Promise<void> {
  if (answer.body !== undefined && "handle" in answer.body) await answer.body.handle.close();
}
