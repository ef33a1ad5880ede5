import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const css = fs.readFileSync(path.join(import.meta.dirname, "tokens.css"), "utf8");

type Tokens = Readonly<Record<string, string>>;
/** Colors of one color scheme: the first or the second value of each token. */
const tokensOf = (at: 0 | 1): Tokens =>
  Object.fromEntries(
    Array.from(
      css.matchAll(/--([\w-]+):\s*light-dark\(([^,)]+), ([^,)]+)\);/g),
      ([, name, ...both]) => [name!, both[at]!],
    ),
  );

/** Relative luminance of #rrggbb: WCAG 2.2. */
function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const themes: [string, Tokens][] = [
  ["light", tokensOf(0)],
  ["dark", tokensOf(1)],
];
const SURFACES = ["paper", "paper-raised", "paper-sunk"];
const SIGNALS = ["teal", "vermilion", "amber"];

describe.each(themes)("the colours of %s", (_, tokens) => {
  const faults = (
    texts: readonly string[],
    grounds: readonly string[],
    minRatio: number,
  ): string[] =>
    texts.flatMap((text) =>
      grounds
        .filter((ground) => contrast(tokens[text]!, tokens[ground]!) < minRatio)
        .map(
          (ground) =>
            `${text} on ${ground}: ${contrast(tokens[text]!, tokens[ground]!).toFixed(2)}`,
        ),
    );

  it("let text be read on every surface: 4.5 to 1", () => {
    expect(faults(["ink", "ink-soft", "ink-faint"], SURFACES, 4.5)).toEqual([]);
  });

  it("let signal texts be read on every surface, and on their own wash", () => {
    for (const signal of SIGNALS)
      expect(faults([`${signal}-text`], [...SURFACES, `${signal}-wash`], 4.5)).toEqual([]);
    expect(
      faults(
        ["ink"],
        SIGNALS.map((signal) => `${signal}-wash`),
        4.5,
      ),
    ).toEqual([]);
  });

  it("let shapes be seen: 3 to 1", () => {
    expect(faults(["teal", "vermilion", "rule-strong"], SURFACES, 3)).toEqual([]);
  });

  it("are those of the look", () => {
    expect(tokens["paper"]).toMatch(/^#(faf7f1|14130f)$/);
    expect(tokens["ink"]).toMatch(/^#(1b1813|f1ece2)$/);
  });
});

it("LOC-9 no font is downloaded", () => {
  expect(css).not.toMatch(/@font-face|@import|url\(/);
});

it.each([
  ["ar", "Noto Sans Arabic", "Noto Naskh Arabic"],
  ["ja", "Hiragino Sans", "Yu Mincho"],
  ["ko", "Malgun Gothic", "Nanum Myeongjo"],
  ["zh", "PingFang SC", "Songti SC"],
  ["zh-TW", "PingFang TC", "Songti TC"],
  ["ru", "Segoe UI", "Georgia Scaled"],
])("LOC-9 %s has fonts that systems have for it: %s, %s", (language, sans, serif) => {
  const blockOf = (selector: string): string =>
    css
      .split(`\n${selector} {\n`)
      .slice(1)
      .map((rest) => rest.split("}")[0])
      .join();
  const latin = /--latin:\s*([^;]+);/.exec(css)![1]!;
  // A language without a font stack of its own uses the default stack.
  const stackOf = (name: string): readonly string[] =>
    [blockOf(`[lang|="${language}"]`), blockOf(":root")]
      .map((block) => new RegExp(`--${name}:\\s*([^;]+);`).exec(block)?.[1])
      .find((stack) => stack !== undefined)!
      .replace("var(--latin)", latin)
      .split(",")
      .map((font) => font.trim().replaceAll('"', ""));
  expect([stackOf("sans").at(-1), stackOf("serif").at(-1)]).toEqual(["sans-serif", "serif"]);
  expect(stackOf("sans")).toContain(sans);
  expect(stackOf("serif")).toContain(serif);
});

it("ERR-5 overlays begin at layer 2000, with messages above and the header below", () => {
  const layer = (name: string): number => Number(new RegExp(`--z-${name}: (\\d+);`).exec(css)?.[1]);
  expect(layer("popover")).toBe(2000);
  expect(layer("toast")).toBeGreaterThan(2000);
  expect(layer("header")).toBeLessThan(2000);
  const runtime = path.resolve(import.meta.dirname, "../..");
  const layerOf = (file: string): string | undefined =>
    /z-index: var\(--z-(\w+)\)/.exec(fs.readFileSync(path.join(runtime, file), "utf8"))?.[1];
  expect(layerOf("workspace/workspace.module.css")).toBe("popover");
  expect(layerOf("ui/styles/base.css")).toBe("popover");
  expect(layerOf("notices/notices.module.css")).toBe("toast");
  expect(layerOf("layouts/header.module.css")).toBe("header");
});
