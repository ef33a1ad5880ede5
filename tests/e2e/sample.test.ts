import { expect, it } from "vitest";
import { hardest } from "../left-out.ts";
import { useBrowser, watch, withPage } from "./browser.ts";

useBrowser();

it.each(
  hardest([
    ["home", "/"],
    ["home in Arabic", "/ar"],
    ["a tool's page", "/background-audio-remover"],
  ]),
)(
  "TLS-1 the wave of %s is heard before and after, and nothing of it is loaded before",
  async (_, path) => {
    await withPage({}, async (page) => {
      const pageErrors = watch(page);
      const sounds: string[] = [];
      page.on("request", (request) => {
        if (request.url().includes("/samples/")) sounds.push(new URL(request.url()).pathname);
      });
      await page.goto(`${path}?noredirect`);
      await page.waitForLoadState("networkidle");
      expect(sounds).toEqual([]);
      const figure = page.locator("[data-sample]").first();
      const pressed = () =>
        figure
          .locator("button[data-voice]")
          .evaluateAll((all) => all.map((button) => button.getAttribute("aria-pressed")));
      await figure.locator('[data-voice="after"]').click();
      await expect.poll(pressed).toEqual(["false", "true"]);
      expect(sounds.toSorted()).toEqual([
        "/samples/denoise-after.mp3",
        "/samples/denoise-before.mp3",
      ]);
      const at = () =>
        figure.evaluate((element) => Number(getComputedStyle(element).getPropertyValue("--at")));
      const before = await at();
      await expect.poll(at).toBeGreaterThan(before);
      await figure.locator('[data-voice="before"]').click();
      await expect.poll(pressed).toEqual(["true", "false"]);
      expect(await figure.getAttribute("data-heard")).toBe("before");
      // A click on the drawing goes there.
      const wave = figure.locator("[data-wave]");
      const { width, height } = (await wave.boundingBox())!;
      await wave.click({ position: { x: 0.75 * width, y: height / 2 } });
      await expect.poll(at).toBeGreaterThan(0.74);
      await figure.locator('[data-voice="before"]').click();
      await expect.poll(pressed).toEqual(["false", "false"]);
      expect([sounds.length, pageErrors]).toEqual([2, []]);
    });
  },
);

it("TLS-1 every voice of a voice's page can be played there, one at a time", async () => {
  await withPage({}, async (page) => {
    const pageErrors = watch(page);
    await page.goto("/ai-voice-generator/maren?noredirect");
    const players = page.locator("audio");
    expect(await players.count()).toBe(6);
    const playing = () =>
      players.evaluateAll((all) =>
        all.flatMap((one) =>
          (one as HTMLAudioElement).paused ? [] : [one.closest("[data-player]")!.ariaLabel],
        ),
      );
    const play = (at: number) => page.locator("[data-player] [data-play]").nth(at).click();
    await play(0);
    await expect.poll(playing).toEqual(["Maren: Sample line"]);
    await play(4);
    await expect.poll(playing).toEqual(["Odrin: Sample line"]);
    expect(pageErrors).toEqual([]);
  });
});
