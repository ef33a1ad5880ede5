import { createHash } from "node:crypto";
import fs from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { OfferedModel } from "../../core/models/offered.ts";
import type { AppData } from "../../core/page/app-data.ts";
import type { Preview } from "../../cli/preview/serve.ts";
import { startPreview } from "../../cli/preview/serve.ts";
import type { FakeApi } from "../fake-api/fake-api.ts";
import { createFakeApi } from "../fake-api/fake-api.ts";
import { ALL, source, violations } from "./access.ts";
import { useBrowser, withPage } from "./browser.ts";
import { shoot } from "./shots.ts";
import { levelOf, readWav, voiceAt, wavOf } from "./sounds.ts";
import { TINY_FORM, tinyNet } from "./tiny-net.ts";

useBrowser();
const MB = 1024 * 1024;
const NET = tinyNet({ gain: 0.1, padding: 2 * MB });
const MODEL: Omit<OfferedModel, "form"> & { readonly form: typeof TINY_FORM } = {
  id: "tiny",
  task: "denoise",
  name: "Tiny",
  licence: { id: "MIT", use: "any", url: "https://nets.example/LICENSE" },
  page: "https://nets.example/",
  form: TINY_FORM,
  languages: [],
  memory: null,
  quality: [],
  files: [
    {
      role: "graph",
      url: "/models/tiny.onnx",
      sha256: createHash("sha256").update(NET).digest("hex"),
      bytes: NET.length,
    },
  ],
  bytes: NET.length,
};
let preview: Preview;
let fake: FakeApi;
/** Ranges of the net that were asked for. */
const asked: (string | undefined)[] = [];

/** The site with one more net: the first answer stops after a part of it. */
function answer(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
  const { pathname } = new URL(request.url!, "http://site.example");
  if (/^\/app\/\w+\.json$/.test(pathname)) {
    const file = path.join(inject("dist"), pathname);
    const data = JSON.parse(fs.readFileSync(file, "utf8")) as AppData;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ ...data, models: [MODEL] }));
    return true;
  }
  if (pathname !== MODEL.files[0]!.url) return fake.handle(request, response);
  const { range } = request.headers;
  asked.push(range);
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
  if (from > 0)
    response.writeHead(206, { "content-range": `bytes ${from}-${NET.length - 1}/${NET.length}` });
  if (from > 0) response.end(NET.subarray(from));
  else response.write(NET.subarray(0, 1.5 * MB));
  return true;
}

beforeAll(async () => {
  fake = createFakeApi();
  fake.addAccount("ada@example.org", "correct horse", { free: 1000 });
  const root = inject("dist");
  preview = await startPreview({ root, trailingSlash: false, port: 0, api: answer });
});
afterAll(() => preview.close());

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");

it("TLS-5 a studio model comes when the visitor wants it, is checked, kept, used and removed", async () => {
  await withPage({ acceptDownloads: true, baseURL: preview.url }, async (page) => {
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    const machinery = () => loaded.filter((url) => /studio-session|ort-wasm|tiny\.onnx/.test(url));
    await page.addInitScript(
      (token) => localStorage.setItem("toolkit_token", token),
      fake.signIn("ada@example.org"),
    );
    await page.goto("/background-audio-remover");
    const talk = wavOf({ seconds: 3 }, voiceAt);
    await page
      .locator('dialog[open] input[type="file"]')
      .first()
      .setInputFiles({ name: "talk.wav", mimeType: "audio/wav", buffer: talk });
    const start = panel(page).getByRole("button", { name: "Remove the noise" });
    const quality = panel(page).getByRole("combobox", { name: "Quality" });
    expect(await quality.inputValue()).toBe("");
    await quality.selectOption("tiny");
    await panel(page).getByText("Tiny comes from").waitFor();
    await panel(page).getByText("Download the model first").waitFor();
    expect(await start.isDisabled()).toBe(true);
    expect(machinery()).toEqual([]);
    await page.evaluate(source);
    expect(await violations(page, "consent", ALL)).toEqual([]);
    await shoot(page, "studio-consent");

    await panel(page).getByRole("button", { name: "Download 2.1 MB" }).click();
    const progress = panel(page).getByRole("progressbar", { name: "Model download" });
    await expect.poll(() => progress.getAttribute("aria-valuenow")).toMatch(/^(0\.4|4|5)/);
    await shoot(page, "studio-loading");
    // The sound above may be playing, with a button of the same name.
    await panel(page).getByRole("button", { name: "Pause" }).last().click();
    await panel(page)
      .getByRole("button", { name: /^Resume, 52\d kB left/ })
      .click();
    await panel(page).getByText("Tiny is on this device").waitFor();
    expect(asked).toEqual([undefined, `bytes=${1.5 * MB}-`]);
    expect(machinery().every((url) => url.endsWith("tiny.onnx"))).toBe(true);

    await start.click();
    await panel(page).getByText("Made by the studio model tiny").waitFor({ timeout: 120_000 });
    expect(machinery().some((url) => url.includes("ort-wasm"))).toBe(true);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      panel(page).getByRole("button", { name: "Download", exact: true }).click(),
    ]);
    const result = readWav(fs.readFileSync(await file.path()));
    const before = levelOf(readWav(talk), 0.2, 1.8);
    // The net is heard: built in, speech stays as loud as it was.
    expect(levelOf(result, 0.2, 1.8) / before).toBeLessThan(0.25);
    await shoot(page, "studio-result");

    await page.reload();
    await panel(page).getByText("Tiny is on this device").waitFor();
    expect(asked.length).toBe(2);
    await page.getByRole("button", { name: "Remove Tiny", exact: true }).click();
    await panel(page).getByRole("button", { name: "Download 2.1 MB" }).waitFor();
  });
});

it("CLI-1 what runs models on a graphics card is published so that each host takes it: no file of more than 25 MiB", () => {
  const files = fs.readdirSync(inject("dist"), { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [name, fs.statSync(path.join(parentPath, name)).size] as const);
  expect(sizes.some(([name]) => /^ort-.*asyncify.*\.bin$/.test(name))).toBe(true);
  expect(sizes.filter(([, size]) => size > 25 * MB)).toEqual([]);
});
