import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import type { Preview } from "#cli/preview/serve.ts";
import { type FakeHub, createFakeHub } from "../fake-hub/fake-hub.ts";
import { type FakeNpm, createFakeNpm } from "../fake-hub/fake-npm.ts";
import { tgzOf } from "../fake-hub/tgz.ts";
import { ALL, source, violations } from "./access.ts";
import { useBrowser, withPage } from "./browser.ts";
import { chooseEngine, engine, enginesShown, ladder, waitForModel } from "./engines.ts";
import { type OwnSite, startOwnSite } from "./own-site.ts";
import { serveSite } from "./serve.ts";
import { shoot } from "./shots.ts";
import { type RealApi, openRealApi } from "./real-api.ts";
import { voiceAt, wavOf } from "./sounds.ts";
import { TINY_FORM, tinyNet } from "./tiny-net.ts";

useBrowser();
const MB = 1024 * 1024;
const HOME = path.resolve(import.meta.dirname, "../..");
const NET = Buffer.from(tinyNet({ gain: 0.1, padding: 3 * MB }));
const PACKED = Buffer.from(tinyNet({ gain: 0.2, padding: MB }));
let site: OwnSite;
let hub: FakeHub;
let npm: FakeNpm;
let real: RealApi;
let token = "";
const previews: Preview[] = [];

const entry = (id: string, name: string, change: object) => ({
  id,
  name,
  task: "denoise",
  tier: "studio",
  licence: { id: "MIT", use: "any", url: "https://nets.example/LICENSE" },
  page: "https://nets.example/",
  memory: { bytes: 50_000_000, source: "this test" },
  speed: { realTime: 10, device: "a core", source: "this test" },
  signature: { input: "sound", output: "speech", source: "this test" },
  form: TINY_FORM,
  quality: [{ measure: "si-sdr", value: 12.5, on: "TestSet", source: "this test" }],
  ...change,
});

/** What an operator writes into models/registry.json and toolkit.config.ts. */
function setUp(models: object): void {
  fs.mkdirSync(path.join(site.root, "models"), { recursive: true });
  const registry = {
    models: [
      entry("tiny", "Tiny", {
        source: { kind: "hub", repo: "owner/tiny" },
        files: [{ role: "graph", path: "tiny/net.onnx", from: "onnx/net.onnx" }],
      }),
      entry("packed", "Packed", {
        licence: {
          id: "LicenseRef-packed",
          use: "personal-research",
          url: "https://nets.example/terms",
        },
        source: {
          kind: "npm",
          package: "packed-net",
          version: "1.0.0",
          integrity: npm.integrity["packed-net@1.0.0"],
        },
        files: [{ role: "graph", path: "packed/net.onnx", from: "net.onnx" }],
      }),
    ],
  };
  fs.writeFileSync(path.join(site.root, "models/registry.json"), JSON.stringify(registry));
  const file = path.join(site.root, "toolkit.config.ts");
  const config = fs.readFileSync(file, "utf8").replace(/ {2}models: .*\n/, "");
  const field = `  models: ${JSON.stringify({ hub: hub.url, storage: [hub.storage], ...models })},\n`;
  fs.writeFileSync(file, config.replace("  credits: {", `${field}  credits: {`));
}

function toolkit(...argv: readonly string[]): Promise<string> {
  const line = [path.join(HOME, "bin/toolkit.mjs"), ...argv, "--root", site.root];
  const env = {
    ...process.env,
    NODE_OPTIONS: "",
    npm_config_registry: npm.url,
    npm_config_cache: path.join(site.root, ".npm"),
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, line, { stdio: ["ignore", "pipe", "pipe"], env });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}

async function serve(name: string): Promise<string> {
  const preview = await serveSite(await site.build(name), { api: real.handle });
  previews.push(preview);
  return preview.url;
}

beforeAll(async () => {
  real = await openRealApi();
  ({ token } = await real.addMember({ email: "ada@example.org", free: 1000 }));
  hub = await createFakeHub({
    "owner/tiny": {
      commit: "0123456789abcdef0123456789abcdef01234567",
      files: { "onnx/net.onnx": { bytes: NET, large: true } },
    },
  });
  npm = await createFakeNpm({ "packed-net@1.0.0": tgzOf({ "package/net.onnx": PACKED }) });
  site = await startOwnSite(["en", "ar"]);
});
afterAll(async () => {
  for (const preview of previews) await preview.close();
  await real.close();
  await hub.close();
  await npm.close();
  await site.remove();
});

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const button = (page: Page, name: string | RegExp) => panel(page).getByRole("button", { name });
const says = (page: Page, text: string | RegExp) => panel(page).getByText(text).waitFor();

/** Opens the tool with a file as a signed-in user. */
async function openTool(page: Page): Promise<void> {
  await page.addInitScript((own) => localStorage.setItem("toolkit_token", own), token);
  await page.goto("/background-audio-remover");
  const talk = wavOf({ seconds: 2 }, voiceAt);
  await page
    .locator('dialog[open] input[type="file"]')
    .first()
    .setInputFiles({ name: "talk.wav", mimeType: "audio/wav", buffer: talk });
}

async function clean(page: Page, engine: string): Promise<void> {
  await button(page, "Remove the noise").click();
  await panel(page).getByText(`Made by the studio model ${engine}`).waitFor({ timeout: 120_000 });
}

