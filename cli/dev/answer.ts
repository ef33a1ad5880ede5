import type { ServerResponse } from "node:http";

/** A complete response. */
export type Answer = {
  readonly status?: number;
  readonly type: string;
  readonly body: string | Uint8Array;
};

export const html = (body: string, status = 200): Answer => ({
  status,
  type: "text/html; charset=utf-8",
  body,
});
export const json = (body: unknown): Answer => ({
  type: "application/json; charset=utf-8",
  body: JSON.stringify(body),
});

export function send(response: ServerResponse, { status = 200, type, body }: Answer): void {
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(response.req.method === "HEAD" ? undefined : body);
}
