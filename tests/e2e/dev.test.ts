import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { ALL, source, violations } from "./access.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { wavOf } from "./sounds.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const PAGE = "locales/de/tools/audio-trimmer.md";

let root: string;
let server: ChildProcess;
let url: string;

/** A site of one tool in two languages, with code of its own. */
function makeSite(): string {
  const scratch = path.join(HOME, ".toolkit/tests");
  fs.mkdirSync(scratch, { recursive: true });
  const folder = fs.mkdtempSync(path.join(scratch, "dev-"));
  const copy = (name: string): void =>
    fs.cpSync(path.join(HOME, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => !/(^|[/\\])\.tsc$|\.test\.tsx?$/.test(file),
    });
  for (const name of ["runtime", "core", "audio", "tsconfig.base.json", "content/pages"])
    copy(name);
  for (const code of ["en", "de"])
    for (const name of fs.readdirSync(path.join(HOME, "locales", code)))
      if (name.endsWith(".json")) copy(`locales/${code}/${name}`);
  copy("content/tools/audio-trimmer.md");
  copy(PAGE);
  edit(folder, "content/tools/audio-trimmer.md", /^related: .*$/m, "related: []");
  edit(folder, "content/tools/audio-trimmer.md", /\]\(\/[a-z-]+\)/g, "](/)");
  edit(folder, PAGE, /\]\(\/[a-z-]+\)/g, "](/)");
  const config = fs.readFileSync(path.join(HOME, "toolkit.config.ts"), "utf8");
  fs.writeFileSync(
    path.join(folder, "toolkit.config.ts"),
    config.replace(
      "[...DEFAULT_LOCALES]",
      '[...DEFAULT_LOCALES].filter(({ code }) => ["en", "de"].includes(code))',
    ),
  );
  return folder;
}

/** What undoes the edits that have not been undone. */
const standing = new Set<() => void>();

/** Changes a file. @returns writes it as it was before */
function edit(folder: string, file: string, from: string | RegExp, to: string): () => void {
  const target = path.join(folder, file);
  const before = fs.readFileSync(target, "utf8");
  const undo = (): void => {
    standing.delete(undo);
    fs.writeFileSync(target, before);
  };
  fs.writeFileSync(target, before.replace(from, to));
  standing.add(undo);
  return undo;
}

beforeAll(async () => {
  root = makeSite();
  standing.clear();
  server = spawn(
    process.execPath,
    [path.join(HOME, "bin/toolkit.mjs"), "dev", "--root", root, "--port", "0"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  url = await new Promise<string>((resolve) => {
    let told = "";
    server.stderr!.setEncoding("utf8").on("data", (chunk: string) => {
      told += chunk;
      const [found] = /http:\/\/[\d.]+:\d+/.exec(told) ?? [];
      if (found) resolve(found);
    });
  });
});
// One that failed leaves nothing to the next, nor to its second try.
afterEach(() => [...standing].toReversed().forEach((undo) => undo()));
afterAll(async () => {
  if (server.exitCode === null) {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
  fs.rmSync(root, { recursive: true, force: true });
});
useBrowser();

const overlayText = (page: Page): Promise<string> =>
  page.locator("toolkit-overlay dialog").innerText();
/** Something that a load of the document would lose. */
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.dataset["kept"] = "yes";
    window.scrollTo(0, 600);
  });
const kept = (page: Page): Promise<unknown[]> =>
  page.evaluate(() => [
    document.documentElement.dataset["kept"],
    // The heading may have become shorter: what is read stays where it is.
    Math.round(document.querySelector("ol[class^=steps]")!.getBoundingClientRect().top),
    document.documentElement.lang,
  ]);

it("CLI-4 an edit shows in the open page, at the same place and in the same language", () =>
  withPage({ viewport: { width: 1280, height: 700 } }, async (page) => {
    // Nothing has been made for a browser yet.
    await page.goto(`${url}/de/audio-trimmer`, { timeout: 240_000 });
    await page.locator("toolkit-panel button").waitFor();
    await mark(page);
    const [, place] = await kept(page);
    const undo = edit(root, PAGE, /^heading: .*$/m, "heading: Soeben geändert");
    await page.getByRole("heading", { name: "Soeben geändert" }).waitFor();
    await expect.poll(() => kept(page)).toEqual(["yes", place, "de"]);
    undo();
    await page.getByRole("heading", { name: "Soeben geändert" }).waitFor({ state: "detached" });
  }));

it("CLI-4 a mistake is told over the page with its place, and no longer when it is mended", () =>
  withPage({}, async (page) => {
    await page.goto(`${url}/de/audio-trimmer`);
    await page.locator("toolkit-panel button").waitFor();
    await mark(page);
    const undo = edit(root, PAGE, /^heading: /m, "headding: ");
    const line = fs.readFileSync(path.join(root, PAGE), "utf8").split("\nheadding:")[0]!;
    await page.locator("toolkit-overlay dialog").waitFor();
    const told = await overlayText(page);
    expect(told).toContain(`${PAGE}:${line.split("\n").length + 1}:1`);
    expect(told).toContain('Did you mean "heading"?');
    expect(told).toMatch(/> +\d+ \| headding: /);
    undo();
    await page.locator("toolkit-overlay").waitFor({ state: "detached" });
    expect((await kept(page))[0]).toBe("yes");

    const mend = edit(root, "locales/de/pages.json", /"\s*,/, "");
    await page.locator("toolkit-overlay dialog").waitFor();
    expect(await overlayText(page)).toMatch(/locales\/de\/pages\.json:\d+:\d+/);
    mend();
    await page.locator("toolkit-overlay").waitFor({ state: "detached" });
  }));

it("CLI-4 code that renders pages is taken up at once, and a fault in it has file and line", () =>
  withPage({}, async (page) => {
    await page.goto(`${url}/de/audio-trimmer`);
    await page.locator("toolkit-panel button").waitFor();
    await mark(page);
    const tool = "runtime/pages/Tool.tsx";
    let undo = edit(root, tool, '<Section id="steps"', '<b>NEU</b><Section id="steps"');
    await page.getByText("NEU", { exact: true }).waitFor();
    undo();
    await page.getByText("NEU", { exact: true }).waitFor({ state: "detached" });
    undo = edit(root, "runtime/pages/tool.module.css", ".steps {", ".steps { outline: 7px solid;");
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector("ol[class^=steps]")!).outlineWidth === "7px",
    );
    undo();
    expect((await kept(page))[0]).toBe("yes");
    undo = edit(root, tool, '<Section id="steps"', '<Section <id="steps"');
    await page.locator("toolkit-overlay dialog").waitFor();
    expect(await overlayText(page)).toMatch(/runtime\/pages\/Tool\.tsx:\d+/);
    undo();
    await page.locator("toolkit-overlay").waitFor({ state: "detached" });
  }));

