import { describe, expect, it } from "vitest";
import { answer, fakeCaches, refusedCaches } from "#tests/fixtures/caches.ts";
import type { Kind } from "./classify.ts";
import { createRespond } from "./respond.ts";
import { createStores } from "./stores.ts";

const ORIGIN = "https://s.example";
const SCRIPT = "/assets/client-1.js";
const html = (name: string, { locale = "en", kind = "tool", script = SCRIPT } = {}): string =>
  `<script type="application/json" id="toolkit-site">${JSON.stringify({
    locale,
    locales: [
      { code: "en", home: "/" },
      { code: "ar", home: "/ar" },
    ],
    page: { name, kind },
  })}</script><script src="${script}"></script><ul data-kept=""></ul>`;
const json = { type: "application/json" };

/** A worker whose network the test controls. */
function worker(caches = fakeCaches()) {
  const stores = createStores(caches.caches);
  const requests: string[] = [];
  let network: ((path: string) => Response) | null = null;
  const respond = createRespond({
    stores,
    origin: ORIGIN,
    fetch: async (input) => {
      const { url } = input as Request;
      requests.push(url.slice(ORIGIN.length));
      if (!network) throw new TypeError("Failed to fetch");
      return network(url.slice(ORIGIN.length));
    },
  });
  return {
    stores,
    asked: requests,
    online: (give: (path: string) => Response) => void (network = give),
    offline: () => void (network = null),
    async ask(
      kind: Kind,
      path: string,
      { mode = "cors", from, range }: { mode?: string; from?: string; range?: string } = {},
    ): Promise<Response> {
      const work: Promise<unknown>[] = [];
      const headers = new Headers(range === undefined ? {} : { range });
      const request = { url: ORIGIN + path, mode, headers } as Request;
      const response = await respond({
        request,
        kind,
        from: async () => from && ORIGIN + from,
        later: (promise) => void work.push(promise),
      });
      await Promise.all(work);
      return response;
    },
    put: (kind: "document" | "asset" | "file" | "payload" | "meta", path: string, text = "…") =>
      stores.store(kind, ORIGIN + path, answer(text)),
  };
}

describe("what may change with a build", () => {
  it.each(["document", "file", "payload"] as const)(
    "NAV-10 is never taken from the store while the network answers: %s",
    async (kind) => {
      const { ask, online, put } = worker();
      await put(kind, "/x", "old");
      const type = kind === "document" ? {} : json;
      online(() => answer("new", type));
      expect(await (await ask(kind, "/x")).text()).toBe("new");
      // Error responses are passed on unchanged.
      for (const status of [404, 500, 503]) {
        online(() => answer("failed", { ...type, status }));
        expect((await ask(kind, "/x")).status).toBe(status);
      }
    },
  );

  it("PWA is answered from the store when the network fails, as it was last", async () => {
    const { ask, online, offline, put } = worker();
    await put("asset", SCRIPT);
    const page = html("X");
    online(() => answer(page));
    await ask("document", "/x?a");
    online(() => answer("{}", json));
    await ask("file", "/app/en.json");
    offline();
    expect(await (await ask("document", "/x/?b")).text()).toBe(page);
    expect(await (await ask("file", "/app/en.json")).text()).toBe("{}");
    await expect(ask("file", "/app/de.json")).rejects.toThrow("Failed to fetch");
  });

  it("PWA a page that is gone is forgotten; one that fails is not", async () => {
    const { ask, online, stores, put } = worker();
    await put("document", "/x");
    online(() => answer("failed", { status: 500 }));
    await ask("document", "/x");
    expect(await stores.find("document", `${ORIGIN}/x`)).toBeDefined();
    online(() => answer("gone", { status: 404 }));
    await ask("document", "/x");
    expect(await stores.find("document", `${ORIGIN}/x`)).toBeUndefined();
  });

  it("NAV-9 payloads of unvisited pages are not cached; cached ones are renewed", async () => {
    const { ask, online, offline, put } = worker();
    online(() => answer('{"n":2}', json));
    await ask("payload", "/y/_payload.json?_b=2");
    await put("payload", "/x/_payload.json", '{"n":1}');
    await ask("payload", "/x/_payload.json?_b=2");
    offline();
    expect(await (await ask("payload", "/x/_payload.json?_b=3")).json()).toEqual({ n: 2 });
    await expect(ask("payload", "/y/_payload.json")).rejects.toThrow("Failed to fetch");
  });
});

