import { afterEach, expect, it, vi } from "vitest";
import { keyOf, openSpeechCache } from "./speech-cache.ts";

afterEach(() => vi.unstubAllGlobals());

it("TLS-1 parts have equal keys exactly if their texts and settings are equal", async () => {
  const key = await keyOf({ text: "a", speed: 1 });
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(await keyOf({ text: "a", speed: 1 })).toBe(key);
  expect(await keyOf({ text: "a", speed: 2 })).not.toBe(key);
});

it("TLS-1 parts are read as they were written, until they are cleared", async () => {
  const stores = new Map<string, Map<string, Response>>();
  vi.stubGlobal("caches", {
    open: (name: string) => {
      const entries = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, entries);
      return Promise.resolve({
        match: (address: string) => Promise.resolve(entries.get(address)?.clone()),
        put: (address: string, response: Response) =>
          Promise.resolve(void entries.set(address, response)),
      });
    },
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  });
  const cache = await openSpeechCache();
  expect(await cache.read("k")).toBeNull();
  await cache.write("k", new Blob(["pcm"]), "[]");
  const found = (await cache.read("k"))!;
  expect([await found.sound.text(), found.words]).toEqual(["pcm", "[]"]);
  await cache.clear();
  expect(await (await openSpeechCache()).read("k")).toBeNull();
});

it("TLS-4 synthesis goes on without a cache, and with a full one", async () => {
  const none = await openSpeechCache();
  await none.write("k", new Blob(), "");
  expect(await none.read("k")).toBeNull();
  await none.clear();
  vi.stubGlobal("caches", {
    open: () => Promise.resolve({ put: () => Promise.reject(new Error("full")) }),
  });
  const full = await openSpeechCache();
  await expect(full.write("k", new Blob(), "")).resolves.toBeUndefined();
});
