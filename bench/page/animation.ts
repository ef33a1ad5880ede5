// Every template of animations in every shape, over bursts of noise eight times a second: how often
// what is written flashes, and a picture of each to look at; or over single hits: how many pictures
// lie between a hit and what it moves. See README.md beside this file.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright";
import { wavBytes } from "#audio/media/pcm/wav-bytes.ts";
import { TEMPLATES } from "#runtime/audio/worker/pictures/gl/templates.ts";
import { pixelsOf, SHAPES } from "#runtime/audio/worker/pictures/look.ts";
import { STYLES } from "#runtime/panel-kit/video/video-settings.ts";
import { BROWSER_FLAGS, browserProgram } from "./browser.ts";
import { openVideoMaker } from "./video-maker.ts";
import { openShotSite } from "./shot-site.ts";
import { chooseSetting } from "./choose-setting.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
/** General flash threshold in a second (WCAG 2.3.1). */
const LIMIT = 3;
/** Pictures from a hit to its change. */
const PICTURE_LIMIT = 1;
const { values } = parseArgs({
  options: {
    out: { type: "string", default: path.join(HOME, ".toolkit/animations") },
    seconds: { type: "string" },
    /** `strobe`: bursts, whose flashes are counted; `hits`: pictures from each hit to its change; a file: pictures to look at. */
    sound: { type: "string", default: "strobe" },
    /** Lines of the short side of films; fewer than 720 are asked of the worker, as the panel does not offer them. */
    lines: { type: "string", default: "720" },
    /** `gif` is small, at 15 pictures a second; `mp4` as visitors choose. */
    format: { type: "string", default: "gif" },
    /** Second of the picture to look at. */
    at: { type: "string", default: "1" },
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
const isHits = values.sound === "hits";
/** Seconds of hits, in no beat. */
const HITS = [0.41, 1.13, 1.99] as const;
/** How loud the noise is at a time: bursts with sharp ends, or hits that fade. */
const levelAt = (time: number): number => {
  if (!isHits) return (time * 8) % 1 < 0.5 ? 0.9 : 0;
  const since = HITS.map((hit) => time - hit).filter((past) => past >= 0);
  return since.length === 0 ? 0 : 0.9 * Math.exp(-Math.min(...since) / 0.05);
};
const seconds = Number(values.seconds ?? (isHits ? 2.6 : 2));
const samples = Float32Array.from(
  { length: seconds * RATE },
  (_, at) => levelAt(at / RATE) * noise(),
);
const isMade = isHits || values.sound === "strobe";
const made = wavBytes([samples, samples], { sampleRate: RATE, codec: "pcm-s16" });
const sound = {
  name: isMade ? `${values.sound}.wav` : path.basename(values.sound),
  mimeType: isMade ? "audio/wav" : "",
  buffer: isMade ? Buffer.from(made) : fs.readFileSync(values.sound),
};

/** Pictures a second of a film, and the side of the small pictures in which changes are looked for. */
const PICTURES = 30;
const SMALL = 96;
/** Pictures before and after a hit's own in which its change is looked for, and share of the most that is one. */
const AROUND = 5;
const CHANGE = 0.4;

/** Most pictures between a hit and the first that is changed by it. */
function pictureError(file: string): number {
  const scale = `scale=${SMALL}:${SMALL},format=gray`;
  const { stdout } = spawnSync(
    "ffmpeg",
    ["-v", "error", "-i", file, "-vf", scale, "-f", "rawvideo", "-"],
    { maxBuffer: 2 ** 30 },
  );
  const size = SMALL * SMALL;
  const changes = Array.from({ length: stdout.length / size }, (_, at) => {
    let sum = 0;
    for (let i = 0; at > 0 && i < size; i++)
      sum += Math.abs(stdout[at * size + i]! - stdout[(at - 1) * size + i]!);
    return sum;
  });
  const errors = HITS.map((hit) => {
    const own = Math.ceil(hit * PICTURES - 1e-6);
    const near = changes.slice(own - AROUND, own + AROUND + 1);
    const rest = near.toSorted((a, b) => a - b)[AROUND - 1]!;
    const max = Math.max(...near);
    return near.findIndex((change) => change - rest > CHANGE * (max - rest)) - AROUND;
  });
  return Math.max(...errors.map(Math.abs));
}

const panelOf = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const choices = (page: Page, label: string): Promise<string[]> =>
  panelOf(page)
    .getByLabel(label, { exact: true })
    .locator("option, input[type=radio]")
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement | HTMLInputElement).value));

