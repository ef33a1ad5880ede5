import fs from "node:fs";
import path from "node:path";
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from "mediabunny";
import type { Locator, Page } from "playwright";
import { expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { useBrowser, withPage } from "./browser.ts";
import { paceClock } from "./pace.ts";
import { useRealSite } from "./real-site.ts";
import { readZip } from "./read-zip.ts";
import { createNoise, readWav, voiceAt, wavOf } from "./sounds.ts";

useBrowser();
const site = useRealSite();

const VIDEO = path.join(import.meta.dirname, "../fixtures/films/film.webm");
const noise = createNoise();
const talk = {
  name: "talk.wav",
  mimeType: "audio/wav",
  buffer: wavOf({ seconds: 5 }, (time) => voiceAt(time) + 0.02 * noise()),
};
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const format = (page: Page) => panel(page).getByRole("combobox", { name: "Format" });
const done = (page: Page) =>
  panel(page).locator("[role=radiogroup]:not([data-preview] *)").first().waitFor();

let visitors = 0;

/** Processes a file with a tool as a first-time visitor. */
async function firstResult(page: Page, tool: string, file: string | typeof talk): Promise<void> {
  await page.goto(tool);
  await page.locator("[data-zone] input[type=file]").first().setInputFiles(file);
  await panel(page).locator("[data-start]:enabled").first().click();
  const field = (name: string) => page.locator(`dialog[open] [data-field="${name}"]`).last();
  const email = `visitor.${(visitors += 1)}@example.org`;
  await field("email").fill(email);
  await field("password").fill("a walk along the river");
  await field("password").press("Enter");
  await field("code").waitFor();
  await field("code").fill(await site().codeOf(email));
  await done(page);
}

async function save(page: Page, button: Locator) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), bytes: fs.readFileSync(await download.path()) };
}
const fromPanel = (page: Page, label = "Download") =>
  save(page, panel(page).getByRole("button", { name: label, exact: true }));
/** @param pace how much quicker the clock of the page goes: work seems long, or takes no time */
const withVisitor = (walk: (page: Page) => Promise<void>, pace = 1): Promise<void> =>
  withPage({ acceptDownloads: true, baseURL: site().url }, async (page) => {
    await paceClock(page, pace);
    await walk(page);
  });

it("TLS-7 panel and queue save the displayed result, and an outdated one is marked", async () => {
  await withVisitor(async (page) => {
    await firstResult(page, "/background-audio-remover", talk);
    expect(await format(page).inputValue()).toBe("wav16");
    const result = await fromPanel(page);
    expect([result.name, result.bytes.readUInt16LE(34)]).toEqual(["talk-noise-removed.wav", 16]);
    expect(readWav(result.bytes).channels[0]!.length).toBe(5 * 16_000);

    await format(page).selectOption("mp3");
    const queue = page.locator("dialog[open] [data-pane=queue]");
    const [own, queued] = [
      await fromPanel(page),
      await save(page, queue.getByRole("button", { name: /talk-noise-removed\.mp3/ }).nth(1)),
    ];
    expect([own.name, queued.name]).toEqual(["talk-noise-removed.mp3", "talk-noise-removed.mp3"]);
    expect(own.bytes.equals(queued.bytes)).toBe(true);

    const outdated = panel(page).locator("[data-outdated]");
    expect(await outdated.count()).toBe(0);
    await panel(page).getByRole("slider", { name: "Strength" }).press("ArrowLeft");
    await outdated.waitFor();
    expect(await panel(page).getByRole("button", { name: "Download", exact: true }).count()).toBe(
      0,
    );
    await outdated.getByRole("button", { name: "Back to its settings" }).click();
    await outdated.waitFor({ state: "hidden" });
    await panel(page).getByRole("slider", { name: "Strength" }).press("Home");
    await outdated.waitFor();
    await panel(page).getByRole("button", { name: "Update the result" }).click();
    await outdated.waitFor({ state: "hidden" });
    await done(page);
    const updated = await fromPanel(page);
    expect(updated.name).toBe("talk-noise-removed.mp3");
    expect(updated.bytes.equals(own.bytes)).toBe(false);
  }, 50);
});

