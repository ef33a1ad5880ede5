import type { IncomingMessage } from "node:http";
import { FakeApiError } from "./fake-api-error.ts";

const LIMIT = 1_000_000;

/** The body of a request as text. @throws {FakeApiError} too_large */
export const readBody = async (request: IncomingMessage): Promise<string> =>
  (await readBytes(request, LIMIT)).toString();

/** The body of a request. @throws {FakeApiError} too_large */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    // The rest is read and thrown away: who sends it hears of the refusal then.
    if (size <= limit) parts.push(part as Buffer);
  }
  if (size > limit) throw new FakeApiError("too_large");
  return Buffer.concat(parts);
}

/** What a JSON body says. @throws {FakeApiError} invalid_request */
export function parseBody(type: string | undefined, body: string): unknown {
  if (!/^application\/json\b/.test(type ?? "")) throw new FakeApiError("invalid_request");
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new FakeApiError("invalid_request");
  }
}