it("PWA TLS-1 the programs for speech and translation are cached when they are used, the newest sixty of their files", async () => {
  const fake = fakeCaches();
  const { ask, asked: requests, online, offline } = worker(fake);
  const file = "/speech/bergamot-0.4/translator-worker.js";
  online(() => answer("x", { type: "text/javascript" }));
  await ask("program", file);
  offline();
  expect(await (await ask("program", file)).text()).toBe("x");
  expect(requests).toEqual([file]);
  online(() => answer("<p>Not found</p>"));
  await ask("program", "/speech/bergamot-0.4/none.wasm");
  expect(fake.listed("programs")).toEqual([ORIGIN + file]);
  online(() => answer("x", { type: "application/wasm" }));
  for (let nth = 0; nth < 60; nth++) await ask("program", `/speech/espeak-ng-2/${nth}.data`);
  expect(fake.listed("programs")).toHaveLength(60);
  expect(fake.listed("programs")).not.toContain(ORIGIN + file);
});

describe("samples of tools", () => {
  const SOUND = "/samples/denoise-after.mp3";
  const sound = (text: string, bytes = text.length) =>
    answer(text, { type: "audio/mpeg", headers: { "content-length": String(bytes) } });

  it("PWA one that was played plays again without a connection, also in parts", async () => {
    const { ask, online, offline } = worker();
    online(() => sound("0123456789"));
    await ask("sample", SOUND);
    offline();
    expect(await (await ask("sample", SOUND)).text()).toBe("0123456789");
    const part = await ask("sample", SOUND, { range: "bytes=2-4" });
    expect([part.status, await part.text()]).toEqual([206, "234"]);
    await expect(ask("sample", "/samples/echo-after.mp3")).rejects.toThrow("Failed to fetch");
  });

  it("PWA the network's is played while online; a partial one is not cached", async () => {
    const { ask, online, offline } = worker();
    online(() => answer("23", { type: "audio/mpeg", status: 206 }));
    expect(await (await ask("sample", SOUND, { range: "bytes=2-3" })).text()).toBe("23");
    offline();
    await expect(ask("sample", SOUND)).rejects.toThrow("Failed to fetch");
    online(() => sound("old"));
    await ask("sample", SOUND);
    online(() => sound("new"));
    expect(await (await ask("sample", SOUND)).text()).toBe("new");
  });

  it("PWA few are cached, and no large ones", async () => {
    const fake = fakeCaches();
    const { ask, online } = worker(fake);
    online(() => sound("x", 600 * 1024));
    await ask("sample", SOUND);
    expect(fake.listed("samples")).toEqual([]);
    online(() => sound("x"));
    for (let nth = 0; nth < 20; nth++) await ask("sample", `/samples/${nth}.mp3`);
    expect(fake.listed("samples")).toHaveLength(16);
    expect(fake.listed("samples").at(-1)).toBe(`${ORIGIN}/samples/19.mp3`);
  });
});

describe("what never changes", () => {
  it("PWA comes from the store without a request, once it is there", async () => {
    const { ask, online, asked: requests } = worker();
    online(() => answer("code", { type: "text/javascript" }));
    for (let time = 0; time < 3; time++)
      expect(await (await ask("asset", SCRIPT)).text()).toBe("code");
    online(() => answer('{"id":"1"}', json));
    for (let time = 0; time < 3; time++) await ask("meta", "/builds/meta/1.json");
    expect(requests).toEqual([SCRIPT, "/builds/meta/1.json"]);
  });

  it("NAV-11 a script that is gone is the page's affair", async () => {
    const { ask, online, asked: requests } = worker();
    online(() => answer("not found", { status: 404 }));
    expect((await ask("asset", SCRIPT)).status).toBe(404);
    online(() => answer("<!doctype html>", { type: "text/html" }));
    await ask("asset", SCRIPT);
    online(() => answer("code", { type: "text/javascript" }));
    expect(await (await ask("asset", SCRIPT)).text()).toBe("code");
    expect(requests).toHaveLength(3);
  });
});

