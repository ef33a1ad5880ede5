import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { EventBody } from "#core/analytics/events.ts";
import { useBrowser, watch, withPage } from "#tests/e2e/browser.ts";

useBrowser();
let script = "";
let server: http.Server;
const received: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }[] =
  [];

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { startAnalytics } from "./analytics-window.ts";
        window.start = (apiBase) => startAnalytics(window, {
          apiBase,
          config: { enabled: true, project: "", host: "", logstore: "web" },
          storage: { get: (key) => localStorage.getItem(key) },
        });
      `,
      resolveDir: path.dirname(new URL(import.meta.url).pathname),
      loader: "ts",
    },
    bundle: true,
    write: false,
    format: "iife",
  });
  script = outputFiles[0]!.text;
  // A log service without CORS preflight support, and the site itself under another host name.
  server = http.createServer((request, response) => {
    if (request.method === "GET") {
      response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html>");
      return;
    }
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push({ method: request.method!, url: request.url!, headers: request.headers, body });
      response.writeHead(200, { "Access-Control-Allow-Origin": "*" }).end();
    });
  });
  server.listen(0);
  await once(server, "listening");
});
beforeEach(() => void (received.length = 0));
afterAll(() => void server.close());

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const events = (): EventBody[] =>
  received.flatMap(({ body }) => (JSON.parse(body) as { __logs__: EventBody[] }).__logs__);

interface Started {
  readonly track: (name: string) => void;
}
interface Site {
  readonly start: (apiBase: string) => Started;
  analytics: Started;
}

async function visit(page: Page, apiBase = address()): Promise<void> {
  await page.goto(`${address().replace("127.0.0.1", "localhost")}/de/pricing?utm_source=ad`);
  await page.addScriptTag({ content: script });
  await page.evaluate((base) => {
    localStorage.setItem("user_id", "u9");
    const site = window as unknown as Site;
    site.analytics = site.start(base);
  }, apiBase);
}
const track = (page: Page, name: string, times = 1): Promise<void> =>
  page.evaluate(
    ([event, count]) => {
      for (let n = 0; n < count; n++) (window as unknown as Site).analytics.track(event);
    },
    [name, times] as [string, number],
  );

it("ANL-2 a browser delivers an event by beacon to another origin, without asking first", () =>
  withPage({}, async (page) => {
    await visit(page);
    await track(page, "page_shown");
    await expect.poll(() => received.length).toBe(1);
    const [{ method, url, headers }] = received as [(typeof received)[0]];
    expect([method, url]).toEqual(["POST", "/logstores/web/track?APIVersion=0.6.0"]);
    expect(headers["content-type"]).toMatch(/^text\/plain/);
    expect(events()).toMatchObject([
      {
        event_type: "332001",
        user_id: "u9",
        path_name: "/de/pricing",
        utm_source: "ad",
        language: "en-US",
        version: expect.stringMatching(/^\d/) as string,
      },
    ]);
    expect(Math.abs(Number(events()[0]!.event_time) - Date.now() / 1000)).toBeLessThan(60);
  }));

it("ANL-3 what waits when the page is left arrives", () =>
  withPage({}, async (page) => {
    await visit(page);
    await track(page, "job_done", 12);
    await page.goto("about:blank");
    await expect.poll(() => events().length).toBe(12);
    expect(received.length).toBeLessThanOrEqual(10);
  }));

it("ANL-3 a service that cannot be reached, or refuses, disturbs nothing", () =>
  withPage({}, async (page) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await visit(page, "http://127.0.0.1:9");
    await track(page, "job_done", 30);
    await page.evaluate(() => {
      navigator.sendBeacon = () => false;
    });
    await track(page, "job_done", 30);
    await page.waitForTimeout(300);
    expect(errors).toEqual([]);
  }));

it("ANL-3 Global Privacy Control of a browser is respected", () =>
  withPage({}, async (page) => {
    const events = watch(page);
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
    );
    await visit(page);
    await track(page, "page_shown", 3);
    await page.goto("about:blank");
    await page.waitForTimeout(200);
    expect([received.length, events]).toEqual([0, []]);
  }));
