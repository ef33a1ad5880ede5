import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { configWith, locales, page, panels, tool, toolIn, voice } from "#tests/fixtures/entries.ts";
import { siteOf } from "#core/site/config.ts";
import { RAW_ROUTES, ROUTES } from "#server/app.ts";
import { planSite } from "../build/plan/plan.ts";
import { headersFile, redirectsFile } from "../build/write/globals.ts";
import type { Answer } from "../preview/answer.ts";
import { createSite } from "../preview/handle.ts";
import { makeFolder } from "../preview/test-site.ts";
import { caddyFiles } from "./caddy.ts";
import { cloudFrontFiles } from "./cloudfront.ts";
import { type DeployedSite, type HostFile, readRoots } from "./deployed-site.ts";
import { API_PATHS } from "./hosts.ts";
import { nginxFiles } from "./nginx.ts";
import { cloudflareFiles, netlifyFiles } from "./static-hosts.ts";
import { has, simulateCloudFront, startCaddy, startNginx, type TestHost } from "./test-hosts.ts";

const PARTNER = "https://partner.example/";
const ORIGIN = "https://s.example";
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => fs.rmSync(folder, { recursive: true, force: true })));

/** A small site as the build writes it. */
function makeSite(
  trailingSlash: boolean,
  many = 0,
  domain?: string,
): { dist: string; site: DeployedSite } {
  const config = configWith({
    site: { name: "S", origin: ORIGIN, contact: "a@s.example", trailingSlash },
    locales: locales("en", "de").map((locale) => ({
      ...locale,
      ...(locale.code === "de" && domain !== undefined && { domain }),
    })),
    embed: { origins: ["https://forum.example", "https://course.example:8443"] },
    redirects: [
      ...Array.from({ length: many }, (_, index) => ({
        from: `/before-${index}`,
        to: "/settings",
      })),
      { from: "/old", to: "/x" },
      { from: "/older", to: "/x?from=old#top", status: 302 },
      { from: "/gone", status: 410 },
      { from: "/gone/*", status: 410 },
      { from: "/éè", to: "/x" },
      { from: "/moved/*", to: "/:splat" },
      { from: "/by/:name/:year", to: "https://partner.example/:year/:name", status: 308 },
      { from: "/partner/*", to: "https://partner.example/:splat", status: 302 },
    ],
  });
  const plan = planSite({
    config,
    entries: [
      tool("x"),
      toolIn("de", "x"),
      voice("v"),
      page("home", "/"),
      page("settings", "/settings"),
    ],
    panels,
  });
  const rules = {
    _headers: headersFile(config, ["sha256-a+b/c="], []),
    _redirects: redirectsFile(plan),
  };
  const { root: dist } = makeFolder({
    ...Object.fromEntries(plan.pages.map(({ out }) => [out, `<p>page ${out}</p>`])),
    "404.html": "<p>absent</p>",
    "500.html": "<p>failed</p>",
    ...rules,
    ...(domain !== undefined && {
      "de/404.html": "<p>absent</p>",
      "de/_headers": rules._headers,
      "de/_redirects": redirectsFile(plan, "de"),
    }),
    "embed/trimmer/index.html": "<p>embed</p>",
    "fr/embed/trimmer/index.html": "<p>embed</p>",
    "assets/a-0123.js": "script",
    "assets/a.wasm": "wasm",
    "manifest.webmanifest": "{}",
    "service-worker.js": "worker",
    "builds/latest.json": "{}",
    ".well-known/security.txt": "contact",
    ".env": "secret",
  });
  folders.push(dist);
  const roots = readRoots(dist, siteOf(config), (folder) => path.join(dist, folder));
  return { dist, site: { name: "S", roots, trailingSlash, apiPaths: [], episodePages: [] } };
}

/** Servers differ in whether they name the encoding of JSON, which is always UTF-8. */
const comparable = (header: string, value: string | undefined): string | undefined =>
  header === "content-type" && !value?.startsWith("text/html")
    ? value?.replace(/;.*/, "").replace("application/javascript", "text/javascript")
    : value?.replace("UTF-8", "utf-8");

