import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SUCCESS } from "#core/api/contract/call.ts";
import type { Application } from "../../application/application.ts";
import { createHosted } from "./create-hosted.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A response whose connection is lost after its headers and a part of its body. */
const cutOff = (): Response =>
  new Response(
    new ReadableStream({
      start: (sink) => sink.enqueue(Buffer.from('{"co')),
      pull: (sink) => sink.error(new TypeError("network error")),
    }),
  );

/** Hosted models over responses that come one after the other. */
function hostedOver(...responses: readonly Response[]) {
  const left = [...responses];
  const keys: (string | null)[] = [];
  const application = {
    data: { site: { apiBase: "/api" }, services: { hosted: {} } },
    user: { getState: () => ({ token: "token" }) },
  } as unknown as Application;
  const hosted = createHosted(application, {
    fetch: ((_url: string, { headers }: RequestInit) => {
      keys.push(new Headers(headers).get("Idempotency-Key"));
      return Promise.resolve(left.shift()!);
    }) as typeof fetch,
    navigator: { onLine: true } as Navigator,
  });
  return { hosted, keys };
}

const call = { usageId: "7", signal: new AbortController().signal };
const transcript = { text: "One two", language: null, segments: [], words: [] };

it("TLS-8 USR-10 an answer that is cut off is asked for again under the same key", async () => {
  const json = { code: SUCCESS, message: "", data: transcript };
  const { hosted, keys } = hostedOver(cutOff(), Response.json(json));
  const answer = hosted.transcribe(new Blob(["RIFF"]), { ...call, language: "en" });
  await vi.runAllTimersAsync();
  expect(await answer).toMatchObject({ text: "One two" });
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);

  const spoken = hostedOver(cutOff(), new Response("sound"));
  const sound = spoken.hosted.speak({ text: "One", voice: "a" } as never, call);
  await vi.runAllTimersAsync();
  expect(Buffer.from(await sound).toString()).toBe("sound");
  expect([spoken.keys.length, new Set(spoken.keys).size]).toEqual([2, 1]);
});

it("TLS-8 an answer that is not what was agreed is not asked for again", async () => {
  const { hosted, keys } = hostedOver(new Response("<html>"));
  const result = hosted.transcribe(new Blob(), { ...call, language: "" });
  const failure = result.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await failure).toMatchObject({ status: 200 });
  expect(keys).toHaveLength(1);
});
