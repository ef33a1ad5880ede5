import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { ALL, source, violations } from "./access.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { compareTo, differencesTo, readLooks } from "./looks.ts";
import { wavOf } from "./sounds.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const PAGE = "locales/de/tools/audio-trimmer.md";

let root: string;
let server: ChildProcess;
let url: string;
/** All that the server has told the terminal. */
let terminal = "";
/** What the editor was started with. */
let opened: string;

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
  opened = path.join(root, "opened.txt");
  const editor = path.join(root, "editor.sh");
  fs.writeFileSync(editor, `#!/bin/sh\necho "$@" > '${opened}'\n`, { mode: 0o755 });
  server = spawn(
    process.execPath,
    [path.join(HOME, "bin/toolkit.mjs"), "dev", "--root", root, "--port", "0"],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, LAUNCH_EDITOR: editor } },
  );
  url = await new Promise<string>((resolve) => {
    server.stderr!.setEncoding("utf8").on("data", (chunk: string) => {
      terminal += chunk;
      const [found] = /http:\/\/[\d.]+:\d+/.exec(terminal) ?? [];
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
const storedScroll = (page: Page): Promise<unknown[]> =>
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
    const [, position] = await storedScroll(page);
    const undo = edit(root, PAGE, /^heading: .*$/m, "heading: Soeben geändert");
    await page.getByRole("heading", { name: "Soeben geändert" }).waitFor();
    // To the pixel: the heights of lines are fractions of one.
    const isSame = async (): Promise<boolean> => {
      const [state, at, language] = await storedScroll(page);
      return state === "yes" && language === "de" && Math.abs(Number(at) - Number(position)) <= 1;
    };
    await expect.poll(isSame).toBe(true);
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
    const overlay = await overlayText(page);
    expect(overlay).toContain(`${PAGE}:${line.split("\n").length + 1}:1`);
    expect(overlay).toContain('Did you mean "heading"?');
    expect(overlay).toMatch(/> +\d+ \| headding: /);
    undo();
    await page.locator("toolkit-overlay").waitFor({ state: "detached" });
    expect((await storedScroll(page))[0]).toBe("yes");

    const fix = edit(root, "locales/de/pages.json", /"\s*,/, "");
    await page.locator("toolkit-overlay dialog").waitFor();
    expect(await overlayText(page)).toMatch(/locales\/de\/pages\.json:\d+:\d+/);
    fix();
    await page.locator("toolkit-overlay").waitFor({ state: "detached" });
  }));

it(
  "CLI-4 code that renders pages is taken up at once, and a fault in it has file and line",
  inLongRun,
  () =>
    withPage({}, async (page) => {
      await page.goto(`${url}/de/audio-trimmer`);
      await page.locator("toolkit-panel button").waitFor();
      await mark(page);
      const tool = "runtime/pages/Tool.tsx";
      let undo = edit(root, tool, '<Section id="steps"', '<b>NEU</b><Section id="steps"');
      await page.getByText("NEU", { exact: true }).waitFor();
      undo();
      await page.getByText("NEU", { exact: true }).waitFor({ state: "detached" });
      undo = edit(
        root,
        "runtime/pages/tool.module.css",
        ".steps {",
        ".steps { outline: 7px solid;",
      );
      await page.waitForFunction(
        () => getComputedStyle(document.querySelector("ol[class^=steps]")!).outlineWidth === "7px",
      );
      undo();
      expect((await storedScroll(page))[0]).toBe("yes");
      undo = edit(root, tool, '<Section id="steps"', '<Section <id="steps"');
      await page.locator("toolkit-overlay dialog").waitFor();
      expect(await overlayText(page)).toMatch(/runtime\/pages\/Tool\.tsx:\d+/);
      undo();
      await page.locator("toolkit-overlay").waitFor({ state: "detached" });
    }),
);

const locationOf = (file: string, text: string): string => {
  const before = fs.readFileSync(path.join(root, file), "utf8").split(text)[0]!.split("\n");
  return `${file}:${before.length}:${before.at(-1)!.length + 1}`;
};

it(
  "CLI-4 a throw while rendering, in a script, and an unknown message have their places, which open in the editor",
  inLongRun,
  () =>
    withPage({}, async (page) => {
      await page.goto(`${url}/de/audio-trimmer`);
      await page.locator("toolkit-panel button").waitFor();
      const tool = "runtime/pages/Tool.tsx";
      const overlay = page.locator("toolkit-overlay dialog");
      const overlayClosed = () => page.locator("toolkit-overlay").waitFor({ state: "detached" });

      let undo = edit(
        root,
        tool,
        /^ {2}return \(/m,
        '  if (page.slug) throw new Error("so what");\n$&',
      );
      await overlay.waitFor();
      let errorText = await overlayText(page);
      const thrown = locationOf(tool, 'new Error("so what")');
      expect(errorText).toContain(thrown);
      expect(errorText).toContain("A page cannot be rendered");
      expect(errorText).toContain(
        "/de/audio-trimmer: so what. The page is content/tools/audio-trimmer.md.",
      );
      expect(errorText).toMatch(/> +\d+ \| +if \(page\.slug\)/);
      await expect.poll(() => terminal).toContain(thrown);
      await overlay.getByRole("link", { name: thrown }).click();
      await expect
        .poll(() => fs.existsSync(opened) && fs.readFileSync(opened, "utf8"))
        .toContain(path.join(root, tool));
      undo();
      await overlayClosed();

      undo = edit(root, tool, '"pages:tool.steps"', '"pages:tool.stepps"');
      await overlay.waitFor();
      errorText = await overlayText(page);
      expect(errorText).toContain(locationOf(tool, "pages:tool.stepps"));
      expect(errorText).toContain('Did you mean "pages:tool.steps"?');
      undo();
      await overlayClosed();

      undo = edit(root, tool, /^/, 'import "./nowhere.ts";\n');
      await overlay.waitFor();
      await expect.poll(() => overlayText(page)).toMatch(/runtime\/pages\/Tool\.tsx:1:\d+/);
      expect(await overlayText(page)).toMatch(/> 1 \| import "\.\/nowhere\.ts"/);
      undo();
      await overlayClosed();

      const script = "runtime/page-scripts/theme.ts";
      undo = edit(
        root,
        script,
        /$/,
        '\nsetTimeout(() => {\n  throw new RangeError("in the browser");\n});\n',
      );
      await overlay.waitFor();
      errorText = await overlayText(page);
      expect(errorText).toContain("A script on the page fails in the browser");
      expect(errorText).toContain("RangeError: in the browser");
      expect(errorText).toContain(locationOf(script, 'new RangeError("in the browser")'));
      undo();
    }),
);

it(
  "CLI-4 what only scripts bring has its styles, though the page of all components lists them",
  inLongRun,
  () =>
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
    }),
);

it(
  "CLI-4 a draft is shown and marked; the panel at the side says what others will see",
  inLongRun,
  () =>
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
      expect(text).toContain("Audio Trimmer – Cut MP3, WAV and M4A in Your Browser");
      expect(text.indexOf("Warnings")).toBeLessThan(text.indexOf("Translations"));
      expect(text.indexOf("Deutsch")).toBeGreaterThan(text.indexOf("Translations"));
      fs.rmSync(opened, { force: true });
      await panel.getByRole("link", { name: "content/tools/audio-trimmer.md" }).first().click();
      await expect
        .poll(() => fs.existsSync(opened) && fs.readFileSync(opened, "utf8"))
        .toContain(path.join(root, "content/tools/audio-trimmer.md"));
      expect(await page.evaluate(() => document.querySelector("main")!.clientWidth)).toBe(width);
      // What the files say now is drawn in its place, and the keyboard stays where it was.
      const retitle = edit(
        root,
        "content/tools/audio-trimmer.md",
        /^title: .*$/m,
        "title: Another Title of the Audio Trimmer",
      );
      await panel.getByText("Another Title of the Audio Trimmer").first().waitFor();
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "detached" });
      retitle();
      undo();
    }),
);

