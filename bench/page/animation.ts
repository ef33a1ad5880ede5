// Every template of animations in every shape, over bursts of noise eight times a second: how often
// what is written flashes, and a picture of each to look at. See README.md beside this file.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright";
import type { Page } from "playwright";
import { wavBytes } from "../../audio/media/pcm/wav-bytes.ts";
import { BROWSER_FLAGS, browserProgram } from "./browser.ts";
import { openShotSite } from "./shot-site.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
/** General flash threshold in a second (WCAG 2.3.1). */
const LIMIT = 3;
const { values } = parseArgs({
  options: {
    out: { type: "string", default: path.join(HOME, ".toolkit/animations") },
    seconds: { type: "string", default: "2" },
    /** `gif` is small, at 15 pictures a second; `mp4` as visitors choose. */
    format: { type: "string", default: "gif" },
    templates: { type: "string" },
    ratios: { type: "string" },
  },
});
const out = path.resolve(values.out);
fs.mkdirSync(out, { recursive: true });

const RATE = 22_050;
let seed = 9;
/** White noise from -1 to 1, the same in each run (a congruential generator, Numerical Recipes). */
const noise = (): number => {
  seed = (1_664_525 * seed + 1_013_904_223) >>> 0;
  return seed / 2 ** 31 - 1;
};
const samples = Float32Array.from({ length: Number(values.seconds) * RATE }, (_, at) =>
  ((at / RATE) * 8) % 1 < 0.5 ? 0.9 * noise() : 0,
);
const strobe = {
  name: "strobe.wav",
  mimeType: "audio/wav",
  buffer: Buffer.from(wavBytes([samples, samples], { sampleRate: RATE, codec: "pcm-s16" })),
};

const panelOf = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const choices = (page: Page, label: string): Promise<string[]> =>
  panelOf(page)
    .getByLabel(label, { exact: true })
    .locator("option")
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));

/** Makes what is set. @returns the file, and most flashes in a second */
async function make(page: Page): Promise<{ readonly file: string; readonly flashes: number }> {
  const panel = panelOf(page);
  const done = page.locator("dialog[open] [data-job][data-state=done]");
  const before = await done.count();
  await panel.locator("form button[type=submit]:enabled").click();
  await done.nth(before).waitFor({ state: "attached", timeout: 400_000 });
  const result = panel.getByRole("region", { name: "Result", exact: true });
  const told = result.getByText(/at most \d+/);
  await told.waitFor({ timeout: 60_000 });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    result.getByRole("button", { name: "Download", exact: true }).press("Enter"),
  ]);
  return {
    file: await file.path(),
    flashes: Number(/at most (\d+)/.exec(await told.innerText())![1]),
  };
}

const site = await openShotSite(HOME, path.join(HOME, "dist"));
const browser = await chromium.launch({
  executablePath: browserProgram(),
  args: [...BROWSER_FLAGS, "--enable-unsafe-swiftshader"],
});
let worst = 0;
try {
  const context = await browser.newContext({ baseURL: site.url, locale: "en-US" });
  const token = await site.signedIn("ada.lovelace");
  await context.addInitScript((value) => localStorage.setItem("toolkit_token", value), token);
  const page = await context.newPage();
  await page.goto("/audio-to-animation-ai");
  await page.locator('dialog[open] input[type="file"]').first().setInputFiles(strobe);
  await page.locator("canvas[data-frame]").waitFor({ timeout: 60_000 });
  const templates = values.templates?.split(",") ?? (await choices(page, "Template"));
  const ratios = values.ratios?.split(",") ?? (await choices(page, "Aspect ratio"));
  await panelOf(page).getByLabel("Format", { exact: true }).selectOption(values.format);
  const rows: Record<string, Record<string, number>> = {};
  for (const template of templates) {
    await panelOf(page).getByLabel("Template", { exact: true }).selectOption(template);
    rows[template] = {};
    for (const ratio of ratios) {
      await panelOf(page).getByLabel("Aspect ratio", { exact: true }).selectOption(ratio);
      const { file, flashes } = await make(page);
      worst = Math.max(worst, flashes);
      rows[template][ratio] = flashes;
      const name = path.join(out, `${template}-${ratio.replaceAll(/\W/g, "x")}`);
      spawnSync("ffmpeg", [
        "-v",
        "error",
        "-y",
        "-ss",
        "1",
        "-i",
        file,
        "-frames:v",
        "1",
        `${name}.png`,
      ]);
    }
    process.stdout.write(`${template}: ${JSON.stringify(rows[template])}\n`);
  }
  console.table(rows);
  process.stdout.write(
    `At most ${worst} flashes a second; ${LIMIT} are allowed. Pictures: ${out}\n`,
  );
} finally {
  await browser.close();
  await site.close();
}
process.exitCode = worst > LIMIT ? 1 : 0;
