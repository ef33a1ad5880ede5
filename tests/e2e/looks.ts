import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";

/** Computed styles that make up the look of an element; its text is compared by its box. */
const PROPERTIES = [
  "color",
  "background-color",
  "border-block-start",
  "border-block-end",
  "border-inline-start",
  "border-inline-end",
  "border-start-start-radius",
  "box-shadow",
  "font-size",
  "font-weight",
  "line-height",
  "text-align",
  "opacity",
  "fill",
  "stroke",
  "stroke-width",
];
/** Largest difference of a coordinate, in px: browsers measure text with or without hinting. */
const TOLERANCE = 2;
const FOLDER = path.join(import.meta.dirname, "looks");
const FONT = path.resolve(
  import.meta.dirname,
  "../../node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2",
);

/**
 * One line per element: `depth tag x y width height style`, in px from the corner of its parent, and
 * at the end one line per style.
 */
export type Looks = readonly string[];

/**
 * Reads boxes and styles of all elements of an element, in a font that the repository has and without
 * hinting, so that machines with other fonts and other builds of Chromium agree.
 */
export async function readLooks(page: Page, selector: string): Promise<Looks> {
  await page.addStyleTag({
    content: `@font-face { font-family: Looks; src: url(data:font/woff2;base64,${fs.readFileSync(FONT).toString("base64")}) }
      * { font-family: Looks !important; text-rendering: geometricPrecision !important; caret-color: transparent !important }`,
  });
  await page.evaluate(() => document.fonts.load("16px Looks"));
  return page.evaluate(
    ([from, properties]) => {
      const root = document.querySelector(from)!;
      const styles = new Map<string, number>();
      const lines: string[] = [];
      const visit = (element: Element, depth: number, parent: DOMRect): void => {
        const computed = getComputedStyle(element);
        const style = properties.map((name) => computed.getPropertyValue(name)).join("|");
        if (!styles.has(style)) styles.set(style, styles.size);
        const rect = element.getBoundingClientRect();
        const box = [rect.x - parent.x, rect.y - parent.y, rect.width, rect.height].map((value) =>
          Math.round(value),
        );
        lines.push([depth, element.localName, ...box, styles.get(style)].join(" "));
        for (const child of element.children) visit(child, depth + 1, rect);
      };
      visit(root, 0, root.getBoundingClientRect());
      return [...lines, ...[...styles.keys()].map((style, at) => `style ${at} ${style}`)];
    },
    [selector, PROPERTIES] as const,
  );
}

const parse = (looks: Looks) => {
  const styles = new Map(
    looks
      .map((line) => /^style (\d+) (.*)$/.exec(line))
      .flatMap((found) => (found ? [[found[1]!, found[2]!] as const] : [])),
  );
  const elements = looks
    .filter((line) => !line.startsWith("style "))
    .map((line) => line.split(" "))
    .map(([depth, tag, x, y, width, height, style]) => ({
      element: `${depth} ${tag}`,
      box: [x, y, width, height].map(Number),
      style: styles.get(style!)!.split("|"),
    }));
  return elements;
};

/** Differences between two looks, one per element, up to the first that is another element. */
function compareLooks(accepted: Looks, found: Looks): readonly string[] {
  const [before, after] = [parse(accepted), parse(found)];
  const differences: string[] = [];
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    const [one, other] = [before[at], after[at]];
    if (one?.element !== other?.element) {
      differences.push(
        `${at}: ${one?.element ?? "nothing"} has become ${other?.element ?? "nothing"}`,
      );
      break;
    }
    const moved = one!.box.some((value, axis) => Math.abs(value - other!.box[axis]!) > TOLERANCE);
    const changed = PROPERTIES.filter((_, index) => one!.style[index] !== other!.style[index]).map(
      (name) => {
        const index = PROPERTIES.indexOf(name);
        return `${name}: ${one!.style[index]} → ${other!.style[index]}`;
      },
    );
    if (moved) changed.unshift(`box: ${one!.box.join(" ")} → ${other!.box.join(" ")}`);
    if (changed.length > 0) differences.push(`${at}: ${one!.element}: ${changed.join("; ")}`);
  }
  return differences;
}

const fileOf = (name: string): string => path.join(FOLDER, `${name}.txt`);

/** Differences to the accepted looks. */
export const compareTo = (name: string, found: Looks): readonly string[] =>
  compareLooks(fs.readFileSync(fileOf(name), "utf8").trimEnd().split("\n"), found);

/** The same, but with the environment variable TOOLKIT_LOOKS=write the looks become the accepted ones. */
export function differencesTo(name: string, found: Looks): readonly string[] {
  if (process.env["TOOLKIT_LOOKS"] !== "write") return compareTo(name, found);
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(fileOf(name), `${found.join("\n")}\n`);
  return [];
}
