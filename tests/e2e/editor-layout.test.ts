import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { addFiles, useToolSite, withTool } from "./enhance-site.ts";
import { createNoise, wavOf } from "./sounds.ts";
import { hardest, inLongRun } from "../left-out.ts";

useBrowser();
useToolSite();

const noise = createNoise();
const sound = wavOf({ seconds: 4, rate: 16_000 }, () => 0.4 * noise());
const NAMES = ["voice", "music", "drums"];
const FILES = NAMES.map((name) => ({
  name: `${name}.wav`,
  mimeType: "audio/wav",
  buffer: sound,
}));
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const toolbar = (page: Page) => panel(page).getByRole("toolbar");

async function openThree(page: Page): Promise<void> {
  await addFiles(page, FILES);
  await panel(page).locator("[data-track]").nth(2).waitFor();
  await panel(page).locator('[data-tool="play"] > :not([aria-disabled])').waitFor();
}

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly height: number;
}
const boxesOf = (page: Page, selector: string): Promise<readonly Box[]> =>
  panel(page)
    .locator(selector)
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { top, bottom, left, height } = element.getBoundingClientRect();
        return { top, bottom, left, height };
      }),
    );

/** The measures of the editor's parts, once none of them moves any more. */
async function measure(page: Page) {
  const read = async () => ({
    toolbar: (await boxesOf(page, "[role=toolbar]"))[0]!,
    tools: await boxesOf(page, "[data-tool]"),
    lanes: await boxesOf(page, "[data-track]"),
    ruler: (await boxesOf(page, "[data-editor] [role=slider]"))[0]!,
    status: (await boxesOf(page, "[data-editor] > fieldset"))[0]!,
    bar: (await boxesOf(page, "[data-action-bar]"))[0]!,
  });
  let last = await read();
  await expect
    .poll(async () => {
      const before = JSON.stringify(last);
      last = await read();
      return JSON.stringify(last) === before;
    })
    .toBe(true);
  return last;
}

