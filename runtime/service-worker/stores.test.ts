import { describe, expect, it } from "vitest";
import { answer, fakeCaches, refusedCaches } from "#tests/fixtures/caches.ts";
import { createStores, isCacheable } from "./stores.ts";

const ORIGIN = "https://s.example";
const at = (path: string): string => ORIGIN + path;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

describe("cached entries", () => {
  it("PWA is found by its path, with its headers, and without the address that it came from", async () => {
    const { caches } = fakeCaches();
    const stores = createStores(caches);
    const headers = { "cross-origin-embedder-policy": "require-corp", "content-encoding": "br" };
    await stores.store("document", at("/x/?token=1"), answer("X", { headers }));
    const found = (await stores.find("document", at("/x?other")))!;
    expect(await found.text()).toBe("X");
    expect(Object.fromEntries(found.headers)).toEqual({
      "content-type": "text/html",
      "cross-origin-embedder-policy": "require-corp",
    });
    expect(found.url).toBe("");
    await stores.forget("document", at("/x"));
    expect(await stores.find("document", at("/x"))).toBeUndefined();
  });

  it("PWA is the last sixty pages, each with its payload", async () => {
    const { caches, listed } = fakeCaches();
    const stores = createStores(caches);
    for (const n of numbers(70)) {
      await stores.store("document", at(`/p${n}`), answer("…"));
      await stores.store("payload", at(`/p${n}/_payload.json`), answer("{}"));
    }
    // The page was visited again.
    await stores.store("document", at("/p3"), answer("…"));
    await stores.store("payload", at("/never-shown/_payload.json"), answer("{}"));
    await stores.trim();
    const retained = [...numbers(70).slice(11), 3];
    expect(new Set(listed("pages"))).toEqual(
      new Set(retained.flatMap((n) => [at(`/p${n}`), at(`/p${n}/_payload.json`)])),
    );
    expect((await stores.documents()).slice(0, 2)).toEqual([at("/p3"), at("/p69")]);
  });

  it("NAV-10 are the assets of the last builds: those that a build shares with an earlier one, too", async () => {
    const { caches, listed } = fakeCaches();
    const stores = createStores(caches);
    const build = async (id: string, assets: string[]): Promise<void> => {
      await stores.store("meta", at(`/builds/meta/${id}.json`), answer(JSON.stringify({ assets })));
      for (const file of assets) await stores.store("asset", at(`/${file}`), answer("…"));
    };
    await build("1", ["assets/a1", "assets/shared"]);
    await build("2", ["assets/a2", "assets/shared"]);
    await build("3", ["assets/a3"]);
    await stores.store("asset", at("/assets/of-no-build"), answer("…"));
    await stores.trim();
    expect(listed("assets")).toHaveLength(5);
    await build("4", ["assets/a4"]);
    await stores.trim();
    expect(new Set(listed("assets"))).toEqual(
      new Set(["a2", "a3", "a4", "shared", "of-no-build"].map((name) => at(`/assets/${name}`))),
    );
    // The site was rolled back to an earlier build, which now counts as recent.
    await stores.store("meta", at("/builds/meta/2.json"), answer('{"assets":["assets/a2"]}'));
    await build("5", ["assets/a5"]);
    await stores.trim();
    expect(listed("builds")).toEqual(["4", "2", "5"].map((id) => at(`/builds/meta/${id}.json`)));
    expect(listed("assets")).not.toContain(at("/assets/a3"));
    expect(listed("assets")).toContain(at("/assets/a2"));
  });

  it("PWA has a limit if no build says which entries are old", async () => {
    const { caches, listed } = fakeCaches();
    const stores = createStores(caches);
    for (const n of numbers(605)) await stores.store("asset", at(`/assets/a${n}`), answer("…"));
    await stores.trim();
    expect(listed("assets")).toHaveLength(600);
    expect(listed("assets")).not.toContain(at("/assets/a4"));
  });

  it("PWA makes room when there is none", async () => {
    const { caches, listed } = fakeCaches({ room: 40 });
    const stores = createStores(caches);
    for (const n of numbers(41)) await stores.store("document", at(`/p${n}`), answer("…"));
    await stores.store("document", at("/last"), answer("…"));
    expect(listed("pages")).toEqual([
      ...numbers(40)
        .slice(25)
        .map((n) => at(`/p${n}`)),
      at("/last"),
    ]);
  });

  it("PWA is nothing where the browser refuses, and nothing breaks", async () => {
    const stores = createStores(refusedCaches());
    await stores.store("document", at("/"), answer("…"));
    await stores.trim();
    await stores.tidy();
    await stores.forget("document", at("/"));
    expect(await stores.find("document", at("/"))).toBeUndefined();
    expect(await stores.documents()).toEqual([]);
    expect(await stores.builds()).toEqual([]);
  });

  it("PWA entries of another format are removed, and no others", async () => {
    const { caches, names } = fakeCaches();
    for (const name of ["toolkit-worker-0-pages", "toolkit-worker-1-pages", "toolkit-models", "x"])
      await caches.open(name);
    await createStores(caches).tidy();
    expect(names()).toEqual(["toolkit-worker-1-pages", "toolkit-models", "x"]);
  });
});

describe("a response is cached", () => {
  const keepable = (
    kind: Parameters<typeof isCacheable>[0],
    over: Parameters<typeof answer>[1],
    path = "/x",
  ): boolean => isCacheable(kind, answer("…", over), at(path));

  it("PWA if it matches its URL", () => {
    expect(keepable("document", { type: "text/html; charset=utf-8" })).toBe(true);
    expect(keepable("payload", { type: "application/json" })).toBe(true);
    expect(keepable("asset", { type: "text/javascript" })).toBe(true);
    expect(keepable("file", { type: "image/svg+xml" })).toBe(true);
    expect(keepable("file", { type: "text/html" }, "/offline.html")).toBe(true);
  });

  it("PWA not when a host answers every address with a page", () => {
    for (const kind of ["asset", "payload", "meta", "file"] as const)
      expect(keepable(kind, { type: "text/html" })).toBe(false);
    expect(keepable("document", { type: "application/json" })).toBe(false);
  });

  it("PWA not when it is an error, of another site, opaque, or not to be stored", () => {
    for (const status of [404, 500, 503]) expect(keepable("document", { status })).toBe(false);
    for (const kind of ["cors", "opaque", "opaqueredirect", "error"] as const)
      expect(keepable("document", { kind })).toBe(false);
    expect(keepable("document", { headers: { "cache-control": "private, no-store" } })).toBe(false);
  });
});
