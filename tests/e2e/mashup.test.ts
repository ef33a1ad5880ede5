import fs from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { composeFor, PLANS } from "#bench/audio/music/made-songs.ts";
import { playNotes } from "#bench/audio/music/play-notes.ts";
import { violationsInThemes } from "./access.ts";
import { useBrowser, watch } from "./browser.ts";
import { addFiles } from "./enhance-site.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";
import { createNoise, readWav, stereoWav } from "./sounds.ts";
import { inLongRun } from "../left-out.ts";

useBrowser();
const site = useRealSite();

const RATE = 22_050;
const noise = createNoise(3);

/** A song that is made by a plan; its right channel is softer, so that it has a width. */
function songOf(name: string, plan: number, seconds = 16) {
  const { midi } = composeFor(PLANS[plan]!, seconds);
  const samples = playNotes(midi, seconds, RATE);
  const sampleAt = (time: number): readonly [number, number] => {
    const value = 0.8 * (samples[Math.round(time * RATE)] ?? 0);
    return [value, 0.7 * value];
  };
  return { name, mimeType: "audio/wav", buffer: stereoWav({ seconds, rate: RATE }, sampleAt) };
}
const tone = (name: string, at: (time: number) => number, seconds = 6) => ({
  name,
  mimeType: "audio/wav",
  buffer: stereoWav({ seconds, rate: RATE, channels: 1 }, (time) => [at(time), at(time)]),
});
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const song = (page: Page, name: string) => panel(page).getByRole("region", { name, exact: true });
const mashup = (page: Page, name = "Mashup") =>
  panel(page).getByRole("region", { name, exact: true });
const start = (page: Page) => panel(page).locator("[data-start]:enabled");
const bpmOf = (page: Page, name: string) => song(page, name).getByRole("spinbutton");
const tempo = async (page: Page, name: string) => Number(await bpmOf(page, name).inputValue());
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter((text) => !text.startsWith("blob:"));
/** Without the chance that another test brings. */
const A = songOf("a.wav", 3);
const B = songOf("b.wav", 4);

async function make(page: Page): Promise<void> {
  await start(page).click();
  await mashup(page).getByRole("button", { name: "Play", disabled: false }).waitFor();
}
async function download(page: Page): Promise<ReturnType<typeof readWav>> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    panel(page).getByRole("button", { name: "Save the mashup" }).press("Enter"),
  ]);
  return readWav(fs.readFileSync(await file.path()));
}
const power = (samples: Float32Array, from: number, to: number): number => {
  let sum = 0;
  for (let i = Math.round(from); i < to; i++) sum += (samples[i] ?? 0) ** 2;
  return sum / (to - from);
};

