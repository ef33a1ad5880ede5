import { expect, it } from "vitest";
import { answer, fakeCaches } from "#tests/fixtures/caches.ts";
import { createPrecache } from "./precache.ts";
import { isKeepMessage } from "./message.ts";
import { createStores } from "./stores.ts";

const ORIGIN = "https://s.example";

function setup(give: (path: string) => Response | Promise<Response>) {
  const fake = fakeCaches();
  const requests: [path: string, init: RequestInit][] = [];
  const state = { running: 0, most: 0 };
  const keep = createPrecache({
    stores: createStores(fake.caches),
    origin: ORIGIN,
    fetch: async (input, init) => {
      const path = (input as string).slice(ORIGIN.length);
      requests.push([path, init!]);
      state.running += 1;
      state.most = Math.max(state.most, state.running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      state.running -= 1;
      return give(path);
    },
  });
  return { ...fake, keep, asked: requests, state };
}
const script = () => answer("code", { type: "text/javascript" });
const json = () => answer("{}", { type: "application/json" });

it("PWA a document is cached with the scripts that it names, even of a later build than its tab", async () => {
  const { keep, listed } = setup((path) =>
    path === "/x" ? answer('<script src="/assets/new-1.js">') : script(),
  );
  await keep(["/x", "/assets/old-1.js"]);
  expect(listed("pages")).toEqual([`${ORIGIN}/x`]);
  expect(new Set(listed("assets"))).toEqual(
    new Set([`${ORIGIN}/assets/new-1.js`, `${ORIGIN}/assets/old-1.js`]),
  );
});

it("PWA immutable files are fetched once; a payload as of its build; the rest again", async () => {
  const { keep, asked: requests } = setup((path) =>
    path.endsWith(".js") ? script() : path === "/x" ? answer("…") : json(),
  );
  const paths = ["/x", "/assets/a-1.js", "/x/_payload.json?_b=1", "/app/en.json"];
  await keep([...paths, ...paths]);
  await keep(paths);
  const count = (path: string): number => requests.filter(([found]) => found === path).length;
  expect(paths.map(count)).toEqual([2, 1, 2, 2]);
  const caching = Object.fromEntries(requests.map(([path, { cache }]) => [path, cache]));
  expect(caching).toEqual({
    "/x": "default",
    "/assets/a-1.js": "default",
    "/x/_payload.json?_b=1": "force-cache",
    "/app/en.json": "default",
  });
  expect(requests.every(([, { priority }]) => priority === "low")).toBe(true);
});

it("PWA at most four are fetched at the same time, and one that fails stops no other", async () => {
  const { keep, state, listed } = setup((path) => {
    if (path.includes("a3")) throw new TypeError("Failed to fetch");
    return path.includes("a5") ? answer("gone", { status: 404 }) : script();
  });
  await keep(Array.from({ length: 20 }, (_, n) => `/assets/a${n}-.js`));
  expect(state.most).toBe(4);
  expect(listed("assets")).toHaveLength(18);
});

it("PWA other addresses than paths of the site's files are not fetched", async () => {
  const { keep, asked: requests } = setup(script);
  await keep([
    "https://other.example/assets/a.js",
    "//other.example/assets/a.js",
    "assets/a.js",
    "",
    "/audio/api/user/info",
    "/builds/latest.json",
    "/x/_image.png",
  ]);
  expect(requests).toEqual([]);
});

it("PWA messages that are none of ours are ignored", () => {
  expect(isKeepMessage({ type: "keep", addresses: ["/"] })).toBe(true);
  for (const message of [
    null,
    "keep",
    {},
    { type: "other", addresses: [] },
    { type: "keep" },
    { type: "keep", addresses: [1] },
    { type: "keep", addresses: Array(601).fill("/") },
  ])
    expect(isKeepMessage(message)).toBe(false);
});
