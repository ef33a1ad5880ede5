import { expect, it } from "vitest";
import { createPayloads, payloadAddress } from "./payloads.ts";

const page = (route: string) => ({ kind: "tool", route });

/** A server whose responses the test controls. */
function fakeServer() {
  const waiting = new Map<string, (response: Response) => void>();
  const requests: { url: string; init: RequestInit | undefined }[] = [];
  return {
    asked: requests,
    waiting,
    fetch: ((url: string, init?: RequestInit) => {
      requests.push({ url, init });
      return new Promise<Response>((resolve) => waiting.set(url, resolve));
    }) as typeof fetch,
    answer(url: string, body: unknown = page(url), status = 200) {
      waiting.get(url)!(
        new Response(typeof body === "string" ? body : JSON.stringify(body), { status }),
      );
      waiting.delete(url);
    },
  };
}

it("NAV-9 the address of a payload carries the build's id, and the cache is forced", async () => {
  expect(payloadAddress("/", "b1")).toBe("/_payload.json?_b=b1");
  expect(payloadAddress("/de/x/", "b1")).toBe("/de/x/_payload.json?_b=b1");
  expect(payloadAddress("//evil.example/x", null)).toBe("/evil.example/x/_payload.json");
  const server = fakeServer();
  const payloads = createPayloads({ fetch: server.fetch, build: () => "b1" });
  const loaded = payloads.load("/x");
  expect(server.asked[0]).toMatchObject({
    url: "/x/_payload.json?_b=b1",
    init: { cache: "force-cache" },
  });
  server.answer("/x/_payload.json?_b=b1");
  await loaded;
  expect(payloads.peek("/x/")).toBeDefined();
  await payloads.load("/x");
  expect(server.asked).toHaveLength(1);
});

it("NAV-9 the queue waits while more than 4 are pending", async () => {
  const server = fakeServer();
  const payloads = createPayloads({ fetch: server.fetch, build: () => null });
  for (let i = 0; i < 12; i++) payloads.prefetch(`/p${i}`);
  expect(server.waiting.size).toBe(5);
  while (server.waiting.size > 0) {
    server.answer(server.waiting.keys().next().value!);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(server.waiting.size).toBeLessThanOrEqual(5);
  }
  expect(server.asked).toHaveLength(12);
});

it("NAV-9 a failed prefetch is silent, and the page is requested again on demand", async () => {
  const server = fakeServer();
  const payloads = createPayloads({ fetch: server.fetch, build: () => null });
  payloads.prefetch("/x");
  server.answer("/x/_payload.json", "no", 503);
  await new Promise((resolve) => setTimeout(resolve, 0));
  const loading = payloads.load("/x");
  server.answer("/x/_payload.json");
  await expect(loading).resolves.toMatchObject({ kind: "tool" });
});

it("NAV-2 distinguishes a missing page, a host that answers with a document, and no response", async () => {
  const server = fakeServer();
  const payloads = createPayloads({ fetch: server.fetch, build: () => null });
  const missing = payloads.load("/gone");
  server.answer("/gone/_payload.json", "<!doctype html>", 404);
  await expect(missing).rejects.toMatchObject({ status: 404 });
  const document = payloads.load("/doc");
  server.answer("/doc/_payload.json", "<!doctype html>", 200);
  await expect(document).rejects.toMatchObject({ status: 200 });
  const silent = createPayloads({
    fetch: () => Promise.reject(new TypeError("offline")),
    build: () => null,
  });
  await expect(silent.load("/x")).rejects.toMatchObject({ status: 0 });
});

it("memory stays bounded: the most recently used payloads remain", async () => {
  const payloads = createPayloads({
    fetch: () => Promise.resolve(new Response(JSON.stringify(page("/p")))),
    build: () => null,
  });
  for (let i = 0; i < 100; i++) await payloads.load(`/p${i}`);
  expect(payloads.peek("/p0")).toBeUndefined();
  expect(payloads.peek("/p99")).toBeDefined();
});
