import fs from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { useBrowser, watch } from "./browser.ts";
import { addFiles, useToolSite, withTool } from "./enhance-site.ts";
import { shoot } from "./shots.ts";
import { type Pcm, createNoise, levelOf, readWav, wavOf } from "./sounds.ts";
import { hardest, inLongRun } from "../left-out.ts";

useBrowser();
useToolSite();

const RATE = 16_000;
const SECONDS = 4;
const noise = createNoise();
/** Every sample differs from those around it, so that its place is known. */
const talk = wavOf({ seconds: SECONDS, rate: RATE }, () => 0.4 * noise());
const source = readWav(talk).channels[0]!;
const tone = wavOf({ seconds: 2, rate: 48_000 }, (time) => 0.25 * Math.sin(2764.6 * time));
const wav = (name: string, buffer: Buffer) => ({ name, mimeType: "audio/wav", buffer });
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const button = (page: Page, name: string | RegExp) =>
  panel(page).getByRole("button", { name, exact: typeof name === "string" });
const part = (from: number, to: number) => source.slice(from * RATE, to * RATE);
const joined = (...parts: readonly Float32Array[]) =>
  Float32Array.from(parts.flatMap((one) => [...one]));
// A file whose length is known need not be loaded to its end.
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter((text) => !/^blob:\S+ net::ERR_ABORTED$/.test(text));

