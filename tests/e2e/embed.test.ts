import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useBrowser, withPage } from "./browser.ts";
import { type OwnSite, startOwnSite } from "./own-site.ts";
import { createNoise, voiceAt, wavOf } from "./sounds.ts";

useBrowser();

const TOOL = "/embed/background-audio-remover";
const DOCUMENT = path.resolve(import.meta.dirname, "../../docs/embedding.md");

/** The example page of the documentation, with the tool of a site. */
function exampleWith(siteUrl: string): string {
  const [, html] = /<!-- example -->\s+```html\n(.+?)\n```/s.exec(
    fs.readFileSync(DOCUMENT, "utf8"),
  )!;
  return html!.replace(`https://fermata.example${TOOL}`, siteUrl + TOOL);
}

/** Serves the example page under another name of this machine: another site, for browsers. */
async function serveExample(siteUrl: () => string) {
  const server = http.createServer((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8").end(exampleWith(siteUrl()));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return { host: `localhost:${port}`, close: () => server.close() };
}

let site: OwnSite;
let forum: Awaited<ReturnType<typeof serveExample>>;
let stranger: typeof forum;
beforeAll(async () => {
  site = await startOwnSite(["en"]);
  forum = await serveExample(() => site.url);
  stranger = await serveExample(() => site.url);
  const config = path.join(site.root, "toolkit.config.ts");
  const embed = { origins: [`http://${forum.host}`], tools: [path.basename(TOOL)] };
  const before = "  seo: { defaultRating: false },";
  const text = fs.readFileSync(config, "utf8");
  if (!text.includes(before)) throw new Error(`toolkit.config.ts no longer has "${before}"`);
  const after = `  seo: { defaultRating: false, images: false },\n  embed: ${JSON.stringify(embed)},`;
  fs.writeFileSync(config, text.replace(before, after));
  await site.build("first");
  site.publish("first");
});
afterAll(async () => {
  forum.close();
  stranger.close();
  await site.remove();
});

const noise = createNoise();
const talk = wavOf({ seconds: 4 }, (time) => voiceAt(time) + 0.05 * noise());
const fileOf = (name: string) => ({ name, mimeType: "audio/wav", buffer: talk });

/** Files of the results that a page gets, from now on. */
const watchResults = (page: Page) =>
  page.evaluate(() => {
    const results: unknown[] = [];
    Object.assign(window, { results });
    window.addEventListener("message", ({ data }) => {
      if (data.type !== "result") return;
      const { files, ...rest } = data as { files: { name: string }[]; type: string };
      results.push({ ...rest, files: files.map(({ name }) => name) });
    });
  });
const resultsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { results: unknown[] }).results);

it("TLS-17 a listed site shows a tool in a frame, hands a file over and gets its result; a file of the visitor stays in the frame", () =>
  withPage({ acceptDownloads: true }, async (page) => {
    await page.goto(`http://${forum.host}/`);
    const frame = page.frameLocator("iframe");
    await page.locator("input[type=file]:enabled").setInputFiles(fileOf("talk.wav"));
    await frame.getByText(`From ${forum.host}, which gets the result`).waitFor();
    expect(
      await frame.locator("body").evaluate(() => [crossOriginIsolated, typeof SharedArrayBuffer]),
    ).toEqual([false, "undefined"]);
    await page.locator("button:enabled").click();
    const link = page.locator("output a");
    expect(await link.textContent()).toBe("talk-noise-removed.mp3");
    const size = await link.evaluate(async ({ href }: HTMLAnchorElement) => {
      const response = await fetch(href);
      return [response.headers.get("Content-Type"), (await response.arrayBuffer()).byteLength];
    });
    expect(size).toEqual(["audio/mpeg", expect.any(Number)]);
    expect(size[1]).toBeGreaterThan(20_000);
    const height = await page.locator("iframe").evaluate(({ clientHeight }) => clientHeight);
    expect(height).toBeGreaterThan(250);

    await watchResults(page);
    await frame.locator("input[type=file]").setInputFiles(fileOf("diary.wav"));
    await frame.getByText(`${forum.host} gets the result only if you send it`).waitFor();
    await frame.getByLabel("Format").selectOption("flac");
    await frame.getByRole("button", { name: "Remove the noise" }).press("Enter");
    await frame.getByRole("region", { name: "Result" }).waitFor();
    expect(await frame.locator(":focus").getAttribute("aria-label")).toBe("Result");
    const save = frame.getByRole("button", { name: "Download diary-noise-removed.flac" });
    const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
    expect(download.suggestedFilename()).toBe("diary-noise-removed.flac");
    expect(await resultsOf(page)).toEqual([]);
    await frame.getByRole("button", { name: `Send to ${forum.host}` }).click();
    await frame.getByText(`${forum.host} has the result.`).waitFor();
    expect(await resultsOf(page)).toEqual([
      { v: 1, type: "result", own: true, files: ["diary-noise-removed.flac"] },
    ]);

    // A dropped file is opened by the tool rather than by the browser.
    const dropped = await frame.locator("body").evaluateHandle(
      (_, bytes) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(bytes)], "note.wav", { type: "audio/wav" }));
        return transfer;
      },
      [...talk],
    );
    const heading = frame.getByRole("heading", { level: 1 });
    await heading.dispatchEvent("dragover", { dataTransfer: dropped });
    await heading.dispatchEvent("drop", { dataTransfer: dropped });
    await frame.getByText("note.wav", { exact: true }).waitFor();

    // Another site gets no frame, and the address itself leads to the tool's own page.
    await page.goto(`http://${stranger.host}/`);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    await page.goto(site.url + TOOL);
    const own = page.getByRole("link", { name: "Open Background noise remover" });
    expect(await own.getAttribute("href")).toBe("/background-audio-remover");
    expect(await page.locator("input[type=file]").count()).toBe(0);
  }));
