import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CHUNK_LIMIT } from "../hosted/transcribe-chunk.ts";
import { BODY_LIMIT, readBody } from "./body.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A request whose body arrives at an even rate, with or without a declared length. */
function slowRequest(bytes: number, seconds: number, isDeclared: boolean): Request {
  let sent = 0;
  const step = Math.ceil(bytes / 50);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, (1000 * seconds) / 50));
      const part = Math.min(step, bytes - sent);
      sent += part;
      controller.enqueue(new Uint8Array(part));
      if (sent === bytes) controller.close();
    },
  });
  const headers: HeadersInit = isDeclared ? { "content-length": String(bytes) } : {};
  const init = { method: "POST", body, headers, duplex: "half" };
  return new Request("http://api.example/", init as RequestInit);
}
async function outcomeOf(request: Request, limit: number): Promise<number> {
  const outcome = readBody(request, limit).then(
    (bytes) => bytes.length,
    (error: { readonly status: number }) => -error.status,
  );
  await vi.advanceTimersByTimeAsync(130_000);
  return await outcome;
}

describe.each([true, false])("a body that is declared: %s", (isDeclared) => {
  it.each([
    ["a chunk of a recording at 1 Mbit/s", CHUNK_LIMIT, 8e-6 * CHUNK_LIMIT, CHUNK_LIMIT],
    ["a chunk of a recording at 0.5 Mbit/s", CHUNK_LIMIT, 16e-6 * CHUNK_LIMIT, -408],
    ["a small one within 14 s", BODY_LIMIT, 14, BODY_LIMIT],
    ["a small one within 20 s", BODY_LIMIT, 20, -408],
  ])("JOB-7 has the time that its size needs: %s", async (_, limit, seconds, outcome) => {
    expect(await outcomeOf(slowRequest(limit, seconds, isDeclared), limit)).toBe(outcome);
  });
});
