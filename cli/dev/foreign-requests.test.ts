import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { HOME } from "../files/home.ts";
import { isForeign } from "./foreign-request.ts";
import { type DevServer, startDev } from "./server.ts";

let server: DevServer;
let root: string;
/** Written by the program that replaces the editor. */
let opened: string;

beforeAll(async () => {
  root = makeSite({
    ...siteFiles(),
    "runtime/entry-server.ts": "export const createRenderer = () => () => '<body>page</body>';\n",
    "runtime/entry-client.ts": "export const secret = 1;\n",
    "public/plain.txt": "plain",
  });
  opened = path.join(root, "opened.txt");
  const script = path.join(root, "editor.sh");
  fs.writeFileSync(script, `#!/bin/sh\necho "$@" >> '${opened}'\n`, { mode: 0o755 });
  vi.stubEnv("LAUNCH_EDITOR", script);
  // The server sets it for its process.
  vi.stubEnv("NODE_ENV", process.env["NODE_ENV"]);
  server = await startDev({
    root,
    home: HOME,
    host: "127.0.0.1",
    port: 0,
    openApi: () =>
      Promise.resolve((request, response) => {
        const isApi = /^\/(audio|logstores)\//.test(request.url ?? "");
        if (isApi) response.end("the API");
        return Promise.resolve(isApi);
      }),
    onProblems: () => {},
    onError: () => {},
  });
}, 60_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  removeSites();
});

const ask = (at: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<{ readonly status: number; readonly body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    http
      .request({ host: hostname, port, path: at, headers, method }, (answer) => {
        let body = "";
        answer.setEncoding("utf8").on("data", (text: string) => (body += text));
        answer.on("end", () => resolve({ status: answer.statusCode!, body }));
      })
      .on("error", reject)
      .end();
  });

const SCRIPT = { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" };
const FOREIGN: [string, Record<string, string>][] = [
  ["a script of another site", { ...SCRIPT, "sec-fetch-site": "cross-site" }],
  ["a page of another port", { ...SCRIPT, "sec-fetch-site": "same-site" }],
  [
    "a fetch of another site",
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", origin: "https://evil.example" },
  ],
  [
    "a frame of another site",
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
  ],
  ["a browser without fetch metadata", { origin: "https://evil.example" }],
  ["a sandboxed frame", { origin: "null" }],
];

/** Vite's endpoints beyond the pages of the site, and their responses. */
const VITE: Record<
  string,
  { readonly at: string; readonly headers?: Record<string, string>; readonly status: number }
> = {
  client: { at: "/@vite/client", status: 200 },
  ping: { at: "/none", headers: { accept: "text/x-vite-ping" }, status: 204 },
  module: { at: "/runtime/entry-client.ts", status: 200 },
  "raw module": { at: "/runtime/entry-client.ts?raw", status: 200 },
  "file system": { at: `/@fs${HOME}/cli/dev/client/start.ts`, status: 200 },
  own: { at: "/@toolkit/revision.json", status: 200 },
  public: { at: "/plain.txt", status: 200 },
  page: { at: "/alpha", status: 200 },
};

describe("toolkit dev and other sites", () => {
  it.each(Object.entries(VITE))(
    "CLI-4 the site's own pages get %s",
    async (_, { at, headers, status }) => {
      for (const site of [{}, { "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "none" }])
        expect((await ask(at, { ...headers, ...site })).status).toBe(status);
    },
  );

  it.each(FOREIGN)("CLI-4 %s gets nothing", async (_, from) => {
    for (const { at, headers } of Object.values(VITE)) {
      const { status, body } = await ask(at, { ...headers, ...from });
      expect([at, status, body]).toEqual([at, 403, "Other sites get no answer.\n"]);
    }
    expect((await ask("/audio/api/v1/plan/list", from)).body).toBe("the API");
    expect((await ask("/logstores/a/track", from)).body).toBe("the API");
  });

  it("CLI-4 a link on another site opens a page", async () => {
    const link = {
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    };
    expect((await ask("/plain.txt", link)).body).toBe("plain");
    expect((await ask("/plain.txt", link, "POST")).status).toBe(403);
    expect(isForeign({ method: "GET", headers: { host: "a:1", origin: "http://a:1" } })).toBe(
      false,
    );
  });

  it("CLI-4 the editor opens what the site's own pages show, and nothing else", async () => {
    const file = "content/tools/alpha.md";
    const encoded = encodeURIComponent(path.join(root, file));
    for (const at of [
      "/__open-in-editor",
      "/__OPEN-in-editor",
      "/__open-in-editor/",
      "/__open-in-editor/x",
      "/__open-in-editor.js",
    ])
      for (const headers of [
        {},
        { "sec-fetch-site": "same-origin" },
        { "x-toolkit": "open" },
        {
          "sec-fetch-site": "cross-site",
          "sec-fetch-mode": "navigate",
          "sec-fetch-dest": "document",
        },
      ])
        expect([at, (await ask(`${at}?file=${encoded}`, headers)).status]).toEqual([at, 404]);
    expect(fs.existsSync(opened)).toBe(false);
    await ask(`/@toolkit/open?place=${encodeURIComponent(`${file}:2:1`)}`, { "x-toolkit": "open" });
    await expect
      .poll(() => fs.existsSync(opened) && fs.readFileSync(opened, "utf8"))
      .toContain(file);
    await ask("/@toolkit/open?place=/etc/hostname", { "x-toolkit": "open" });
    await ask(`/@toolkit/open?place=${encodeURIComponent(file)}`);
    expect(fs.readFileSync(opened, "utf8").trim().split("\n")).toHaveLength(1);
  });

  it("CLI-4 no other site hears of changes", async () => {
    const { hostname, port } = new URL(server.url);
    const upgrade = (headers: Record<string, string>) =>
      new Promise<boolean>((resolve) => {
        const request = http.request({
          host: hostname,
          port,
          path: "/?token=guessed",
          headers: {
            connection: "Upgrade",
            upgrade: "websocket",
            "sec-websocket-version": "13",
            "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
            "sec-websocket-protocol": "vite-hmr",
            ...headers,
          },
        });
        request.on("upgrade", (_answer, socket) => {
          socket.destroy();
          resolve(true);
        });
        request.on("response", () => resolve(false));
        request.on("error", () => resolve(false));
        request.end();
      });
    expect(await upgrade({ origin: "https://evil.example" })).toBe(false);
    expect(await upgrade({ origin: server.url })).toBe(false);
    expect(await upgrade({ host: "evil.example" })).toBe(false);
  });

  it("CLI-4 Vite answers nothing that this test does not know of", async () => {
    const { openVite } = await import("./vite.ts");
    const { createCode } = await import("./styles.ts");
    const { codeLayers, createOverlay } = await import("../files/code-layers.ts");
    const code = createCode(createOverlay(codeLayers({ root, home: HOME }, true)), []);
    const vite = await openVite({
      home: HOME,
      cache: path.join(root, ".vite"),
      code,
      server: http.createServer(),
      host: "127.0.0.1",
    });
    const names = vite.middlewares.stack.map(
      ({ route, handle }) => route || (handle as { name: string }).name,
    );
    await vite.close();
    expect(names).toEqual([
      "viteRejectInvalidRequestMiddleware",
      "hostValidationMiddleware",
      "viteCachedTransformMiddleware",
      "/__open-in-editor",
      "viteHMRPingMiddleware",
      "viteTransformMiddleware",
      "viteServeRawFsMiddleware",
      "viteServeStaticMiddleware",
      "viteErrorMiddleware",
    ]);
  });
});
