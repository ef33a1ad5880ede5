import { expect, it } from "vitest";
import { AudioFetchError, fetchAudio } from "./fetch-audio.ts";

const answer =
  (body: BodyInit | null, init: ResponseInit = {}): typeof fetch =>
  () =>
    Promise.resolve(new Response(body, init));
const failure = (work: Promise<unknown>): Promise<AudioFetchError> =>
  work.then(
    () => expect.unreachable("it was fetched"),
    (error: unknown) => error as AudioFetchError,
  );
const URL = "https://s.example/a.wav";

it("ERR-4 a failed fetch reports address, status and status text", async () => {
  const error = await failure(
    fetchAudio(URL, { fetch: answer("gone", { status: 404, statusText: "Not Found" }) }),
  );
  expect(error).toBeInstanceOf(AudioFetchError);
  expect(error).toMatchObject({ url: URL, status: 404, statusText: "Not Found" });
  expect(error.message).toBe(`${URL} answered 404 Not Found`);
});

it("ERR-4 a broken line has status 0 and says why", async () => {
  const fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  const error = await failure(fetchAudio(URL, { fetch }));
  expect(error).toMatchObject({ url: URL, status: 0, statusText: "Failed to fetch" });
  expect(error.cause).toBeInstanceOf(TypeError);
});

it("ERR-4 an answer that breaks off is no sound", async () => {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (pulls++ === 0) controller.enqueue(new Uint8Array(8));
      else controller.error(new TypeError("network error"));
    },
  });
  const seen: (number | null)[] = [];
  const error = await failure(
    fetchAudio(URL, {
      fetch: answer(body, { headers: { "Content-Length": "16" } }),
      onProgress: (part) => seen.push(part),
    }),
  );
  expect(error).toMatchObject({ url: URL, status: 0, statusText: "network error" });
  expect(seen).toEqual([0.5]);
});

it("ERR-4 a page instead of a file is a failure, whatever its status says", async () => {
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  const error = await failure(fetchAudio(URL, { fetch: answer("<!doctype html>", { headers }) }));
  expect(error).toMatchObject({ status: 200, statusText: "text/html; charset=utf-8" });
});

it("TLS-1 progress is reported, and the result is equal byte for byte, with its type", async () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);
  const parts = [bytes.slice(0, 250), bytes.slice(250, 500), bytes.slice(500)];
  const stream = (): ReadableStream<Uint8Array<ArrayBuffer>> => {
    const left = [...parts];
    return new ReadableStream({
      pull(controller) {
        const next = left.shift();
        if (next) controller.enqueue(next);
        else controller.close();
      },
    });
  };
  for (const [headers, expected] of [
    [{ "Content-Length": "1000" }, [0.25, 0.5, 1]],
    [{}, [null, null, null]],
    [{ "Content-Length": "300", "Content-Encoding": "gzip" }, [null, null, null]],
  ] as const) {
    const seen: (number | null)[] = [];
    const blob = await fetchAudio(URL, {
      fetch: answer(stream(), { headers: { ...headers, "Content-Type": "audio/wav" } }),
      onProgress: (part) => seen.push(part),
    });
    expect(seen).toEqual(expected);
    expect(blob.type).toBe("audio/wav");
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes);
  }
});

it("TLS-1 calling it off is not a failure of the file", async () => {
  const controller = new AbortController();
  const fetch = ((_: string, init: RequestInit) =>
    new Promise((_resolve, reject) => {
      init.signal!.addEventListener("abort", () => reject(init.signal!.reason as Error));
    })) as typeof globalThis.fetch;
  const work = failure(fetchAudio(URL, { fetch, signal: controller.signal }));
  controller.abort();
  const error = await work;
  expect(error).not.toBeInstanceOf(AudioFetchError);
  expect(error.name).toBe("AbortError");
});