describe("a mashup", () => {
  it("TLS-1 USR-7 USR-10 of two songs: found, corrected, made, arranged, saved, and opened in the editor", async () => {
    await withNewcomer(site(), "/ai-mashup-maker", {}, async (page, creditsLeft) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await addFiles(page, [A]);
      await panel(page).getByText("a mashup needs two").waitFor();
      await addFiles(page, [B]);
      await expect.poll(() => tempo(page, "a.wav")).toBeCloseTo(100, 0);
      await expect.poll(() => tempo(page, "b.wav")).toBeCloseTo(118, 0);
      // Both are the songs, and the list of files says so.
      await page.getByText("2 of 2 selected").first().waitFor();
      await shoot(page, "mashup-songs");

      // Corrected by hand: half and back, by a beat, by another key and back.
      await song(page, "b.wav").getByRole("button", { name: "Half tempo" }).click();
      expect(await tempo(page, "b.wav")).toBeCloseTo(59, 0);
      await song(page, "b.wav").getByRole("button", { name: "Double tempo" }).press("Enter");
      await expect.poll(() => tempo(page, "b.wav")).toBeCloseTo(118, 0);
      await song(page, "b.wav").getByRole("button", { name: "one beat later" }).press("Enter");
      await song(page, "b.wav").getByRole("button", { name: "one beat earlier" }).press("Enter");
      const common = panel(page).getByRole("spinbutton", { name: "Common tempo" });
      const bpm = Number(await common.inputValue());
      expect(bpm).toBeGreaterThan(105);
      expect(bpm).toBeLessThan(112);
      await common.fill("110");

      await song(page, "b.wav").getByRole("combobox", { name: "Key" }).selectOption("9 minor");
      await panel(page).getByText("2 credits").first().waitFor();
      await make(page);
      // The result is shown before it is settled.
      await expect.poll(creditsLeft).toBe(before - 2);
      await shoot(page, "mashup");
      const bar = (4 * 60) / 110;
      const whole = await download(page);
      const seconds = whole.channels[0]!.length / whole.rate;
      expect(seconds).toBeGreaterThan(16);
      expect(Math.abs(seconds / bar - Math.round(seconds / bar))).toBeLessThan(0.01);
      expect(power(whole.channels[0]!, 0, whole.rate * 8)).toBeGreaterThan(1e-5);

      // A block two bars later, by keyboard: what came before it is the music alone.
      const block = mashup(page).getByRole("button", { name: /^a\.wav, bars/ });
      await block.focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await mashup(page)
        .getByRole("button", { name: /^a\.wav, bars 3 to/ })
        .waitFor();
      const group = mashup(page).getByRole("group", { name: "b.wav" });
      await group.getByRole("button", { name: "Mute" }).press("Enter");
      const voice = await download(page);
      expect(power(voice.channels[0]!, 0, 1.9 * bar * voice.rate)).toBeLessThan(1e-9);
      expect(power(voice.channels[0]!, 2 * bar * voice.rate, 6 * bar * voice.rate)).toBeGreaterThan(
        1e-7,
      );
      await group.getByRole("button", { name: "Mute" }).press("Enter");
      expect(await panel(page).innerText()).not.toMatch(/panel-mashup|undefined|NaN/);

      // All of it is there when the workspace was closed, and after a reload; nothing more is charged.
      const isAsLeft = async (): Promise<void> => {
        await mashup(page)
          .getByRole("button", { name: /^a\.wav, bars 3 to/ })
          .waitFor();
        expect(await common.inputValue()).toBe("110");
        const key = song(page, "b.wav").getByRole("combobox", { name: "Key" });
        expect(await key.inputValue()).toBe("9 minor");
      };
      await page.getByRole("button", { name: "Close the workspace" }).click();
      await panel(page).waitFor({ state: "detached" });
      await page.locator("[data-chip]").getByRole("button").first().click();
      await isAsLeft();
      await page.reload();
      await isAsLeft();
      expect(await creditsLeft()).toBe(before - 2);
      await mashup(page).getByRole("button", { name: "Play", disabled: false }).waitFor();

      // Each block is a clip where it was.
      await panel(page).getByRole("button", { name: "Open in the editor" }).click();
      await page.waitForURL(/ai-audio-editor/);
      const clip = (name: RegExp) => panel(page).getByRole("button", { name });
      const from = `0:0${(2 * bar).toFixed(2).replace(".", "\\.")}`;
      await clip(new RegExp(`^Clip a\\.wav, from ${from}`)).waitFor();
      await clip(/^Clip b\.wav, from 0:00\.00/).waitFor();
      // It is the mashup of now, not a draft from before.
      expect(await panel(page).getByText("Your draft was restored").count()).toBe(0);
      await shoot(page, "mashup-editor");

      // Who comes back finds all of it as it was left, and trims a block: what it has lost is silent.
      await page.goBack();
      await isAsLeft();
      expect(await creditsLeft()).toBe(before - 2);
      const own = mashup(page).getByRole("button", { name: /^a\.wav, bars 3 to/ });
      await own.click();
      const edge = mashup(page).getByRole("slider", { name: "Beginning of a.wav" });
      await edge.press("ArrowRight");
      await mashup(page)
        .getByRole("button", { name: /^a\.wav, bars 4 to/ })
        .waitFor();
      const box = (await edge.boundingBox())!;
      const lane = (await mashup(page).locator("[data-lane]").first().boundingBox())!;
      await page.mouse.move(box.x + 4, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + 4 + lane.width / 6, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
      const bars = mashup(page).getByRole("button", { name: /^a\.wav, bars/ });
      await expect.poll(() => bars.textContent()).toMatch(/bars [5-9] to/);
      await shoot(page, "mashup-trimmed");
      const first = Number(/bars (\d+)/.exec((await bars.textContent())!)![1]);
      await group.getByRole("button", { name: "Mute" }).press("Enter");
      const trimmed = await download(page);
      const start = (first - 1) * bar * trimmed.rate;
      expect(power(trimmed.channels[0]!, 0, start - 0.1 * bar * trimmed.rate)).toBeLessThan(1e-9);
      expect(power(trimmed.channels[0]!, start, start + bar * trimmed.rate)).toBeGreaterThan(1e-7);
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  });

  it(
    "TLS-4 says of sounds without a beat that they have none, and takes a tempo that is typed or tapped",
    inLongRun,
    async () => {
      await withNewcomer(site(), "/ai-mashup-maker", {}, async (page) => {
        const pageErrors = watch(page);
        await addFiles(page, [
          tone("silence.wav", () => 0),
          tone("noise.wav", () => 0.2 * noise(), 4),
          songOf("short.wav", 4, 4),
        ]);
        for (const name of ["silence.wav", "noise.wav"])
          await song(page, name).getByText("No steady beat was found").waitFor();
        expect(await start(page).count()).toBe(0);
        for (const name of ["silence.wav", "noise.wav", "short.wav"]) {
          await bpmOf(page, name).fill("120");
          await expect.poll(() => bpmOf(page, name).inputValue()).toBe("120");
        }
        await start(page).waitFor();
        await song(page, "noise.wav").getByRole("combobox").first().selectOption("all");
        await page.reload();
        for (const name of ["silence.wav", "noise.wav", "short.wav"])
          await expect.poll(() => bpmOf(page, name).inputValue()).toBe("120");
        const take = song(page, "noise.wav").getByRole("combobox").first();
        expect(await take.inputValue()).toBe("all");
        expect(faultsOf(pageErrors)).toEqual([]);
      });
    },
  );

  it(
    "TLS-4 TLS-1 of mono songs says that there is no middle to find, and takes any part of one",
    inLongRun,
    async () => {
      await withNewcomer(site(), "/ai-mashup-maker", {}, async (page) => {
        const mono = (name: string, plan: number) => {
          const { midi } = composeFor(PLANS[plan]!, 10);
          const samples = playNotes(midi, 10, RATE);
          return tone(name, (time) => 0.8 * (samples[Math.round(time * RATE)] ?? 0), 10);
        };
        await addFiles(page, [mono("a.wav", 3), mono("b.wav", 4)]);
        await make(page);
        await mashup(page).getByText("One of the songs is mono").waitFor();

        // Any other part of a song can be taken instead: the drums lack the chords, which last.
        const alone = async () => {
          const other = mashup(page).getByRole("group", { name: "a.wav" });
          await other.getByRole("button", { name: "Mute" }).press("Enter");
          const { channels, rate } = await download(page);
          return power(channels[0]!, 0, 8 * rate);
        };
        const music = await alone();
        const take = song(page, "b.wav").getByRole("combobox", { name: "Use" });
        await take.selectOption({ label: "Drums only" });
        await start(page).click();
        await expect.poll(() => page.locator("[data-job][data-state=done]").count()).toBe(2);
        await mashup(page).getByRole("button", { name: "Play", disabled: false }).waitFor();
        const drums = await alone();
        expect(drums).toBeGreaterThan(1e-7);
        expect(drums).toBeLessThan(0.8 * music);
      });
    },
  );
});

describe.each([
  ["en", { viewport: { width: 1280, height: 800 } }],
  ["ar", { viewport: { width: 390, height: 844 } }],
] as const)("a mashup in %s", (locale, options) => {
  it("TLS-1 A11Y fits its screen and breaks no rule of accessibility", inLongRun, async () => {
    await withNewcomer(
      site(),
      locale === "en" ? "/ai-mashup-maker" : "/ar/ai-mashup-maker",
      options,
      async (page) => {
        await addFiles(page, [A, B]);
        await start(page).click();
        const name = locale === "en" ? "Mashup" : "ماش أب";
        await mashup(page, name).getByRole("slider").first().waitFor();
        // Elements out of view are not checked.
        await mashup(page, name).scrollIntoViewIfNeeded();
        await shoot(page, `mashup-${locale}`);
        const wide = await page.evaluate(
          () => document.querySelector("dialog[open] [data-pane=panel]")!.scrollWidth,
        );
        expect(wide).toBeLessThanOrEqual(options.viewport.width);
        expect(await violationsInThemes(page, "with a mashup")).toEqual([]);
      },
    );
  });
});
