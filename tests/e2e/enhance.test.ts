import fs from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { ALL, source, violations } from "./access.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { addFiles, creditsLeft, useToolSite, withTool } from "./enhance-site.ts";
import { createNoise, levelOf, readWav, voiceAt, wavOf } from "./sounds.ts";
import { inLongRun } from "../left-out.ts";

useBrowser();
const site = useToolSite();

const noise = createNoise();
const talk = wavOf({ seconds: 6 }, (time) => voiceAt(time) + 0.02 * noise());
/** Tones of a second with pauses of a second between them. */
const pauses = wavOf({ seconds: 6 }, (time) =>
  Math.floor(time) % 2 === 0 ? 0.3 * Math.sin(2 * Math.PI * 300 * time) : 0.0005 * noise(),
);
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const wav = (name: string, buffer: Buffer) => ({ name, mimeType: "audio/wav", buffer });
/** A download ends the request of its address, which counts as a failed one. */
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter((text) => !text.startsWith("blob:"));
/** Its result can be heard; a preview can be before that. */
const done = (page: Page) =>
  panel(page).locator("[role=radiogroup]:not([data-preview] *)").waitFor({ timeout: 120_000 });

async function download(page: Page, name: string, button = "Download"): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    panel(page).getByRole("button", { name: button }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(name);
  return fs.readFileSync(await file.path());
}