it(
  "TLS-7 USR-10 a result that is made quickly follows its settings, and costs nothing more",
  inLongRun,
  async () => {
    await withVisitor(async (page) => {
      const costs: number[] = [];
      page.on("response", async (response) => {
        if (!response.url().endsWith("/usage/reserve")) return;
        costs.push(((await response.json()) as { data: { cost: number } }).data.cost);
      });
      await firstResult(page, "/reverb-remover", talk);
      const before = await fromPanel(page);
      const jobs = page.locator("dialog[open] [data-job]");
      await panel(page).getByRole("slider").nth(1).press("Home");
      // The one that was asked for stays, of those that followed the last one.
      await expect.poll(() => jobs.count()).toBe(2);
      await panel(page).getByRole("slider").nth(1).press("ArrowRight");
      const download = panel(page).getByRole("button", { name: "Download", exact: true });
      await download.waitFor({ state: "detached" });
      await download.waitFor();
      await expect.poll(() => jobs.count()).toBe(2);
      const after = await fromPanel(page);
      expect(after.bytes.equals(before.bytes)).toBe(false);
      expect(costs).toEqual([1, 0, 0]);
    }, 0.02);
  },
);

/** Every packet of a picture, with its time in ms. */
async function pictureOf(bytes: Buffer) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const found: [number, string][] = [];
  for await (const packet of new EncodedPacketSink((await input.getPrimaryVideoTrack())!).packets())
    found.push([Math.round(packet.timestamp * 1000), Buffer.from(packet.data).toString("base64")]);
  return found;
}

it(
  "TLS-6 a video is returned with its video track untouched, or as its audio alone",
  inLongRun,
  async () => {
    await withVisitor(async (page) => {
      await firstResult(page, "/reverb-remover", VIDEO);
      await panel(page).getByText("The picture is copied as it is").waitFor();
      const video = await fromPanel(page);
      expect(video.name).toBe("film-reverb-reduced.webm");
      const before = await pictureOf(fs.readFileSync(VIDEO));
      expect(before).toHaveLength(50);
      expect(await pictureOf(video.bytes)).toEqual(before);

      await format(page).selectOption({ label: "WAV, 24 bit" });
      const sound = await fromPanel(page);
      expect(sound.name).toBe("film-reverb-reduced.wav");
      const { rate, channels } = readWav(sound.bytes);
      expect(channels[0]!.length / rate).toBeCloseTo(2, 1);
    });
  },
);

it("TLS-6 USR-10 music is removed from a video, whose picture, rotation and length stay unchanged", async () => {
  const turned = path.join(import.meta.dirname, "../fixtures/films/film.mp4");
  const factsOf = async (bytes: Buffer) => {
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
    const track = (await input.getPrimaryVideoTrack())!;
    return {
      matrix: await track.getTransformationMatrix(),
      seconds: await track.computeDuration(),
    };
  };
  await withVisitor(async (page) => {
    await firstResult(page, "/remove-music-from-video", turned);
    await panel(page).getByText("The picture is copied as it is").waitFor();
    const video = await fromPanel(page, "Save the mix");
    expect(video.name).toBe("film-mix.mp4");
    const given = fs.readFileSync(turned);
    expect(await pictureOf(video.bytes)).toEqual(await pictureOf(given));
    expect(await factsOf(video.bytes)).toEqual(await factsOf(given));

    const zip = readZip((await fromPanel(page, "Save 2 stems as ZIP")).bytes);
    expect(Object.keys(zip).sort()).toEqual(["film-music.opus", "film-speech.mp4"]);
    expect(await pictureOf(zip["film-speech.mp4"]!)).toEqual(await pictureOf(given));
  });
});