const scratch = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-host-"));
  folders.push(folder);
  return folder;
};
type Start = (site: DeployedSite, dist: string) => Promise<TestHost>;
const cloudFront = (files: readonly HostFile[], dist: string): TestHost => {
  const text = (end: string) => files.find(({ path: file }) => file.endsWith(end))?.text;
  const stored = text(".redirects.json");
  return simulateCloudFront(
    {
      template: text(".template.json")!,
      script: text(".upload.sh")!,
      ...(stored !== undefined && { stored }),
    },
    dist,
  );
};
const HOSTS: Readonly<Record<string, Start>> = {
  nginx: (site) => startNginx(nginxFiles(site).files[0]!.text, scratch()),
  caddy: (site) =>
    startCaddy(
      caddyFiles(site).files[0]!.text,
      scratch(),
      site.roots.map(({ origin }) => origin),
    ),
  cloudfront: (site, dist) => Promise.resolve(cloudFront(cloudFrontFiles(site).files, dist)),
};
/** The build publishes no hidden file, and error pages have their addresses on buckets. */
const NOT_IN_BUCKETS = new Set(["/.env", "/404", "/500", "/gone", "/gone/x/y"]);

const PATHS = [
  "/",
  "/x",
  "/x/",
  "/x?a=1",
  "/x/?a=1",
  "/x/index.html",
  "/index.html",
  "/de",
  "/de/",
  "/de/x",
  "/ai-voice-generator/v",
  "/settings",
  "/embed",
  "/embed/trimmer",
  "/embed/trimmer/",
  "/embed/trimmer?theme=dark",
  "/embed/trimmer/index.html",
  "/fr/embed/trimmer",
  "/absent",
  "/absent/",
  "/absent?a=%20b",
  "/de/absent",
  "/assets/a-0123.js",
  "/assets/a.wasm",
  "/assets/absent.js",
  "/manifest.webmanifest",
  "/service-worker.js",
  "/builds/latest.json",
  "/.well-known/security.txt",
  "/.env",
  "/_headers",
  "/_redirects",
  "/404",
  "/500",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/old",
  "/old?a=1&b=%2F",
  "/de/old",
  "/older",
  "/older?a=1",
  "/gone",
  "/gone/x/y",
  "/%C3%A9%C3%A8",
  "/en",
  "/en/",
  "/en/x",
  "/en/x/",
  "/moved/de/x",
  "/by/a/2026",
  "/by/a%2Fb/%C3%A9",
  "/partner/a/b",
  "/partner/a%0d%0aSet-Cookie:%20b=1",
  "/partner/$%7Benv.HOME%7D/{env.HOME}/$1",
  "/partner/a?b=c",
  "/en//evil.example",
  "/moved//evil.example/",
  "//evil.example/%2e%2e",
  "/old%0d%0aa:b",
];

/** What a response tells, so that the same answers of two hosts are equal. */
function described(target: string, status: number, location: string | null, body: string): object {
  const isRedirect = status >= 300 && status < 400;
  const address =
    location === null
      ? null
      : new URL(location, ORIGIN).href.replace(/^http:\/\/s\.example:\d+/, ORIGIN);
  return {
    target,
    // Both are permanent.
    status: status === 301 ? 308 : status,
    location: address?.replaceAll("$", "%24") ?? null,
    body: isRedirect ? "" : body,
  };
}

async function bodyOf({ body }: Answer): Promise<string> {
  if (body === undefined) return "";
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  const text = await body.handle.readFile("utf8");
  await body.handle.close();
  return text;
}

