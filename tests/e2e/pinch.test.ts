import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { composeFor, PLANS } from "#bench/audio/music/made-songs.ts";
import { playNotes } from "#bench/audio/music/play-notes.ts";
import { useBrowser } from "./browser.ts";
import { addFiles, useToolSite, withTool } from "./enhance-site.ts";
import { voiceAt, wavOf } from "./sounds.ts";

useBrowser();
useToolSite();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const talk = {
  name: "talk.wav",
  mimeType: "audio/wav",
  buffer: wavOf({ seconds: 8, rate: 16_000 }, (time) => voiceAt(time)),
};
const RATE = 22_050;
const SECONDS = 32;
const notes = playNotes(composeFor(PLANS[3]!, SECONDS).midi, SECONDS, RATE);
const song = {
  name: "song.wav",
  mimeType: "audio/wav",
  buffer: wavOf(
    { seconds: SECONDS, rate: RATE },
    (time) => 0.8 * (notes[Math.round(time * RATE)] ?? 0),
  ),
};
/** A place at a share of an element's width. */
async function positionAt(element: Locator, share: number): Promise<{ x: number; y: number }> {
  const { width, height } = (await element.boundingBox())!;
  return { x: share * width, y: height / 2 };
}
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");

/**
 * Two fingers on an element, at shares of its width, that go to others.
 * @param height share of its height at which they are
 */
async function pinch(
  page: Page,
  element: Locator,
  from: readonly [number, number],
  to: readonly [number, number],
  height = 0.5,
): Promise<void> {
  // Where it stays: what is above it may still come.
  await element.tap({ trial: true });
  const box = (await element.boundingBox())!;
  const client = await page.context().newCDPSession(page);
  const at = (shares: readonly number[]) =>
    shares.map((share, id) => ({
      id,
      x: box.x + share * box.width,
      y: box.y + height * box.height,
    }));
  const send = (type: "touchStart" | "touchMove" | "touchEnd", shares: readonly number[]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: at(shares) });
  // One comes a moment before the other, as fingers do; none waits until the page has seen the last.
  await Promise.all([
    send("touchStart", from.slice(0, 1)),
    send("touchStart", from),
    ...[1, 2, 3, 4, 5].map((step) =>
      send(
        "touchMove",
        from.map((share, index) => share + ((to[index]! - share) * step) / 5),
      ),
    ),
    send("touchEnd", to.slice(0, 1)),
    send("touchEnd", []),
  ]);
  await client.detach();
}

describe("two fingers", () => {
  it("CMP-3 enlarge the waveform of a tool and make it small again, and seek nothing", async () => {
    await withTool("/background-audio-remover", PHONE, async (page) => {
      await addFiles(page, [talk]);
      const wave = panel(page).getByRole("slider", { name: "Playback position" });
      await wave.waitFor();
      const currentValue = () => wave.getAttribute("aria-valuenow");
      const before = Number(await currentValue());
      // Where a part is shown, the whole is drawn below.
      const drawn = panel(page).locator("canvas");
      expect(await drawn.count()).toBe(1);
      await pinch(page, wave, [0.45, 0.55], [0.1, 0.9]);
      await expect.poll(() => drawn.count()).toBe(2);
      await pinch(page, wave, [0.05, 0.95], [0.48, 0.52]);
      await expect.poll(() => drawn.count()).toBe(1);
      // Microseconds, rounded: a position between two is rounded either way.
      expect(Number(await currentValue())).toBeCloseTo(before, 4);
    });
  });

  it(
    "CMP-3 enlarge a song of a mashup from its very bar lines, and move none; between many there is room to seek",
    inLongRun,
    async () => {
      await withTool("/ai-mashup-maker", PHONE, async (page) => {
        await addFiles(page, [song]);
        const wave = panel(page).getByRole("slider", { name: "Playback position: song.wav" });
        const bars = wave.locator("[data-bar]");
        await bars.first().waitFor({ state: "attached" });
        const lines = () =>
          bars.evaluateAll((all) => all.map((one) => (one as HTMLElement).style.left));
        const before = await lines();
        expect(before.length).toBeGreaterThan(6);
        const shares = before.map((left) => Number.parseFloat(left) / 100);
        const drawn = panel(page).locator("canvas");
        const plain = await drawn.count();
        const [a, b] = [shares[3]!, shares[4]!] as const;
        await pinch(page, wave, [a, b], [a - 0.2, b + 0.3]);
        await expect.poll(() => drawn.count()).toBe(plain + 1);
        await pinch(page, wave, [0.05, 0.95], [0.48, 0.52]);
        await expect.poll(() => drawn.count()).toBe(plain);
        expect(await lines()).toEqual(before);
        expect(await wave.getAttribute("aria-valuenow")).toBe("0");

        await wave.tap({ position: await positionAt(wave, (a + b) / 2) });
        await expect.poll(() => wave.getAttribute("aria-valuenow")).not.toBe("0");
        expect(await lines()).toEqual(before);
      });
    },
  );

  it("CMP-3 enlarge the tracks of the editor", inLongRun, async () => {
    await withTool("/ai-audio-editor", PHONE, async (page) => {
      await addFiles(page, [talk]);
      const clip = panel(page).getByRole("button", { name: /^Clip talk/ });
      await clip.waitFor();
      const wide = async () => (await clip.boundingBox())!.width;
      const before = await wide();
      await pinch(page, panel(page).locator("[data-track]"), [0.4, 0.6], [0.1, 0.9], 0.7);
      await expect.poll(wide).toBeGreaterThan(2 * before);
    });
  });
});