it(
  "CLI-13 TLS-8 locked from the hub: read, loaded over a cut line, refused where altered, used offline, removed",
  { ...inLongRun, timeout: 600_000 },
  async () => {
    setUp({});
    expect(await toolkit("models", "lock")).toContain("tiny: locked");
    const listed = await toolkit("models", "list");
    expect(listed).toContain("tiny\tdenoise\t3.1 MB\tMIT\tlocked\tyes");
    expect(listed).toContain("locked\tno: license not accepted");
    const url = await serve("hub");
    hub.requests.length = 0;
    await withPage({ baseURL: url, serviceWorkers: "allow" }, async (page) => {
      await openTool(page);
      await ladder(page).waitFor();
      expect(await enginesShown(page)).toEqual(["NowBuilt-in", "BetterTiny"]);
      await ladder(page).getByText("3.1 MB, once").waitFor();
      await chooseEngine(page, "Tiny");
      const consent = await panel(page).getByText("verified, and stored").textContent();
      expect(consent).toContain(new URL(hub.url).host);
      expect(await ladder(page).locator("[data-model=tiny]").textContent()).toContain("MIT");
      await says(page, "Quality as published:");
      await says(page, "Uses about 50 MB of memory while it runs.");
      await says(page, /up to \d+ sec/);
      // Nothing of it has been asked for until the visitor wants it.
      expect(hub.requests).toEqual([]);

      hub.altered = Buffer.from(NET.map((byte) => byte ^ 1));
      await button(page, "Download 3.1 MB").click();
      await says(page, "The downloaded file is not the expected model");
      // What works without the download is offered in its place.
      await button(page, "Use the built-in engine").press("Enter");
      expect(await engine(page, "Built-in").isChecked()).toBe(true);
      await chooseEngine(page, "Tiny");
      hub.altered = null;
      hub.requests.length = 0;
      const cuts = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      for (const { promise } of cuts) hub.cuts.push({ after: 1.25 * MB, when: () => promise });
      await button(page, "Download 3.1 MB").click();
      // What is shown has been stored.
      await says(page, /[^.]1 MB of 3\.1 MB/);
      cuts[0]!.resolve();
      await says(page, /2(\.\d)? MB of 3\.1 MB/);
      cuts[1]!.resolve();
      await waitForModel(page, "tiny");
      const [first, ...rest] = hub.requests.filter(({ server }) => server === "storage");
      expect(first!.range).toBeUndefined();
      // Of what was sent, a page that is busy gets no more than what it has already read.
      const starts = rest.map(({ range }) => Number(/^bytes=(\d+)-$/.exec(range!)?.[1]));
      expect(starts.length).toBe(2);
      for (const [at, start] of starts.entries()) {
        const before = starts[at - 1] ?? 0;
        expect(start).toBeGreaterThanOrEqual(before + MB);
        expect(start).toBeLessThanOrEqual(before + 1.25 * MB);
      }

      await clean(page, "Tiny");
      await page.evaluate(async () => (await navigator.serviceWorker.ready).active!.state);
      await page.reload();
      await waitForModel(page, "tiny");
      await page.context().setOffline(true);
      await hub.close();
      await page.reload();
      await waitForModel(page, "tiny");
      await clean(page, "Tiny");
      await page.context().setOffline(false);
      await page.getByRole("button", { name: "Remove Tiny", exact: true }).click();
      await button(page, "Download 3.1 MB").waitFor();
    });
  },
);

it(
  "CLI-13 TLS-8 pulled from npm: from the site's own host alone, its licence read before",
  { ...inLongRun, timeout: 600_000 },
  async () => {
    setUp({ baseUrl: "/models", accept: ["packed"] });
    await toolkit("models", "pull", "packed");
    await toolkit("models", "verify", "packed");
    expect(fs.readFileSync(path.join(site.root, "public/models/packed/net.onnx"))).toEqual(PACKED);
    const url = await serve("own");
    await withPage({ baseURL: url }, async (page) => {
      const hosts = new Set<string>();
      page.on("request", (request) => hosts.add(new URL(request.url()).host));
      await openTool(page);
      // What was not pulled is not offered.
      await ladder(page).waitFor();
      expect(await enginesShown(page)).toEqual(["NowBuilt-in", "BetterPacked"]);
      await ladder(page).getByText("1 MB, once").waitFor();
      await chooseEngine(page, "Packed");
      await says(page, "personal and research use only");
      const terms = panel(page).getByRole("link", { name: "Read the license of Packed" });
      expect(await terms.getAttribute("href")).toBe("https://nets.example/terms");
      await page.evaluate(source);
      expect(await violations(page, "licence", ALL)).toEqual([]);
      await shoot(page, "studio-licence");
      await page.goto("/ar/background-audio-remover");
      await panel(page).getByText("للاستخدام الشخصي والبحثي فقط").waitFor();
      await panel(page).getByRole("link", { name: "اقرأ ترخيص Packed" }).waitFor();
      await shoot(page, "studio-licence-arabic");
      await page.goto("/background-audio-remover");
      await button(page, "Download 1 MB").click();
      await waitForModel(page, "packed");
      await clean(page, "Packed");
      expect([...hosts].filter(Boolean)).toEqual([new URL(url).host]);
    });
  },
);