describe("without a connection", () => {
  const navigate = { mode: "navigate" };

  it("PWA a page that was never visited is answered by the offline page and what it lists", async () => {
    const { ask, put } = worker();
    await put("file", "/offline.html", html("", { kind: "error" }));
    await put("asset", SCRIPT);
    await put("document", "/a", html("A"));
    await put("document", "/subscription", html("Account", { kind: "subscription" }));
    await put("document", "/ar/a", html("ألف", { locale: "ar" }));
    await put("document", "/b", html("B"));
    const response = await ask("document", "/never", navigate);
    expect(response.status).toBe(503);
    const list = (text: string): string[] =>
      Array.from(text.matchAll(/<a href="([^"]*)">/g), ([, path]) => path!);
    expect(list(await response.text())).toEqual(["/b", "/a"]);
    const arabic = await ask("document", "/ar/never", navigate);
    expect(list(await arabic.text())).toEqual(["/ar/a"]);
  });

  it("PWA another language is listed where a language has none", async () => {
    const { ask, put } = worker();
    await put("file", "/offline.html", html("", { kind: "error" }));
    await put("asset", SCRIPT);
    await put("document", "/a", html("A"));
    expect(await (await ask("document", "/ar/x", navigate)).text()).toContain('href="/a"');
  });

  it("PWA a page without its scripts is not shown, nor listed", async () => {
    const { ask, put } = worker();
    await put("file", "/offline.html", html("", { kind: "error" }));
    await put("document", "/a", html("A"));
    const response = await ask("document", "/a", navigate);
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain("<li>");
  });

  it("PWA a script that asks for a document gets that document or nothing", async () => {
    const { ask, put } = worker();
    await put("file", "/offline.html", html("", { kind: "error" }));
    await expect(ask("document", "/never")).rejects.toThrow("Failed to fetch");
  });

  it("PWA nothing is made up if nothing is cached", async () => {
    const { ask } = worker();
    await expect(ask("document", "/", navigate)).rejects.toThrow("Failed to fetch");
    const refused = worker({ ...fakeCaches(), caches: refusedCaches() });
    await expect(refused.ask("document", "/", navigate)).rejects.toThrow("Failed to fetch");
    refused.online(() => answer("fresh"));
    expect(await (await refused.ask("document", "/", navigate)).text()).toBe("fresh");
  });

  it("NAV-10 the latest build is that of the page that asks", async () => {
    const { ask, put } = worker();
    for (const n of [1, 2]) {
      await put("asset", `/assets/client-${n}.js`);
      await put("document", `/p${n}`, html("P", { script: `/assets/client-${n}.js` }));
      await put(
        "meta",
        `/builds/meta/${n}.json`,
        JSON.stringify({ id: `b${n}`, timestamp: n, scripts: [`/assets/client-${n}.js`], x: 1 }),
      );
    }
    const latest = async (from?: string) =>
      (await ask("latest", "/builds/latest.json?5", from ? { from } : {})).json();
    expect(await latest("/p1?x")).toEqual({ id: "b1", timestamp: 1 });
    expect(await latest("/p2")).toEqual({ id: "b2", timestamp: 2 });
    await expect(latest("/p3")).rejects.toThrow("Failed to fetch");
    await expect(latest()).rejects.toThrow("Failed to fetch");
  });

  it("NAV-10 which build is out is never remembered", async () => {
    const { ask, online, offline } = worker();
    online(() => answer('{"id":"b9"}', json));
    expect(await (await ask("latest", "/builds/latest.json", { from: "/" })).json()).toEqual({
      id: "b9",
    });
    offline();
    await expect(ask("latest", "/builds/latest.json", { from: "/" })).rejects.toThrow();
  });
});
