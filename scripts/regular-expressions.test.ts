import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isLong } from "#tests/left-out.ts";
import { checkExpression } from "./check-expression.ts";
import { codeOf, createExpressionReader } from "./regular-expressions.ts";

const ROOT = path.join(import.meta.dirname, "..");
const FOLDERS = [
  "core",
  "runtime",
  "server",
  "cli",
  "audio",
  "bin",
  "create",
  "programs",
  "scripts",
];
/**
 * Expressions with a long analysis that found nothing; the short run skips them, the long run
 * analyzes them. `TOOLKIT_EXPRESSIONS=write` renews the list.
 */
const LIST = path.join(ROOT, "scripts/linear-expressions.json");
/** Some hundred expressions of more than this take nearly all of the time. */
const SLOW_MS = 10;

/** Expressions that may take more than linear time, each with the reason why no text of others can use that. */
const ALLOWED: Readonly<Record<string, string>> = {};

const nameOf = ({ source, flags }: { readonly source: string; readonly flags: string }): string =>
  `/${source}/${flags}`;

/** A repetition without an end, outside of classes: without one, nothing takes more than linear time. */
const REPEATS = /(?:[*+]|\{\d+,\}|\{\d+,\d{2,}\})/;
const isRepeated = (source: string): boolean =>
  REPEATS.test(source.replace(/\\[^]|\[(?:[^\]\\]|\\[^])*\]/g, "c"));

describe("regular expressions", { timeout: 900_000 }, () => {
  const read = createExpressionReader((file) => fs.readFileSync(path.join(ROOT, file), "utf8"));
  const found = Map.groupBy(codeOf(ROOT, FOLDERS).flatMap(read), nameOf);
  const isWriting = process.env["TOOLKIT_EXPRESSIONS"] === "write";
  const list = JSON.parse(fs.readFileSync(LIST, "utf8")) as readonly string[];

  it("take linear time, whatever they are applied to", async () => {
    const known = new Set(isLong || isWriting ? [] : list);
    const slow: string[] = [];
    const problems: string[] = [];
    for (const [name, locations] of found) {
      const { source, flags } = locations[0]!;
      if (!isRepeated(source) || known.has(name) || name in ALLOWED) continue;
      const start = process.cpuUsage();
      const finding = await checkExpression(source, flags);
      const where = locations.map(({ file, line }) => `${file}:${line}`).join(", ");
      if (finding) problems.push(`${where}: ${finding.complexity}: ${name}; try ${finding.attack}`);
      else if (process.cpuUsage(start).user > SLOW_MS * 1000) slow.push(name);
    }
    if (isWriting) fs.writeFileSync(LIST, `${JSON.stringify(slow.toSorted(), null, 2)}\n`);
    expect(problems).toEqual([]);
  });

  it("are listed only as long as they are there", () => {
    expect([...list, ...Object.keys(ALLOWED)].filter((name) => !found.has(name))).toEqual([]);
  });
});

describe("the check of regular expressions", { timeout: 300_000 }, () => {
  it.each([
    ["/(a+)+$/", "exponential"],
    ["/<!--[^]*?-->/g", "2nd degree"],
    ["/\\s+$/", "2nd degree"],
    ["/<script\\s[^<>]*json[^<>]*>/", "2nd degree"],
  ])("finds that %s is slow", async (name, complexity) => {
    const [, source, flags] = /^\/(.*)\/(\w*)$/.exec(name)!;
    expect(await checkExpression(source!, flags!)).toMatchObject({
      complexity: expect.stringContaining(complexity) as string,
    });
  });

  it.each(["/<[^<>]*>/g", "/(?<!\\s)\\s+$/", "/^\\w+$/"])("finds that %s is not", async (name) => {
    const [, source, flags] = /^\/(.*)\/(\w*)$/.exec(name)!;
    expect(await checkExpression(source!, flags!)).toBeNull();
  });

  it("reads literals, and constants of the module and of others", () => {
    const files: Readonly<Record<string, string>> = {
      "a/a.ts": `import { NAME as WORD } from "../b.ts";
const LEAST = 2; const PLAIN = /[a-z]+/; let unknown = read();
const all = [/x/g, new RegExp(\`^\${WORD}{\${LEAST},}\\\\s\`, "u"), RegExp(String.raw\`\\d\` + PLAIN.source)];
new RegExp(\`<\${unknown}>\`, flags);`,
      "b.ts": `export const NAME = "[A-Z]";`,
    };
    const read = createExpressionReader((file) => files[file]!);
    expect(read("a/a.ts").map((one) => [one.line, nameOf(one)])).toEqual([
      [2, "/[a-z]+/"],
      [3, "/x/g"],
      [3, "/^[A-Z]{2,}\\s/u"],
      [3, "/\\d[a-z]+/"],
      [4, "/<x>/u"],
    ]);
  });
});
