import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { runInTerminal, run } from "#tests/fixtures/run-toolkit.ts";
import { createProgressBar } from "../audio/progress-bar.ts";
import { createProgress } from "../progress/build-progress.ts";
import { paintFor } from "../command-kit/colors.ts";
import { HOME } from "../files/home.ts";
import { terminalText } from "./terminal-text.ts";

afterAll(removeSites);

/** Beginnings, ends and parts of sequences, and characters that turn text around or have no width. */
const SEGMENTS = [
  ..."\u001b \u001b[ \u001b] \u001bP \u001bX \u001b_ \u001b^ \u009b \u009d \u0090 \u009c \u001b\\ \u0007 \u0008 \r \u000b \u000c \u007f \u0085".split(
    " ",
  ),
  ..."\u202a \u202b \u202d \u202e \u2066 \u2067 \u2068 \u2069 \ufeff \u00ad".split(" "),
  ..."2K 2J ?7l ?7h ?1049h 8m 30m 31;40m 0;title 8;;https://evil.example 52;c;cHduZWQ= H A m a é 漢 0 ;".split(
    " ",
  ),
  "\n",
  "\t",
  " ",
];
const foreign = fc
  .array(fc.constantFrom(...SEGMENTS), { maxLength: 20 })
  .map((all) => all.join(""));
const LIVE =
  // oxlint-disable-next-line no-control-regex -- that is what it is for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u202a-\u202e\u2066-\u2069\ufeff]/;
const OWN = new RegExp(String.raw`\u001b\[(?:0|1|2|22|3[1236]|39)m`, "g");
const REDRAW = "\r\u001b[2K";

describe("text for a terminal", () => {
  it("CLI-2 whatever is in a text, nothing of it controls the terminal", () => {
    fc.assert(
      fc.property(foreign, (text) => {
        const shown = terminalText(`> ${text}`);
        expect(shown.replace(OWN, "")).not.toMatch(LIVE);
        expect(terminalText(shown)).toBe(shown);
      }),
      { numRuns: 3000 },
    );
  });

  it("CLI-2 hidden text, other colors, links, titles and the clipboard are left out", () => {
    expect(
      terminalText(
        "a\u001b[8mb\u001b[30;40mc\u001b]0;t\u0007d\u001b]8;;x\u001b\\e\u001b]52;c;x\u0007f",
      ),
    ).toBe("abcdef");
  });

  it("CLI-2 colors and progress lines of the program stay as they are", () => {
    const paint = paintFor(true, {});
    const colors = (["bold", "dim", "red", "yellow", "green", "cyan"] as const).map((color) =>
      paint(color, color),
    );
    expect(terminalText(`${colors.join("\n\t")}\n`)).toBe(`${colors.join("\n\t")}\n`);
    const lines: string[] = [];
    const bar = createProgressBar(
      (line) => lines.push(line),
      true,
      () => lines.length * 1000,
    );
    const advance = bar.begin(() => "talk.mp3");
    advance(0.1);
    advance(0.2);
    bar.clear();
    const progress = createProgress(
      (line) => lines.push(line),
      true,
      () => lines.length * 1000,
    );
    progress.onProgress("load", 1, 2);
    progress.onProgress("load", 2, 2);
    progress.clear();
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.map(terminalText)).toEqual(lines);
  });
});

describe("what commands show", () => {
  const EVIL = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e";
  const site = () =>
    makeSite({
      ...siteFiles(),
      "locales/en/site.json": `{ "hello": ${JSON.stringify(`Hello {{name}} ${EVIL}`)}, "${EVIL.replace("\u001b", "\\u001b").replace("\u0007", "\\u0007").replace("\u001b", "\\u001b")}": "a" }`,
      "content/tools/alpha.md": siteFiles()["content/tools/alpha.md"]!.replace(
        "group: clean",
        `group: ${JSON.stringify(EVIL)}`,
      ),
    });

  it.each([
    ["check"],
    ["check", "--no-site"],
    ["locales", "status"],
    ["build"],
    [`${EVIL}`],
    ["new", "tool", EVIL],
  ])("CLI-2 of a hostile site: toolkit %j", async (...argv) => {
    const shown = await runInTerminal(site(), argv, { NO_COLOR: "1" });
    expect(shown).not.toBe("");
    expect(shown.replaceAll(REDRAW, "")).not.toMatch(LIVE);
    const { err } = await run(site(), argv);
    expect(err).not.toMatch(LIVE);
  });

  it("CLI-2 nothing is written past the context", () => {
    const found = fs
      .readdirSync(path.join(HOME, "cli"), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.tsc|\.test\.|test-/.test(name))
      .filter((name) =>
        /process\.std(out|err)\.write|console\.(log|error|warn|info)/.test(
          fs.readFileSync(path.join(HOME, "cli", name), "utf8"),
        ),
      );
    // Where the program itself could not write.
    expect(found).toEqual(["main.ts"]);
  });
});
