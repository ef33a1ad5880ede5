import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isPagePath } from "#runtime/router/link.ts";
import { kindOf } from "#runtime/service-worker/classify.ts";
import { isOwnPath } from "./app.ts";
import { episodePageRoutes } from "./podcasts/episode-page.ts";
import { loadContract } from "./testing/test-contract.ts";
import { type TestServer, createTestServer } from "./testing/test-server.ts";

const ORIGIN = "https://site.example";
/** The site has a static file with the same name, for sites without an API. */
const ALSO_FILES = ["/languages.json"];

let server: TestServer;
let addresses: string[];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-paths-"));
beforeAll(async () => {
  const file = path.join(folder, "toolkit.sqlite");
  server = await createTestServer({ url: null, file, connections: 1 });
  const pages = episodePageRoutes(server.deps.site).map(({ call }) => call.path);
  addresses = [...new Set(server.app.routes.map(({ path: route }) => route))]
    .filter((route) => !route.includes("*") && !pages.includes(route))
    .map((route) => route.replaceAll(/:\w+/g, "x"));
});
afterAll(async () => {
  await server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

it("API-17 the server answers every call of the contract", async () => {
  const { calls, raw } = await loadContract();
  const known = new Set(
    server.app.routes.map(
      ({ method, path: route }) => `${method} ${route.replaceAll(/:\w+/g, "x")}`,
    ),
  );
  const expected = [...calls, ...raw].map(
    ({ method, path: route }) => `${method} ${route.replaceAll(/\{\w+\}/g, "x")}`,
  );
  // Hono has no routes of its own for HEAD.
  const routed = expected.map((call) => call.replace(/^HEAD /, "GET "));
  expect(routed.filter((call) => !known.has(call))).toEqual([]);
});

it("API-17 every address of the API is its own, and no page that the site would open by itself", () => {
  expect(addresses.length).toBeGreaterThan(35);
  for (const address of addresses) {
    expect([address, isOwnPath(address)]).toEqual([address, true]);
    if (ALSO_FILES.includes(address)) continue;
    expect([address, kindOf(ORIGIN + address, ORIGIN)]).toEqual([address, null]);
    expect([address, isPagePath(address)]).toEqual([address, false]);
  }
  for (const page of ["/", "/audio-trimmer", "/de/audio-trimmer", "/audio"])
    expect([page, isPagePath(page), isOwnPath(page)]).toEqual([page, true, false]);
});