describe("the panel that cleans recordings", () => {
  it("TLS-1 USR-10 takes the noise from a file, in a worker, to a downloaded result", async () => {
    await withTool("/background-audio-remover", {}, async (page) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await addFiles(page, [wav("talk.wav", talk)]);
      await panel(page).getByText("Costs 1 credit").waitFor();
      await panel(page).getByText("Runs on this device; nothing is uploaded").waitFor();
      await panel(page).getByRole("button", { name: "Remove the noise" }).click();
      await done(page);
      const result = readWav(await download(page, "talk-noise-removed.wav"));
      const source = readWav(talk);
      expect(result.rate).toBe(16_000);
      expect(result.channels[0]!.length).toBe(source.channels[0]!.length);
      // The pause from 2 to 3 s is noise alone.
      expect(levelOf(result, 2.2, 2.9)).toBeLessThan(0.3 * levelOf(source, 2.2, 2.9));
      expect(levelOf(result, 0.2, 1.8)).toBeGreaterThan(0.3 * levelOf(source, 0.2, 1.8));
      await expect.poll(creditsLeft).toBe(before - 1);
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  });

  it(
    "TLS-1 plays before, after and what was removed at one place, and seeks",
    inLongRun,
    async () => {
      await withTool("/background-audio-remover", {}, async (page) => {
        const pageErrors = watch(page);
        // Long enough not to end during the checks, even on a busy machine.
        const long = wavOf({ seconds: 40 }, (time) => voiceAt(time) + 0.02 * noise());
        await addFiles(page, [wav("talk.wav", long)]);
        await panel(page).getByRole("button", { name: "Remove the noise" }).click();
        await done(page);
        const slider = panel(page).getByRole("slider", { name: "Playback position" });
        const now = async () => Number(await slider.getAttribute("aria-valuenow"));
        await panel(page).getByRole("button", { name: "Play", exact: true }).click();
        await expect.poll(now).toBeGreaterThan(0.2);
        for (const voice of ["Before", "Removed", "After"]) {
          const before = await now();
          await panel(page).getByRole("radio", { name: voice }).check();
          await expect.poll(now).toBeGreaterThan(before);
        }
        await panel(page).getByRole("button", { name: "Pause", exact: true }).click();
        const stopped = await now();
        await slider.focus();
        await page.keyboard.press("ArrowLeft");
        await expect.poll(now).toBeCloseTo(Math.max(0, stopped - 1), 3);
        await page.keyboard.press("End");
        await expect.poll(now).toBeCloseTo(40, 3);
        expect(faultsOf(pageErrors)).toEqual([]);
      });
    },
  );

  it.each(["/silence-remover", "/ar/silence-remover"])(
    "WSP-5 %s can be used by everybody, with a file and with a result",
    inLongRun,
    async (path) => {
      await withTool(path, {}, async (page) => {
        await page.evaluate(source);
        await addFiles(page, [wav("speech.wav", pauses)]);
        await panel(page).getByRole("slider").first().waitFor();
        await panel(page).locator("details summary").first().click();
        // The account's button shows its credits beside its name; it is not the panel's.
        const look = (where: string) => violations(page, where, ALL);
        const found = await look("with a file");
        await panel(page).locator("[data-start]:enabled").click();
        await done(page);
        expect([...found, ...(await look("with a result"))]).toEqual([]);
      });
    },
  );

  it("TLS-1 shortens pauses by keyboard alone, and a veto brings one back", async () => {
    await withTool("/silence-remover", {}, async (page) => {
      await addFiles(page, [wav("speech.wav", pauses)]);
      await panel(page).getByText("Costs 1 credit").waitFor();
      await panel(page)
        .getByRole("button", { name: "Shorten the pauses", disabled: false })
        .press("Enter");
      await done(page);
      await panel(page).getByText("3 places found").waitFor();
      const first = readWav(await download(page, "speech-pauses-shortened.wav"));
      const seconds = first.channels[0]!.length / first.rate;
      expect(seconds).toBeGreaterThan(3);
      expect(seconds).toBeLessThan(4);
      await panel(page)
        .getByRole("switch", { name: /Keep the place at 0:0[01]/ })
        .focus();
      await page.keyboard.press("Space");
      await panel(page).getByRole("button", { name: "Apply the changes" }).press("Enter");
      await expect
        .poll(() => page.locator("dialog[open] [data-job][data-state=done]").count())
        .toBe(2);
      await panel(page)
        .getByRole("button", { name: "Apply the changes" })
        .waitFor({ state: "hidden" });
      const second = readWav(await download(page, "speech-pauses-shortened.wav"));
      expect(second.channels[0]!.length / second.rate).toBeCloseTo(seconds + 0.8, 1);
    });
  });

  it(
    "USR-7 USR-14 asks a signed-out visitor for an account or a login, and starts nothing before",
    inLongRun,
    async () => {
      await withPage({ baseURL: site().url }, async (page) => {
        await page.goto("/silence-remover?from=workspace");
        await addFiles(page, [wav("speech.wav", pauses)]);
        await panel(page).getByRole("button", { name: "Shorten the pauses" }).click();
        const login = page.locator("dialog[open]:not(:has([data-pane]))");
        await login.getByText("3 free minutes today").waitFor();
        await login.getByRole("button", { name: "Log in" }).click();
        await login.getByRole("button", { name: "Forgot your password?" }).waitFor();
        await login.getByRole("textbox", { name: "Email" }).fill("ada@example.org");
        expect(await page.locator("dialog[open] [data-job]").count()).toBe(0);
        await login.locator('input[type="password"]').fill("correct horse");
        await page.keyboard.press("Enter");
        await done(page);
      });
    },
  );

  it("TLS-1 a run that is cancelled ends, and costs nothing", inLongRun, async () => {
    await withTool("/background-audio-remover", {}, async (page) => {
      const before = await creditsLeft();
      const long = wavOf({ seconds: 200, rate: 8000 }, (time) => 0.3 * Math.sin(2000 * time));
      await addFiles(page, [wav("long.wav", long)]);
      await panel(page).getByRole("button", { name: "Remove the noise" }).click();
      await panel(page)
        .getByText(/^Processing/)
        .waitFor();
      await panel(page).getByRole("button", { name: "Cancel" }).click();
      await page.locator("dialog[open] [data-job][data-state=cancelled]").waitFor();
      await expect.poll(creditsLeft).toBe(before);
      await panel(page).getByRole("button", { name: "Remove the noise" }).waitFor();
    });
  });

  it("TLS-1 works on several files, and saves all results as one", async () => {
    await withTool("/silence-remover", {}, async (page) => {
      await addFiles(page, [wav("one.wav", pauses), wav("two.wav", pauses)]);
      await panel(page).getByText("Costs 2 credits").waitFor();
      await panel(page).getByRole("button", { name: "Shorten the pauses (2 files)" }).click();
      await panel(page).getByRole("button", { name: "Save all 2 results" }).waitFor();
      const zip = await download(page, "silence.zip", "Save all 2 results");
      expect(zip.toString("latin1", 0, 2)).toBe("PK");
      for (const name of ["one-pauses-shortened.wav", "two-pauses-shortened.wav"])
        expect(zip.includes(Buffer.from(name))).toBe(true);
    });
  });
});

describe("every tool of the panel", () => {
  const echoing = wavOf({ seconds: 8 }, (time) => {
    const click = time % 1.7 < 1 / 16_000 ? 0.5 : 0;
    return voiceAt(time) + 0.4 * voiceAt(Math.max(0, time - 0.25)) + click + 0.003 * noise();
  });
  const tools = [
    ["/background-audio-remover", "noise-removed"],
    ["/breath-remover", "breaths-reduced"],
    ["/mouth-sounds-remover", "clicks-removed"],
    ["/ai-audio-enhancer", "enhanced"],
    ["/remove-echo-from-audio", "echo-removed"],
    ["/reverb-remover", "reverb-reduced"],
  ] as const;
  // Newcomers take the others to their files (`first-minute.test.ts`), but for the first, which stands above.
  it.each(tools)(
    "TLS-1 %s makes a file of the same length, named for what was done",
    inLongRun,
    async (path, what) => {
      await withTool(path, {}, async (page) => {
        const pageErrors = watch(page);
        await addFiles(page, [wav("voice.wav", echoing)]);
        await panel(page).locator("[data-start]:enabled").click();
        await done(page);
        const result = readWav(await download(page, `voice-${what}.wav`));
        expect(result.channels[0]!.length).toBe(8 * 16_000);
        expect(levelOf(result)).toBeGreaterThan(0.01);
        // Every text is there: a message that is missing shows its key.
        expect(await panel(page).innerText()).not.toMatch(/panel-enhance|\b\w+\.\w+\.label/);
        expect(faultsOf(pageErrors)).toEqual([]);
      });
    },
  );
});

describe("the panel with a bad file", () => {
  it.each([
    ["empty", wav("empty.wav", Buffer.alloc(0)), "This file is empty"],
    [
      "a text",
      wav("words.wav", Buffer.from("No sound at all. ".repeat(200))),
      "This is a TXT file",
    ],
  ])("TLS-4 does not start with one that is %s, and says why", inLongRun, async (_, file, text) => {
    await withTool("/background-audio-remover", {}, async (page) => {
      await addFiles(page, [file]);
      await page.locator("dialog[open]").getByText(text).first().waitFor();
      await expect(
        panel(page).getByRole("button", { name: "Remove the noise" }).isDisabled(),
      ).resolves.toBe(true);
    });
  });

  it("TLS-4 says in the visitor's language that there is no sound, and gives the credits back", async () => {
    await withTool("/ar/background-audio-remover", {}, async (page) => {
      const before = await creditsLeft();
      await addFiles(page, [
        wav(
          "silent.wav",
          wavOf({ seconds: 2 }, () => 0),
        ),
      ]);
      await panel(page).locator("[data-start]:enabled").click();
      await page.getByText("لا صوت في هذا الملف").first().waitFor();
      await expect.poll(creditsLeft).toBe(before);
    });
  });
});

describe("the panel on other screens", () => {
  it.each(["/background-audio-remover", "/ar/background-audio-remover"])(
    "LOC-6 %s works on a phone, and nothing is wider than it",
    inLongRun,
    async (path) => {
      await withTool(
        path,
        { viewport: { width: 360, height: 740 }, hasTouch: true },
        async (page) => {
          await addFiles(page, [wav("talk.wav", talk)]);
          await panel(page).locator("[data-start]:enabled").tap();
          await done(page);
          const { wide, room } = await panel(page).evaluate((pane) => ({
            wide: pane.scrollWidth,
            room: pane.clientWidth,
          }));
          expect(wide).toBeLessThanOrEqual(room);
          const wave = panel(page).getByRole("slider").first();
          expect(await wave.evaluate((element) => getComputedStyle(element).direction)).toBe("ltr");
        },
      );
    },
  );
});

it("TLS-1 the sample of a page is fetched on demand, and switches from after to before", async () => {
  await withPage({ baseURL: site().url }, async (page) => {
    const pageErrors = watch(page);
    const fetched: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/samples/")) fetched.push(pathname);
    });
    await page.goto("/background-audio-remover");
    const sample = page.getByRole("figure", { name: "Hear it first" });
    const pressed = (name: string) => sample.getByRole("button", { name, pressed: true });
    expect(fetched).toEqual([]);
    // The line between before and after: the whole wave is drawn as the side that is heard.
    const line = () => sample.getByRole("slider").getAttribute("aria-valuenow");
    await sample.getByRole("button", { name: "After" }).press("Enter");
    await pressed("After").waitFor();
    expect(await line()).toBe("0");
    expect(fetched).toEqual(["/samples/denoise-before.mp3", "/samples/denoise-after.mp3"]);
    await sample.getByRole("button", { name: "Before" }).press("Enter");
    await pressed("Before").waitFor();
    expect(await pressed("After").count()).toBe(0);
    expect(await line()).toBe("100");
    expect([pageErrors, fetched.length]).toEqual([[], 2]);
  });
});