/** Puts files into the editor, and waits until they can be heard. */
async function openWith(page: Page, files: Parameters<typeof addFiles>[1]): Promise<void> {
  await addFiles(page, files);
  await panel(page).getByRole("button", { name: "Play", disabled: false }).first().waitFor();
  await panel(page)
    .locator("[data-track]")
    .nth(files.length - 1)
    .waitFor();
}
async function type(page: Page, label: string, value: string): Promise<void> {
  const field = panel(page).getByRole("textbox", { name: label, exact: true });
  await field.fill(value);
  await field.press("Enter");
}
async function select(page: Page, from: string, to: string): Promise<void> {
  await type(page, "Start", from);
  await type(page, "End", to);
}
/** Exports the mix with one press, and gives the file. */
async function exported(page: Page, name = "talk-edit.wav", format = "wav16"): Promise<Pcm> {
  const bar = panel(page).locator("[data-action-bar]");
  await bar.getByRole("combobox", { name: "Format" }).selectOption(format);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    bar.getByRole("button", { name: "Export" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(name);
  return readWav(fs.readFileSync(await file.path()));
}
/** Opens a section of the inspector, which is closed beside narrow tracks. */
async function open(page: Page, box: string | RegExp): Promise<void> {
  const inspector = button(page, "Inspector");
  if ((await inspector.getAttribute("aria-pressed")) === "false") await inspector.click();
  await panel(page).locator("summary", { hasText: box }).click();
}

describe("the editor", () => {
  it("TLS-1 TLS-2 cuts on the sample, and gives the same bytes back when it is undone", async () => {
    await withTool("/ai-audio-editor", {}, async (page) => {
      const pageErrors = watch(page);
      await openWith(page, [wav("talk.wav", talk)]);
      await select(page, "0:01.000", "0:02.500");
      await button(page, "Cut").click();
      await shoot(page, "multitrack-cut");
      expect((await exported(page)).channels[0]).toEqual(joined(part(0, 1), part(2.5, SECONDS)));
      await button(page, "Undo").click();
      const back = await exported(page);
      expect(back.rate).toBe(RATE);
      expect(back.channels).toEqual([source]);
      // A file that is added later may have a higher sample rate; the visitor is notified and can
      // switch the project to it.
      await addFiles(page, [wav("tone.wav", tone)]);
      await button(page, "Work at 48 kHz").click();
      expect((await exported(page)).rate).toBe(48_000);
      await button(page, "Undo").click();
      await button(page, "Stay at 16 kHz").click();
      await button(page, "Stay at 16 kHz").waitFor({ state: "detached" });
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  });

  it(
    "WSP-5 a new project begins with the files that it is opened with, and not with those of other tools",
    inLongRun,
    async () => {
      await withTool("/audio-trimmer", {}, async (page) => {
        await addFiles(page, [wav("talk.wav", talk)]);
        await panel(page).locator("canvas").first().waitFor();
        await page
          .locator("dialog[open]")
          .getByRole("link", { name: "Audio editor" })
          .first()
          .click();
        const add = button(page, "Add the selected file");
        await add.waitFor();
        await shoot(page, "multitrack-empty");
        expect(await panel(page).locator("[data-track]").count()).toBe(0);
        await addFiles(page, [wav("tone.wav", tone)]);
        await panel(page).locator("[data-track]").first().waitFor();
        expect(await panel(page).locator("[data-track]").count()).toBe(1);
        expect(await button(page, /^Clip tone/).count()).toBe(1);
      });
    },
  );

  it("WSP-5 the file of another tool joins a new project with one press", inLongRun, async () => {
    await withTool("/audio-trimmer", {}, async (page) => {
      await addFiles(page, [wav("talk.wav", talk)]);
      await panel(page).locator("canvas").first().waitFor();
      await page
        .locator("dialog[open]")
        .getByRole("link", { name: "Audio editor" })
        .first()
        .click();
      await button(page, "Add the selected file").click();
      await button(page, /^Clip talk/).waitFor();
    });
  });

  it(
    "PWA WSP-5 a project that the system opens with the application is opened by the editor",
    inLongRun,
    async () => {
      await withTool("/ai-audio-editor", {}, async (page) => {
        await openWith(page, [wav("talk.wav", talk)]);
        const [saved] = await Promise.all([
          page.waitForEvent("download"),
          button(page, "Save project").click(),
        ]);
        const name = saved.suggestedFilename();
        expect(name).toBe("talk.audioproject");
        const text = fs.readFileSync(await saved.path()).toString("base64");
        // What the system passes on when it opens a file with an installed application.
        await page.addInitScript(
          (project) => {
            const bytes = Uint8Array.from(atob(project.text), (letter) => letter.charCodeAt(0));
            const getFile = async () => new File([bytes], project.name);
            const setConsumer = (consume: (launched: object) => void): void =>
              consume({ files: [{ getFile }] });
            Object.defineProperty(window, "launchQueue", { value: { setConsumer } });
          },
          { name, text },
        );
        await page.goto("/ai-audio-editor?from=workspace");
        await page.getByText("Project opened: talk").first().waitFor();
        await button(page, /^Clip talk/).waitFor();
      });
    },
  );

  it("TLS-1 WSP-5 is operated by keyboard alone: selecting, pasting, splitting, undoing, listening", async () => {
    await withTool("/ai-audio-editor", {}, async (page) => {
      await openWith(page, [wav("talk.wav", talk)]);
      const slider = panel(page).getByRole("slider", { name: "Playback position" });
      await slider.focus();
      const keys = async (...names: readonly string[]) => {
        for (const name of names) await page.keyboard.press(name);
      };
      // The second second goes to the beginning.
      await keys("Home", "ArrowRight", "i", "ArrowRight", "o");
      await expect
        .poll(() => panel(page).getByRole("textbox", { name: "End" }).inputValue())
        .toBe("0:02.000");
      await type(page, "Start", "0:01.000");
      await slider.focus();
      await keys("Control+x", "Home", "Control+v");
      expect((await exported(page)).channels[0]).toEqual(
        joined(part(1, 2), part(0, 1), part(2, SECONDS)),
      );
      await slider.focus();
      await keys("Home", "ArrowRight", "ArrowRight", "ArrowRight", "b");
      await panel(page)
        .getByRole("button", { name: /^Clip talk/ })
        .nth(3)
        .waitFor();
      await keys("Control+z", "Control+z", "Control+z", "k");
      await button(page, "Marker 1").waitFor();
      // A point of the volume curve has the focus; its changes are one step.
      await keys("v", "PageDown", "ArrowDown");
      const point = panel(page).getByRole("slider", { name: /^Volume at/ });
      await expect.poll(() => point.getAttribute("aria-valuetext")).toBe("−3.5\u00a0dB");
      const softer = levelOf(await exported(page), 0, SECONDS);
      expect(20 * Math.log10(softer / levelOf(readWav(talk), 0, SECONDS))).toBeCloseTo(-3.5, 1);
      await point.press("Delete");
      await point.waitFor({ state: "detached" });
      await keys("Control+z", "Control+z", "Control+z");
      await keys("Space");
      await button(page, "Pause").waitFor();
      await keys("Space");
      await button(page, "Play").waitFor();
      expect((await exported(page)).channels[0]).toEqual(source);
    });
  });

  it(
    "TLS-1 a fade is pulled, the sound changed elsewhere, and the same fade pulled again",
    inLongRun,
    async () => {
      await withTool("/ai-audio-editor", {}, async (page) => {
        await openWith(page, [wav("talk.wav", talk)]);
        await panel(page).getByRole("slider", { name: "Playback position" }).focus();
        for (const key of ["Home", "ArrowRight", "ArrowRight", "b"]) await page.keyboard.press(key);
        const clip = panel(page).getByRole("button", { name: /^Clip talk/ });
        await clip.nth(1).waitFor();
        const longer = async () => {
          await clip.first().press("Enter");
          await panel(page)
            .getByRole("slider", { name: "Fade in of talk" })
            .press("Shift+ArrowRight");
        };
        await longer();
        // The second clip goes while it is chosen, and with it the handles of the first.
        await clip.nth(1).press("Enter");
        await button(page, "Delete and close the gap").click();
        await expect.poll(() => clip.count()).toBe(1);
        await longer();
        const fade = panel(page).getByRole("slider", { name: "Fade in of talk" });
        await expect.poll(() => fade.getAttribute("aria-valuenow")).toBe("2");
        expect(await clip.count()).toBe(1);
        await button(page, "Undo").click();
        await expect.poll(() => fade.getAttribute("aria-valuenow")).toBe("1");
        expect(await clip.count()).toBe(1);
      });
    },
  );

  it("TLS-1 TLS-13 the draft is there after a reload, with its history, and is stretched", async () => {
    await withTool("/ai-audio-editor", {}, async (page) => {
      await openWith(page, [wav("talk.wav", talk)]);
      await select(page, "0:00.000", "0:01.000");
      await button(page, "Delete and close the gap").click();
      await panel(page).getByText("Saved on this device").waitFor();
      const stored = page.locator("dialog[open]").getByText("Stored on this device");
      await stored.filter({ visible: true }).waitFor();
      await page.reload();
      await panel(page).getByText("Your draft was restored").waitFor();
      await panel(page).getByRole("button", { name: "Play", disabled: false }).first().waitFor();
      expect((await exported(page)).channels[0]).toEqual(part(1, SECONDS));
      await button(page, "Undo").click();
      const clip = panel(page).getByRole("button", { name: "Clip talk, from 0:00.00 to 0:04.00" });
      await clip.waitFor();
      await open(page, "Stretch and pitch");
      const stretchTo = async (percent: string, end: string) => {
        await type(page, "Length (%)", percent);
        await button(page, "Apply").click();
        await button(page, `Clip talk, from 0:00.00 to ${end}`).waitFor();
        return exported(page, "talk-edit.wav", "wav32f");
      };
      const longer = await stretchTo("150", "0:06.00");
      expect(longer.channels[0]).toHaveLength(1.5 * source.length);
      expect(levelOf(longer, 1, 5) / levelOf(readWav(talk))).toBeGreaterThan(0.5);
      expect((await stretchTo("100", "0:04.00")).channels[0]).toEqual(source);
    });
  });

  it("TLS-1 mixes tracks of different rates, and plays one alone", inLongRun, async () => {
    await withTool("/ai-audio-editor", {}, async (page) => {
      const pageErrors = watch(page);
      await openWith(page, [wav("talk.wav", talk), wav("tone.wav", tone)]);
      await button(page, "Solo").nth(1).click();
      await shoot(page, "multitrack", { isResult: true });
      const alone = await exported(page, "talk-edit.wav", "wav32f");
      expect(alone.rate).toBe(48_000); // The tone's: the highest of both.
      expect(levelOf(alone, 0.1, 1.9)).toBeCloseTo(0.25 / Math.SQRT2, 3);
      expect(levelOf(alone, 2.1, 3.9)).toBe(0);
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  });

  it(
    "TLS-1 an effect is previewed before it is applied, and can be removed",
    inLongRun,
    async () => {
      await withTool("/ai-audio-editor", {}, async (page) => {
        const pageErrors = watch(page);
        await openWith(page, [wav("talk.wav", talk)]);
        await select(page, "0:01.000", "0:02.000");
        await open(page, /^Effects$/);
        await panel(page).getByRole("combobox", { name: "Effect" }).selectOption("volume");
        await panel(page).getByRole("combobox", { name: "Adjust by" }).selectOption("gain");
        const gain = panel(page).getByRole("slider", { name: "Gain" });
        await gain.fill("-12");
        await button(page, "Listen").click();
        await button(page, "Stop preview").waitFor();
        await button(page, "Pause").waitFor();
        await shoot(page, "multitrack-effect");
        await button(page, "Apply").click();
        await button(page, "Stop preview").waitFor({ state: "detached" });
        const softer = await exported(page, "talk-edit.wav", "wav32f");
        const change = 20 * Math.log10(levelOf(softer, 1, 2) / levelOf(readWav(talk), 1, 2));
        expect(change).toBeCloseTo(-12, 2);
        expect(softer.channels[0]!.slice(0, RATE)).toEqual(part(0, 1));
        await open(page, "Volume, fades and silence");
        await button(page, "Remove the effect").click();
        expect((await exported(page)).channels[0]).toEqual(source);
        expect(faultsOf(pageErrors)).toEqual([]);
      });
    },
  );

  it(
    "TLS-1 WSP-5 shows a spectrogram, whose frequencies and levels keys tell",
    inLongRun,
    async () => {
      await withTool("/ai-audio-editor", {}, async (page) => {
        const pageErrors = watch(page);
        await openWith(page, [wav("tone.wav", tone)]);
        await panel(page).getByRole("slider", { name: "Playback position" }).press("ArrowRight");
        await button(page, "View").click();
        await button(page, "Both").click();
        const frequency = panel(page).getByRole("slider", {
          name: "Frequency in the spectrogram of tone",
        });
        const frequencyText = async () => (await frequency.getAttribute("aria-valuetext")) ?? "";
        const levelAt = (hertz: RegExp) => async () =>
          hertz.test(await frequencyText())
            ? -Number.parseFloat(/(?<=−)\d+(\.\d)?(?=\sdB)/.exec(await frequencyText())![0])
            : 0;
        await expect.poll(levelAt(/^440\sHz.*0:01\.000$/)).toBeCloseTo(20 * Math.log10(0.25), 0);
        await frequency.press("PageUp");
        await expect.poll(levelAt(/^8\d\d\sHz/)).toBeLessThan(-90);
        await shoot(page, "multitrack-spectrogram");
        expect(faultsOf(pageErrors)).toEqual([]);
      });
    },
  );

  it("TLS-1 is operated by mouse: a range is drawn, a clip is moved to another track", async () => {
    await withTool(
      "/ai-audio-editor",
      { viewport: { width: 1280, height: 1000 } },
      async (page) => {
        await openWith(page, [wav("talk.wav", talk), wav("tone.wav", tone)]);
        const lanes = panel(page).locator("[data-track]");
        const first = (await lanes.nth(0).boundingBox())!;
        const second = (await lanes.nth(1).boundingBox())!;
        const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
          await page.mouse.move(...from);
          await page.mouse.down();
          await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
          await page.mouse.move(...to);
          await page.mouse.up();
        };
        const y = first.y + first.height * 0.7;
        await drag([first.x + 40, y], [first.x + 120, y]);
        const length = panel(page).getByRole("textbox", { name: "Length" });
        await expect.poll(() => length.inputValue()).toMatch(/^0:00\.[5-7]/);
        const clip = panel(page).getByRole("button", { name: /^Clip talk/ });
        const box = (await clip.boundingBox())!;
        await drag([box.x + 30, box.y + 8], [box.x + 30, second.y + 30]);
        await expect.poll(async () => (await clip.boundingBox())!.y).toBeGreaterThan(second.y - 1);
        await page.keyboard.press("Control+z");
        await expect.poll(async () => (await clip.boundingBox())!.y).toBeLessThan(second.y);
      },
    );
  });
});

describe("the editor on other screens", () => {
  it.each(hardest(["/ai-audio-editor", "/ar/ai-audio-editor"]))(
    "LOC-6 %s works on a phone by touch, and nothing is wider than it",
    async (path) => {
      const phone = { viewport: { width: 390, height: 800 }, hasTouch: true };
      await withTool(path, phone, async (page) => {
        const pageErrors = watch(page);
        await addFiles(page, [wav("talk.wav", talk)]);
        const lane = panel(page).locator("[data-track]");
        await lane.waitFor();
        await lane.scrollIntoViewIfNeeded();
        const box = (await lane.boundingBox())!;
        await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height - 20);
        const position = panel(page).getByRole("slider").first();
        const length = SECONDS * 1.08;
        await expect
          .poll(async () => Number(await position.getAttribute("aria-valuenow")))
          .toBeCloseTo(length / 2, 0);
        await shoot(page, path.slice(1).replaceAll("/", "-"));
        expect(await lane.evaluate((element) => getComputedStyle(element).direction)).toBe("ltr");
        const { wide, room } = await panel(page).evaluate((pane) => ({
          wide: pane.scrollWidth,
          room: pane.clientWidth,
        }));
        expect(wide).toBeLessThanOrEqual(room);
        expect(faultsOf(pageErrors)).toEqual([]);
      });
    },
  );
});
