import type { IncomingMessage } from "node:http";
import { Refusal } from "./refusal.ts";

const LIMIT = 1_000_000;

/** The body of a request as text. @throws {Refusal} too_large */
export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    // The rest is read and thrown away: who sends it hears of the refusal then.
    if (size <= LIMIT) parts.push(part as Buffer);
  }
  if (size > LIMIT) throw new Refusal("too_large");
  return Buffer.concat(parts).toString();
}

/** What a JSON body says. @throws {Refusal} invalid_request */
export function parseBody(type: string | undefined, body: string): unknown {
  if (!/^application\/json\b/.test(type ?? "")) throw new Refusal("invalid_request");
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new Refusal("invalid_request");
  }
}
