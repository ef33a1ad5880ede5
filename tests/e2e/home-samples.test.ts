import { expect, it } from "vitest";
import { hardest, inLongRun } from "../left-out.ts";
import { useBrowser, watch, withPage } from "./browser.ts";

useBrowser();

it.each(
  hardest([
    [1440, 900, 3800],
    [1366, 768, 4200],
    [390, 844, 6000],
  ]),
)(
  "TLS-19 the home page at %d by %d pixels is short, and its samples play",
  async (width, height, longest) => {
    await withPage({ viewport: { width, height } }, async (page) => {
      const pageErrors = watch(page);
      await page.goto("/?noredirect");
      await page.evaluate("document.fonts.ready");
      const found = await page.evaluate(() => {
        const boxes = Array.from(document.querySelectorAll("[data-sample]"), (figure) =>
          figure.getBoundingClientRect(),
        );
        return {
          height: document.documentElement.scrollHeight,
          width: document.documentElement.scrollWidth,
          words: document.body.innerText.split(/\s+/).length,
          samples: boxes.length,
          inside: boxes.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length,
          tools: document.querySelectorAll("[data-tools] [data-tool] a svg use").length,
        };
      });
      expect(found.height).toBeLessThanOrEqual(longest);
      expect(found.width).toBe(width);
      expect(found.words).toBeLessThanOrEqual(900);
      expect(found.samples).toBe(6);
      if (width > 1000) expect(found.inside).toBeGreaterThanOrEqual(2);
      expect(found.tools).toBe(41);
      expect(pageErrors).toEqual([]);
    });
  },
);

it("TLS-19 the samples of the home page play one at a time", inLongRun, async () => {
  await withPage({}, async (page) => {
    await page.goto("/?noredirect");
    const pressed = () => page.locator('[data-voice][aria-pressed="true"]').count();
    const button = (at: number) =>
      page.locator("[data-sample]").nth(at).locator('[data-voice="after"]');
    await button(0).click();
    await expect.poll(() => button(0).getAttribute("aria-pressed")).toBe("true");
    await button(1).click();
    await expect.poll(() => button(1).getAttribute("aria-pressed")).toBe("true");
    expect(await pressed()).toBe(1);
  });
});

it("TLS-19 the line of a sample moves with the pointer and with keys, and chooses what is played", async () => {
  await withPage({}, async (page) => {
    await page.goto("/background-audio-remover?noredirect");
    const figure = page.locator("[data-sample]");
    const line = figure.getByRole("slider");
    const at = async (): Promise<number> => Number(await line.getAttribute("aria-valuenow"));
    const wave = (await figure.locator("[data-wave]").boundingBox())!;
    const middle = wave.y + wave.height / 2;
    const dragTo = async (from: number, to: number): Promise<void> => {
      await page.mouse.move(wave.x + from * wave.width, middle);
      await page.mouse.down();
      await page.mouse.move(wave.x + to * wave.width, middle, { steps: 4 });
      await page.mouse.up();
    };
    expect(await at()).toBe(38);
    await dragTo(0.38, 0.6);
    expect(Math.abs((await at()) - 60)).toBeLessThanOrEqual(1);
    await line.press("ArrowRight");
    await line.press("Home");
    expect(await at()).toBe(0);
    await line.press("ArrowRight");
    expect(await at()).toBe(2);
    // A drag alone plays nothing.
    expect(await figure.locator('[aria-pressed="true"]').count()).toBe(0);
    const playing = () =>
      figure
        .locator('[aria-pressed="true"]')
        .evaluateAll((all) => all.map((button) => (button as HTMLElement).dataset["voice"]).join());
    await figure.locator('[data-voice="after"]').click();
    await expect.poll(playing).toBe("after");
    expect(await at()).toBe(0);
    await line.press("End");
    await expect.poll(playing).toBe("before");
    await line.press("Home");
    await expect.poll(playing).toBe("after");
  });
});
