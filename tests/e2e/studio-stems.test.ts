import { createHash } from "node:crypto";
import fs from "node:fs";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { demucsForm, demucsGraph } from "../nets/demucs-graph.ts";
import { ALL, source, violations } from "./access.ts";
import { useBrowser, withPage } from "./browser.ts";
import { chooseEngine, engine, ladder, waitForModel } from "./engines.ts";
import { startOffering } from "./offering-site.ts";
import { shoot } from "./shots.ts";
import { readWav, wavOf } from "./sounds.ts";

useBrowser();

const FORM = demucsForm(65_536);
const NETS: Readonly<Record<string, Buffer>> = {
  quarter: demucsGraph(FORM, { wave: 0.25, spectrum: 0 }),
  broken: demucsGraph(FORM, { wave: Number.NaN, spectrum: 0 }),
  large: demucsGraph(FORM, { wave: 0.2, spectrum: 0 }),
};
const MODELS = Object.entries(NETS).map(([id, net]): OfferedModel => ({
  id,
  name: id,
  task: "stems",
  licence: { id: "MIT", use: "any", url: "https://nets.example/LICENSE" },
  page: "https://nets.example/",
  form: FORM,
  languages: [],
  memory: id === "large" ? 64e9 : 1e8,
  quality: [],
  files: [
    {
      role: "graph",
      url: `/models/${id}.onnx`,
      sha256: createHash("sha256").update(net).digest("hex"),
      bytes: net.length,
    },
  ],
  bytes: net.length,
}));
const SONG = wavOf({ seconds: 6, rate: 44_100 }, (time) => 0.4 * Math.sin(2000 * time));

let site: Awaited<ReturnType<typeof startOffering>>;
beforeAll(async () => {
  site = await startOffering(MODELS, (pathname, _, response) => {
    const net = NETS[/^\/models\/(\w+)\.onnx$/.exec(pathname)?.[1] ?? ""];
    if (net) response.end(net);
    return net !== undefined;
  });
});
afterAll(() => site.close());

/** Clicks at a tempo over a tone, so that a beat is found. */
const beats = (name: string, bpm: number) => ({
  name,
  mimeType: "audio/wav",
  buffer: wavOf({ seconds: 8, rate: 44_100 }, (time) => {
    const since = time % (60 / bpm);
    return 0.2 * Math.sin(1400 * time) + 0.6 * Math.exp(-since / 0.02) * Math.sin(9000 * since);
  }),
});

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const start = (page: Page) => panel(page).getByRole("button", { name: "Split the song" });

it(
  "TLS-8 TLS-9 a model for stems is tested before the start, says how long it takes, and what made the stems",
  inLongRun,
  async () => {
    await withPage({ baseURL: site.url }, async (page) => {
      await site.open(page, "/ai-stem-splitter", { name: "song.wav", buffer: SONG });
      await chooseEngine(page, "quarter");
      await panel(page)
        .getByRole("button", { name: /^Download \d/ })
        .click();
      await waitForModel(page, "quarter");
      await panel(page)
        .getByText(/^Takes about/)
        .waitFor({ timeout: 120_000 });
      await page.evaluate(source);
      expect(await violations(page, "time", ALL)).toEqual([]);
      await shoot(page, "stems-time");
      await start(page).click();
      const made = "Made by the studio model quarter, on this device’s processor";
      await panel(page).getByText(made).waitFor({ timeout: 120_000 });
      // A model that was brought once is used by all tools of the task.
      await page.goto("/karaoke-maker");
      await waitForModel(page, "quarter");
      await expect.poll(() => engine(page, "quarter").isChecked()).toBe(true);
    });
  },
);

it(
  "TLS-8 one that answers wrongly or needs too much memory says so, and nothing can be started",
  inLongRun,
  async () => {
    await withPage({ baseURL: site.url }, async (page) => {
      await site.open(page, "/ai-stem-splitter", { name: "song.wav", buffer: SONG });
      await ladder(page).locator("summary").press("Enter");
      await ladder(page)
        .getByText(/^Needs about 64 GB of memory/)
        .waitFor();
      expect(await engine(page, "large").isDisabled()).toBe(true);
      await shoot(page, "stems-memory");
      await chooseEngine(page, "broken");
      await panel(page)
        .getByRole("button", { name: /^Download \d/ })
        .click();
      const wrong = panel(page).getByText(
        "A test showed that the model gives wrong results on this device",
      );
      await wrong.last().waitFor({ timeout: 120_000 });
      // It is said once: nothing else is tried with the model.
      await expect.poll(() => wrong.count()).toBe(1);
      // The preview may say it before the test of the model does.
      await expect.poll(() => start(page).isDisabled()).toBe(true);
      await shoot(page, "stems-wrong");
      await chooseEngine(page, "Built-in");
      await expect.poll(() => start(page).isDisabled()).toBe(false);
    });
  },
);

it(
  "TLS-1 TLS-8 a mashup takes its parts by the model: a quarter of a song where that gives a quarter",
  inLongRun,
  async () => {
    await withPage({ baseURL: site.url }, async (page) => {
      await site.open(page, "/ai-mashup-maker", beats("a.wav", 120));
      await panel(page).getByRole("region", { name: "a.wav" }).waitFor();
      await page
        .locator('dialog[open] input[type="file"]')
        .first()
        .setInputFiles(beats("b.wav", 120));
      const song = (name: string) => panel(page).getByRole("region", { name, exact: true });
      for (const name of ["a.wav", "b.wav"]) {
        // Whatever was found: nothing is stretched.
        const bpm = song(name).getByRole("spinbutton");
        await bpm.fill("120");
        await expect.poll(() => bpm.inputValue()).toBe("120");
        await song(name).getByRole("combobox", { name: "Key" }).selectOption("0 major");
      }
      await song("b.wav").getByRole("combobox", { name: "Use" }).selectOption("all");
      await chooseEngine(page, "quarter");
      await panel(page)
        .getByRole("button", { name: /^Download \d/ })
        .click();
      await waitForModel(page, "quarter");
      const make = panel(page).getByRole("button", { name: "Create mashup" });
      await expect.poll(() => make.isEnabled(), { timeout: 120_000 }).toBe(true);
      await make.click();
      const mashup = panel(page).getByRole("region", { name: "Mashup", exact: true });
      await mashup
        .getByRole("button", { name: "Play", disabled: false })
        .waitFor({ timeout: 120_000 });
      await shoot(page, "stems-mashup");
      const powerOf = async (muted: string): Promise<number> => {
        const mute = mashup
          .getByRole("group", { name: muted })
          .getByRole("button", { name: "Mute" });
        await mute.press("Enter");
        const [file] = await Promise.all([
          page.waitForEvent("download"),
          page
            .locator("[data-action-bar]")
            .getByRole("button", { name: "Save the mashup" })
            .press("Enter"),
        ]);
        await mute.press("Enter");
        const { channels, rate } = readWav(fs.readFileSync(await file.path()));
        const excerpt = channels[0]!.subarray(rate, 7 * rate);
        return excerpt.reduce((sum, x) => sum + x * x, 0) / excerpt.length;
      };
      const whole = await powerOf("a.wav");
      const quarter = await powerOf("b.wav");
      // The whole song is lowered by 3 dB under the vocals only where those are heard.
      expect(10 * Math.log10(quarter / whole)).toBeCloseTo(-12.04, 0);
    });
  },
);
