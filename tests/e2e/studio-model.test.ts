import { createHash } from "node:crypto";
import fs from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OfferedModel } from "#core/models/offered.ts";
import { ALL, source, violations } from "./access.ts";
import { useBrowser, withPage } from "./browser.ts";
import { chooseEngine, engine, enginesShown, ladder, waitForModel } from "./engines.ts";
import { startOffering } from "./offering-site.ts";
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
/** Ranges of the net that were asked for. */
const requests: (string | undefined)[] = [];

/** The net: the first answer stops after a part of it. */
function serve(pathname: string, request: IncomingMessage, response: ServerResponse): boolean {
  if (pathname !== MODEL.files[0]!.url) return false;
  const { range } = request.headers;
  requests.push(range);
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
  if (from > 0)
    response.writeHead(206, { "content-range": `bytes ${from}-${NET.length - 1}/${NET.length}` });
  if (from > 0) response.end(NET.subarray(from));
  else response.write(NET.subarray(0, 1.5 * MB));
  return true;
}

let site: Awaited<ReturnType<typeof startOffering>>;
beforeAll(async () => {
  site = await startOffering([MODEL as unknown as OfferedModel], serve);
});
afterAll(() => site.close());

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");

it("TLS-5 a studio model is downloaded on request, verified, stored, used and removed", async () => {
  await withPage({ acceptDownloads: true, baseURL: site.url }, async (page) => {
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    const machinery = () => loaded.filter((url) => /studio-session|ort-wasm|tiny\.onnx/.test(url));
    const talk = wavOf({ seconds: 3 }, voiceAt);
    await site.open(page, "/background-audio-remover", { name: "talk.wav", buffer: talk });
    const start = panel(page).getByRole("button", { name: "Remove the noise" });
    expect(await enginesShown(page)).toEqual(["NowBuilt-in", "BetterTiny"]);
    expect(await engine(page, "Built-in").isChecked()).toBe(true);
    await ladder(page).getByText("Recommended").waitFor();
    await chooseEngine(page, "Tiny");
    await panel(page).getByText("verified, and stored").waitFor();
    await panel(page)
      .getByRole("button", { name: "Download the model (2.1 MB, once) and start" })
      .waitFor();
    expect(machinery()).toEqual([]);
    await page.evaluate(source);
    expect(await violations(page, "consent", ALL)).toEqual([]);
    await shoot(page, "studio-consent");

    await panel(page).getByRole("button", { name: "Download 2.1 MB" }).click();
    const progress = panel(page).getByRole("progressbar", { name: "Model download" });
    await expect.poll(() => progress.getAttribute("aria-valuenow")).toMatch(/^(0\.4|4|5)/);
    await shoot(page, "studio-loading");
    await panel(page).getByRole("button", { name: "Pause" }).click();
    await panel(page)
      .getByRole("button", { name: /^Resume, 52\d kB left/ })
      .click();
    await waitForModel(page, "tiny");
    expect(requests).toEqual([undefined, `bytes=${1.5 * MB}-`]);

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
    await waitForModel(page, "tiny");
    expect(requests.length).toBe(2);
    await page.getByRole("button", { name: "Remove Tiny", exact: true }).click();
    await panel(page).getByRole("button", { name: "Download 2.1 MB" }).waitFor();
  });
});