/** Makes what is set. @returns the file, and most flashes in a second */
async function make(page: Page): Promise<{ readonly file: string; readonly flashes: number }> {
  const panel = panelOf(page);
  const done = page.locator("dialog[open] [data-job][data-state=done]");
  const before = await done.count();
  await panel.locator("[data-start]:enabled").click();
  await done.nth(before).waitFor({ state: "attached", timeout: 400_000 });
  const result = panel.getByRole("region", { name: "Result", exact: true });
  const notice = result.getByText(/at most \d+/);
  await notice.waitFor({ timeout: 60_000 });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    result.getByRole("button", { name: "Download", exact: true }).press("Enter"),
  ]);
  return {
    file: await file.path(),
    flashes: Number(/at most (\d+)/.exec(await notice.innerText())![1]),
  };
}

/** What is made, and how it is left. */
interface Studio {
  readonly templates: readonly string[];
  readonly ratios: readonly string[];
  readonly make: (template: string, ratio: string) => ReturnType<typeof make>;
  readonly close: () => Promise<void>;
}

/** The panel, as visitors have it. */
async function openPanel(): Promise<Studio> {
  const site = await openShotSite(HOME, path.join(HOME, "dist"));
  const browser = await chromium.launch({
    executablePath: browserProgram(),
    args: [...BROWSER_FLAGS, "--enable-unsafe-swiftshader"],
  });
  const context = await browser.newContext({ baseURL: site.url, locale: "en-US" });
  const token = await site.signedIn("ada.lovelace");
  await context.addInitScript((value) => localStorage.setItem("toolkit_token", value), token);
  const page = await context.newPage();
  await page.goto("/audio-to-animation-ai");
  await page.locator('dialog[open] input[type="file"]').first().setInputFiles(sound);
  await page.locator("canvas[data-frame]").waitFor({ timeout: 60_000 });
  const [templates, ratios] = [
    await choices(page, "Template"),
    await choices(page, "Aspect ratio"),
  ];
  await chooseSetting(panelOf(page), "Format", values.format);
  if (values.format === "mp4") await chooseSetting(panelOf(page), "Resolution", values.lines);
  return {
    templates,
    ratios,
    async make(template, ratio) {
      await chooseSetting(panelOf(page), "Template", template);
      await chooseSetting(panelOf(page), "Aspect ratio", ratio);
      return make(page);
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

/** The worker alone. What flashes too often is made again in calm, as the panel does. */
async function openWorker(lines: number): Promise<Studio> {
  const maker = await openVideoMaker(path.join(HOME, "dist"));
  const file = path.join(out, sound.name);
  fs.writeFileSync(file, sound.buffer);
  return {
    templates: TEMPLATES,
    ratios: SHAPES,
    async make(requested, ratio) {
      const shape = SHAPES.find((one) => one === ratio)!;
      const template = TEMPLATES.find((one) => one === requested)!;
      const size = pixelsOf(shape, lines);
      // The colors that animations have from the beginning.
      const own = { ...STYLES.tide, visual: "none", progress: false } as const;
      const look = { ...own, shape, template };
      const video = {
        sound: file,
        output: "mp4",
        rate: PICTURES,
        bitrate: 4_000_000,
        size,
      } as const;
      const first = await maker.make({ ...video, look });
      return first.flashes <= LIMIT
        ? first
        : maker.make({ ...video, look: { ...look, calm: true } });
    },
    close: () => maker.close(),
  };
}

const studio = await (Number(values.lines) < 720 ? openWorker(Number(values.lines)) : openPanel());
let worst = 0;
try {
  const templates = values.templates?.split(",") ?? studio.templates;
  const ratios = values.ratios?.split(",") ?? studio.ratios;
  const rows: Record<string, Record<string, number>> = {};
  for (const template of templates) {
    rows[template] = {};
    for (const ratio of ratios) {
      const { file, flashes } = await studio.make(template, ratio);
      const found = isHits ? pictureError(file) : flashes;
      worst = Math.max(worst, found);
      rows[template][ratio] = found;
      const picture = path.join(out, `${template}-${ratio.replaceAll(/\W/g, "x")}.png`);
      spawnSync("ffmpeg", [
        "-v",
        "error",
        "-y",
        "-ss",
        values.at,
        "-i",
        file,
        "-frames:v",
        "1",
        picture,
      ]);
    }
    process.stdout.write(`${template}: ${JSON.stringify(rows[template])}\n`);
  }
  console.table(rows);
  process.stdout.write(
    isHits
      ? `At most ${worst} pictures between a hit and its change; ${PICTURE_LIMIT} are allowed.\n`
      : `At most ${worst} flashes a second; ${LIMIT} are allowed. Pictures: ${out}\n`,
  );
} finally {
  await studio.close();
}
process.exitCode = worst > (isHits ? PICTURE_LIMIT : LIMIT) ? 1 : 0;