describe.each(Object.keys(HOSTS))("%s", (name) => {
  const isAbsent = name !== "cloudfront" && !has(name);

  it.skipIf(isAbsent).each([
    [false, false],
    [true, false],
    [false, true],
  ])(
    "CLI-17 answers as the preview does; a slash at the end: %s, many redirects: %s",
    async (trailingSlash, isLarge) => {
      const { dist, site } = makeSite(trailingSlash, isLarge ? 400 : 0);
      const preview = createSite({ root: dist, trailingSlash });
      const host = await HOSTS[name]!(site, dist);
      const rules = fs.readFileSync(path.join(dist, "_headers"), "utf8");
      const headers = new Set(
        [...rules.matchAll(/^ +([\w-]+):/gm)].map(([, header]) => header!.toLowerCase()),
      ).add("content-type");
      try {
        for (const target of PATHS) {
          if (name === "cloudfront" && NOT_IN_BUCKETS.has(target)) continue;
          const there = await host.get(target, "s.example");
          const location = there.headers.location ?? null;
          const here = await preview.handle({ method: "GET", target, headers: {} });
          const body = await bodyOf(here);
          // A function in front of a bucket does not know whether a page exists: it adds or removes
          // the slash of any address.
          if (name === "cloudfront" && here.status >= 400 && location?.startsWith("/")) {
            expect.soft(location).toMatch(/^\/(?!\/)[!-~]*$/);
            continue;
          }
          if (here.status === 400) {
            // Hosts normalize such paths, refuse them or hand them on, but lead nowhere else.
            expect.soft(location ?? PARTNER).toMatch(/^https:\/\/partner\.example\/[!-~]*$/);
            continue;
          }
          expect
            .soft(described(target, there.status, location, there.text))
            .toEqual(described(target, here.status, here.headers.get("location"), body));
          if (location !== null) continue;
          for (const header of headers)
            expect
              .soft([target, header, comparable(header, there.headers[header]?.toString())])
              .toEqual([target, header, comparable(header, here.headers.get(header) ?? undefined)]);
        }
      } finally {
        await host.close();
      }
    },
  );
});

describe.each(["nginx", "caddy"])("%s", (name) => {
  it.skipIf(!has(name))(
    "CLI-17 serves a language at its own domain by the same rules",
    async () => {
      const { dist, site } = makeSite(false, 0, "https://s-de.example");
      expect(site.roots.map(({ origin }) => origin)).toEqual([ORIGIN, "https://s-de.example"]);
      const host = await HOSTS[name]!(site, dist);
      try {
        const page = await host.get("/x", "s-de.example");
        expect([page.status, page.text]).toEqual([200, "<p>page de/x/index.html</p>"]);
        expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
        const old = await host.get("/old", "s-de.example");
        expect([
          old.status,
          new URL(old.headers.location!, "https://s-de.example").pathname,
        ]).toEqual([301, "/x"]);
        expect((await host.get("/absent", "s-de.example")).status).toBe(404);
      } finally {
        await host.close();
      }
    },
  );

  it.skipIf(!has(name))(
    "CLI-17 forwards to the API what is the API's, and nothing else",
    async () => {
      const { dist, site } = makeSite(false);
      const api = http.createServer((request, response) => response.end(`api ${request.url}`));
      await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
      const { port } = api.address() as { port: number };
      const host = await HOSTS[name]!(
        {
          ...site,
          api: `http://127.0.0.1:${port}`,
          apiPaths: [...API_PATHS],
          episodePages: ["/settings"],
        },
        dist,
      );
      try {
        for (const target of [
          "/audio/api/v1/me?a=1",
          "/languages.json",
          "/healthz",
          "/settings?id=7",
        ])
          expect((await host.get(target, "s.example")).text).toBe(`api ${target}`);
        for (const target of ["/metrics", "/settings", "/settings?other=7", "/x"])
          expect((await host.get(target, "s.example")).text).not.toContain("api");
      } finally {
        await host.close();
        api.close();
      }
    },
  );
});

it("CLI-17 a language with a domain has files of its own on hosts that take files", async () => {
  const { dist, site } = makeSite(false, 0, "https://s-de.example");
  const { files } = cloudFrontFiles(site);
  const own = files.filter(({ path: file }) => file.startsWith("s-de.example."));
  expect(own).toHaveLength(files.length / 2);
  const host = cloudFront(own, path.join(dist, "de"));
  expect(await host.get("/x", "")).toMatchObject({
    status: 200,
    text: "<p>page de/x/index.html</p>",
  });
  expect((await host.get("/old", "")).headers.location).toBe("/x");
  for (const { files: written } of [
    cloudflareFiles(site, { filesIn: () => 1 }),
    netlifyFiles(site),
  ]) {
    expect(written).toHaveLength(2);
    expect(written[1]!.path).toContain("s-de.example");
    expect(written[1]!.text).toContain(path.join(dist, "de"));
  }
});

it("CLI-17 every address of the API is forwarded, except for the metrics", () => {
  const paths = [...ROUTES, ...RAW_ROUTES].map(({ call }) => call.path);
  const isForwarded = (address: string): boolean =>
    API_PATHS.some((each) => (each.endsWith("/") ? address.startsWith(each) : address === each));
  expect(paths.filter((address) => !isForwarded(address))).toEqual(["/metrics"]);
});
