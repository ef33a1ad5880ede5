import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SUCCESS } from "#core/api/contract/call.ts";
import type { Application } from "../../application/application.ts";
import { openHosted } from "./open-hosted.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Passes time until a call has ended. */
async function ended<T>(result: Promise<T>): Promise<T> {
  let isOver = false;
  const end = () => void (isOver = true);
  result.then(end, end);
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(1000);
    await setImmediate();
  }
  return await result;
}

/** A response whose connection is lost after its headers and a part of its body. */
const cutOff = (): Response =>
  new Response(
    new ReadableStream({
      start: (sink) => sink.enqueue(Buffer.from('{"co')),
      pull: (sink) => sink.error(new TypeError("network error")),
    }),
  );

/** Hosted models over responses that come one after the other. */
function hostedOver(
  ...responses: readonly (Response | ((signal: AbortSignal) => Response | Promise<Response>))[]
) {
  const left = [...responses];
  const keys: (string | null)[] = [];
  const repeated: (string | null)[] = [];
  const application = {
    data: {
      site: { apiBase: "/api" },
      services: { xsrf: { cookie: "XSRF-TOKEN", header: "X-XSRF-TOKEN" } },
    },
    user: { getState: () => ({ token: "token" }) },
  } as unknown as Application;
  const hosted = openHosted(application, {
    fetch: ((_url: string, { headers, signal }: RequestInit) => {
      keys.push(new Headers(headers).get("Idempotency-Key"));
      repeated.push(new Headers(headers).get("X-XSRF-TOKEN"));
      const next = left.shift()!;
      return Promise.resolve(next instanceof Response ? next : next(signal!));
    }) as typeof fetch,
    navigator: { onLine: true } as Navigator,
    document: { cookie: "a=1; XSRF-TOKEN=b%20c" } as Document,
  });
  return { hosted, keys, repeated };
}

const call = { usageId: "7", signal: new AbortController().signal };
const transcript = { text: "One two", language: null, segments: [], words: [] };

it("TLS-8 USR-10 an answer that is cut off is asked for again under the same key", async () => {
  const json = { code: SUCCESS, message: "", data: transcript };
  const { hosted, keys } = hostedOver(cutOff(), Response.json(json));
  const answer = hosted.transcribe(new Blob(["RIFF"]), { ...call, language: "en" });
  expect(await ended(answer)).toMatchObject({ text: "One two" });
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);

  const spoken = hostedOver(cutOff(), new Response("sound"));
  const sound = spoken.hosted.speak({ text: "One", voice: "a" } as never, call);
  expect(Buffer.from(await ended(sound)).toString()).toBe("sound");
  expect([spoken.keys.length, new Set(spoken.keys).size]).toEqual([2, 1]);
});

it("TLS-8 USR-10 a request on a dead connection is repeated under the same key, whether it stops before or in its answer", async () => {
  const silent = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason as Error)),
    );
  const stopped = (signal: AbortSignal): Response =>
    new Response(
      new ReadableStream({
        start: (sink) => sink.enqueue(Buffer.from("so")),
        pull: () => silent(signal),
      }),
    );
  const { hosted, keys } = hostedOver(silent, stopped, new Response("sound"));
  const sound = hosted.speak({ text: "One", voice: "a" } as never, call);
  expect(Buffer.from(await ended(sound)).toString()).toBe("sound");
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
});

it("TLS-8 an answer that is not what was agreed is not asked for again", async () => {
  const { hosted, keys } = hostedOver(new Response("<html>"));
  const result = hosted.transcribe(new Blob(), { ...call, language: "" });
  const failure = result.catch((error: unknown) => error);
  expect(await ended(failure)).toMatchObject({ status: 200 });
  expect(keys).toHaveLength(1);
});

it("TLS-8 API-17 texts are translated, written and spoken for the job, and the CSRF cookie is repeated", async () => {
  const bodies: unknown[] = [];
  const json = (data: object) => Response.json({ code: SUCCESS, message: "", data });
  const { hosted, repeated } = hostedOver(
    json({ texts: ["Eins"] }),
    json({ lines: [{ host: 0, text: "One", source: null, chapter: null }] }),
  );
  bodies.push(await hosted.translate({ from: "en", to: "de", texts: ["One"] }, call));
  const script = { title: "T", language: "en", tone: "plain", minutes: 1, sentences: ["One."] };
  bodies.push(await hosted.write(script as never, call));
  expect(bodies).toEqual([["Eins"], [{ host: 0, text: "One", source: null, chapter: null }]]);
  expect(repeated).toEqual(["b c", "b c"]);
});