it("CLI-1 the page of all components shows each in every state, in light and dark, for everybody", async () => {
  await withPage({ baseURL: url, bypassCSP: true, reducedMotion: "reduce" }, async (page) => {
    const pageErrors = watch(page);
    await page.goto("/kitchen-sink");
    await page.locator("h1").waitFor();
    const states = await page
      .locator("[data-zone]")
      .evaluateAll((zones) => zones.map((zone) => (zone as HTMLElement).dataset["state"]!));
    expect(new Set(states)).toEqual(new Set(["idle", "building"]));
    await page.evaluate(source);
    // Everything is there twice, in light and in dark, and so are its names.
    const rules = { "landmark-unique": { enabled: false } };
    expect(await violations(page, "kitchen sink", { ...ALL, rules })).toEqual([]);
    expect(pageErrors).toEqual([]);
  });
});

it.each(["ltr", "rtl"])(
  "TLS-19 every component looks as it was accepted, in light and dark (%s)",
  async (dir) => {
    const viewport = { width: 1280, height: 900 };
    await withPage(
      { baseURL: url, bypassCSP: true, reducedMotion: "reduce", viewport },
      async (page) => {
        await page.goto("/kitchen-sink");
        await page.locator("h1").waitFor();
        await page.evaluate((own) => (document.documentElement.dir = own), dir);
        const differences: string[] = [];
        for (const theme of ["light", "dark"])
          for (const line of differencesTo(
            `${theme}-${dir}`,
            await readLooks(page, `main [data-theme=${theme}]`),
          ))
            differences.push(`${theme}: ${line}`);
        // `npm run looks` accepts what has changed on purpose.
        expect(differences).toEqual([]);
        // A change of one color or of one space is found.
        for (const content of [
          "button { color: red !important }",
          "summary { padding-top: 20px !important }",
        ]) {
          const style = await page.addStyleTag({ content });
          const changed = await readLooks(page, "main [data-theme=light]");
          expect(compareTo(`light-${dir}`, changed)).not.toEqual([]);
          await style.evaluate((own) => (own as Element).remove());
        }
      },
    );
  },
);

it("CLI-10 ends with 130 when it is interrupted", async () => {
  server.kill("SIGINT");
  expect((await once(server, "exit"))[0]).toBe(130);
});