describe("the editor's layout", () => {
  it.each(hardest(["/ai-audio-editor", "/de/ai-audio-editor", "/ar/ai-audio-editor"]))(
    "TLS-19 %s has one row of tools, three full tracks and a status line at 1366×768",
    async (path) => {
      await withTool(path, { viewport: { width: 1366, height: 768 } }, async (page) => {
        await openThree(page);
        const { toolbar: tools, ...parts } = await measure(page);
        expect(tools.height).toBe(48);
        expect(parts.tools.length).toBeGreaterThan(12);
        for (const { top, bottom } of parts.tools) {
          expect(top).toBe(parts.tools[0]!.top);
          expect(top).toBeGreaterThanOrEqual(tools.top);
          expect(bottom).toBeLessThanOrEqual(tools.bottom);
        }
        const isRtl = path.startsWith("/ar");
        expect(parts.tools[0]!.left > parts.tools.at(-1)!.left).toBe(isRtl);
        expect(parts.lanes).toHaveLength(3);
        for (const { top, bottom, height } of parts.lanes) {
          expect(height).toBeGreaterThanOrEqual(96);
          expect(top).toBeGreaterThanOrEqual(parts.ruler.bottom);
          expect(bottom).toBeLessThanOrEqual(parts.status.top + 1);
        }
        expect(parts.status.height).toBeGreaterThanOrEqual(24);
        expect(parts.status.height).toBeLessThanOrEqual(28);
        expect(parts.status.bottom).toBeLessThanOrEqual(parts.bar.top);
        const primaries = page.locator("dialog[open] [data-primary]");
        expect(await primaries.count()).toBe(1);
      });
    },
  );

  it(
    "TLS-19 the tracks use the height of a large screen, and scroll alone when there are many",
    inLongRun,
    async () => {
      await withTool(
        "/ai-audio-editor",
        { viewport: { width: 1920, height: 1080 } },
        async (page) => {
          await openThree(page);
          const large = await measure(page);
          expect(large.lanes.at(-1)!.bottom).toBeGreaterThan(large.status.top - 3);
          expect(await panel(page).getByRole("complementary", { name: "Inspector" }).count()).toBe(
            1,
          );
          await page.setViewportSize({ width: 1366, height: 560 });
          const small = await measure(page);
          expect(small.lanes.at(-1)!.bottom).toBeGreaterThan(small.status.bottom);
          for (const { height } of small.lanes) expect(height).toBeGreaterThanOrEqual(96);
          await panel(page)
            .getByRole("button", { name: /^Clip drums/ })
            .scrollIntoViewIfNeeded();
          const scrolled = await measure(page);
          for (const part of ["toolbar", "ruler", "status"] as const)
            expect(scrolled[part]).toEqual(small[part]);
        },
      );
    },
  );

  it("TLS-19 WSP-5 the tools are one stop of the Tab key; a press of the mouse leaves the focus", async () => {
    await withTool("/ai-audio-editor", { viewport: { width: 1366, height: 768 } }, async (page) => {
      await openThree(page);
      const focused = () =>
        page.evaluate(() => {
          const { activeElement } = document;
          return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent;
        });
      await toolbar(page).getByRole("button", { name: "Play" }).focus();
      await page.keyboard.press("ArrowRight");
      expect(await focused()).toBe("Undo");
      await page.keyboard.press("End");
      expect(await focused()).toBe("More tools");
      // Its menu has what did not fit.
      await page.keyboard.press("ArrowDown");
      await panel(page).getByRole("button", { name: "Reverse" }).waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("ArrowLeft");
      expect(await focused()).toBe("Inspector");
      await page.keyboard.press("Tab");
      expect(await focused()).toBe("Add files");
      const position = panel(page).getByRole("slider", { name: "Playback position" });
      await position.focus();
      for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
      await toolbar(page).getByRole("button", { name: "Split" }).click();
      expect(await focused()).toBe("Playback position");
      await expect
        .poll(() =>
          panel(page)
            .getByRole("button", { name: /^Clip voice/ })
            .count(),
        )
        .toBe(2);
      // The menu of a clip opens by a key, and returns the focus.
      const clip = panel(page).getByRole("button", { name: /^Clip music/ });
      await clip.press("Shift+F10");
      await expect.poll(focused).toContain("Cut");
      await page.keyboard.press("Escape");
      await expect.poll(focused).toContain("Clip music");
      await clip.press("Shift+F10");
      await page.keyboard.press("Enter");
      await expect.poll(() => clip.count()).toBe(0);
    });
  });

  it(
    "TLS-1 TLS-19 an end of the selection is dragged in a lane, and the status line says what the mouse does",
    inLongRun,
    async () => {
      await withTool(
        "/ai-audio-editor",
        { viewport: { width: 1366, height: 768 } },
        async (page) => {
          await openThree(page);
          const [lane] = (await boxesOf(page, "[data-track]")) as [Box];
          const { width } = (await panel(page).locator("[data-track]").first().boundingBox())!;
          const status = panel(page).locator("[data-editor] > fieldset");
          const y = lane.top + 0.8 * lane.height;
          const drag = async (from: number, to: number) => {
            await page.mouse.move(lane.left + from * width, y);
            await page.mouse.down();
            await page.mouse.move(lane.left + ((from + to) / 2) * width, y);
            await page.mouse.move(lane.left + to * width, y);
            await page.mouse.up();
          };
          // Four seconds of sound are 1/1.08 of the view.
          const time = async (name: string): Promise<number> => {
            const text = await status.getByRole("textbox", { name }).inputValue();
            return Number(text.split(":")[1]) / (4 * 1.08);
          };
          await page.mouse.move(lane.left + 0.5 * width, y);
          await status.getByText("Drag to select").waitFor();
          await drag(0.2, 0.4);
          await expect.poll(() => time("Start")).toBeCloseTo(0.2, 2);
          await page.mouse.move(lane.left + 0.4 * width + 3, y);
          await status.getByText("Drag to change the selection").waitFor();
          await drag(0.4 + 3 / width, 0.6 + 3 / width);
          await expect.poll(() => time("End")).toBeCloseTo(0.6, 2);
          await drag(0.2 - 3 / width, 0.1 - 3 / width);
          await expect.poll(() => time("Start")).toBeCloseTo(0.1, 2);
          expect(await time("End")).toBeCloseTo(0.6, 2);
          await page.mouse.move(lane.left + 0.5 * width, lane.top + 10);
          await status.getByText("Drag to move the clip").waitFor();
          await page.mouse.move(lane.left, 4);
          await status.getByText("Total 0:04.000").waitFor();
          await status.getByText("Mono").waitFor();
        },
      );
    },
  );
});