it("CLI-4 what only scripts bring has its styles, though the page of all components lists them", () =>
  withPage({}, async (page) => {
    const sound = wavOf({ seconds: 1, rate: 8000 }, (time) => Math.sin(2764.6 * time));
    await page.goto(`${url}/audio-trimmer`);
    await page.locator("toolkit-panel button").waitFor();
    await page
      .locator('main input[type="file"]')
      .setInputFiles({ name: "tone.wav", mimeType: "audio/wav", buffer: sound });
    const field = page.locator("dialog[open]").getByRole("textbox", { name: "Start" });
    await field.waitFor();
    // Without its rules a block is no grid, and a browser frames an input by two pixels, inset.
    const look = () =>
      field.evaluate((input) => {
        const block = getComputedStyle(input.closest("[class*=field]")!);
        const frame = getComputedStyle(input);
        return [block.display, frame.borderTopStyle, frame.borderTopWidth];
      });
    await expect.poll(look).toEqual(["grid", "solid", "1px"]);
  }));

it("CLI-4 a draft is shown and marked; the panel at the side says what others will see", () =>
  withPage({}, async (page) => {
    const undo = edit(root, "content/tools/audio-trimmer.md", /^slug: .*$/m, "$&\ndraft: true");
    await page.goto(`${url}/audio-trimmer`);
    const button = page.locator("toolkit-panel button");
    await button.waitFor();
    expect(await button.innerText()).toContain("Draft");
    const width = await page.evaluate(() => document.querySelector("main")!.clientWidth);
    await page.keyboard.press("Alt+Shift+P");
    const panel = page.locator("toolkit-panel aside");
    await panel.waitFor();
    const text = await panel.innerText();
    expect(text).toContain("content/tools/audio-trimmer.md");
    expect(text).toContain("Audio Trimmer – Cut MP3, WAV and M4A in Your Browser | Fermata");
    expect(text).toContain("Deutsch");
    expect(await page.evaluate(() => document.querySelector("main")!.clientWidth)).toBe(width);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    undo();
  }));

it("CLI-1 the page of all components shows each in every state, in light and dark, for everybody", async () => {
  await withPage({ baseURL: url, bypassCSP: true, reducedMotion: "reduce" }, async (page) => {
    const heard = watch(page);
    await page.goto("/kitchen-sink");
    await page.locator("h1").waitFor();
    const states = await page
      .locator("[data-zone]")
      .evaluateAll((zones) => zones.map((zone) => (zone as HTMLElement).dataset["state"]!));
    expect(new Set(states)).toEqual(
      new Set([
        "idle",
        "over",
        "building",
        "loading",
        "working",
        "done",
        "partly",
        "error",
        "offline",
        "credits",
      ]),
    );
    await page.evaluate(source);
    // Everything is there twice, in light and in dark, and so are its names.
    const rules = { "landmark-unique": { enabled: false } };
    expect(await violations(page, "kitchen sink", { ...ALL, rules })).toEqual([]);
    expect(heard).toEqual([]);
  });
});

it("CLI-10 ends with 130 when it is interrupted", async () => {
  server.kill("SIGINT");
  expect((await once(server, "exit"))[0]).toBe(130);
});
