import { XmlFault, createXmlScanner, readAttributes } from "../xml/scan-xml.ts";
import { readCueText } from "./cue-text.ts";
import type { LyricLine } from "./lyrics.ts";
import type { FoundLines } from "./order-lines.ts";
import { stampOf } from "./word-stamps.ts";

/** Start of the root element, behind a declaration and comments. */
const ROOT = /<(?:[\w-]+:)?tt[\s>]/;
const HEAD = 4000;

/** Whether a text is TTML (also IMSC, EBU-TT, DFXP, and the lyrics of Apple Music). */
export const isTtml = (source: string): boolean =>
  /^\s*</.test(source) && ROOT.test(source.slice(0, HEAD));

const CLOCK = /^(?:(\d+):)?(?:(\d+):)?(\d+)(?:\.(\d+)|:(\d+)(?:\.\d+)?)?$/;
const OFFSET = /^(\d+(?:\.\d+)?)(h|m|s|ms|f|t)$/;

interface Rates {
  /** Per second. */
  readonly frames: number;
  readonly ticks: number;
}

/** Parameters of the root element. */
function ratesOf(attributes: ReadonlyMap<string, string>): Rates {
  const [numerator, denominator] = (attributes.get("frameRateMultiplier") ?? "1 1").split(/[\s:]+/);
  const frameRate = Number(attributes.get("frameRate") ?? 30);
  const frames = (frameRate * Number(numerator)) / Number(denominator ?? 1) || 30;
  const subframes = Number(attributes.get("subFrameRate") ?? 1);
  const ticks = attributes.has("frameRate") ? frames * subframes : 1;
  return { frames, ticks: Number(attributes.get("tickRate") ?? ticks) || 1 };
}

/** Seconds of a time expression; NaN when invalid. */
function secondsIn(expression: string, { frames, ticks }: Rates): number {
  const [, count, unit] = OFFSET.exec(expression) ?? [];
  if (count !== undefined) {
    const units = { h: 3600, m: 60, s: 1, ms: 0.001, f: 1 / frames, t: 1 / ticks };
    return Number((Number(count) * units[unit as keyof typeof units]).toFixed(6));
  }
  const found = CLOCK.exec(expression);
  if (!found) return NaN;
  const [, first = "0", second, seconds, fraction = "0", frame = "0"] = found;
  // `1:02.5`, as Apple Music writes, has minutes first.
  const minutes = second === undefined ? Number(first) : 60 * Number(first) + Number(second);
  const whole = Number(`${60 * minutes + Number(seconds)}.${fraction}`);
  return frame === "0" ? whole : Number((whole + Number(frame) / frames).toFixed(6));
}

/** The interval of an element in seconds. */
interface Interval {
  readonly from: number | null;
  readonly to: number | null;
}

/** Names and values without namespace prefixes. */
const localNames = (attributes: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(attributes).map(([name, value]) => [localName(name), value]));
const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * The interval of an element within that of its parent. Times are relative to the parent; those
 * that would then end after it are absolute, as Apple Music writes them.
 */
function intervalOf(
  attributes: ReadonlyMap<string, string>,
  parent: Interval,
  rates: Rates,
): Interval & { readonly isBroken: boolean } {
  const timeOf = (name: string): number | null => {
    const expression = attributes.get(name)?.trim();
    return expression === undefined ? null : secondsIn(expression, rates);
  };
  const [begin, end, duration] = [timeOf("begin"), timeOf("end"), timeOf("dur")];
  const isBroken = [begin, end, duration].some((time) => Number.isNaN(time));
  if (isBroken) return { from: null, to: null, isBroken };
  if (begin === null && end === null && duration === null) return { ...parent, isBroken };
  const base = parent.from ?? 0;
  const isAbsolute =
    base > 0 && begin !== null && begin >= base && base + begin >= (parent.to ?? Infinity);
  const origin = isAbsolute ? 0 : base;
  const from = origin + (begin ?? 0);
  const ends = [end === null ? null : origin + end, duration === null ? null : from + duration];
  const to = ends.reduce((a, b) => (a === null ? b : b === null ? a : Math.min(a, b)));
  return { from, to: to ?? parent.to, isBroken };
}

/** Elements and roles whose text is not shown with its line. */
const isHidden = (name: string, attributes: ReadonlyMap<string, string>): boolean =>
  name === "metadata" ||
  /^(?:textContainer|text|delimiter)$/.test(attributes.get("ruby") ?? "") ||
  /^x-(?:translation|roman)/.test(attributes.get("role") ?? "");

interface Element extends Interval {
  readonly name: string;
  readonly isHidden: boolean;
}

/**
 * Reads the paragraphs of TTML: their times, and those of their spans as words.
 * @returns null if it is not well-formed XML
 */
export function readTtml(source: string): FoundLines | null {
  const lines: LyricLine[] = [];
  const stack: Element[] = [{ name: "", from: null, to: null, isHidden: false }];
  let rates: Rates = { frames: 30, ticks: 1 };
  let broken = 0;
  /** Content of the current paragraph in the markup of WebVTT. */
  let content: string | null = null;
  const endParagraph = ({ from, to }: Interval): void => {
    for (const cue of readCueText(content!, from ?? 0, false)) {
      if (from === null) lines.push({ ...cue, from, to: null, words: [] });
      else lines.push({ ...cue, from, to: to !== null && to > from ? to : null });
    }
    content = null;
  };
  const scanner = createXmlScanner({
    open(written, raw) {
      const name = localName(written);
      const parent = stack.at(-1)!;
      const attributes = localNames(readAttributes(raw, scanner.fault));
      if (name === "tt") rates = ratesOf(attributes);
      const { isBroken, ...interval } = intervalOf(attributes, parent, rates);
      if (isBroken) broken++;
      stack.push({ ...interval, name, isHidden: parent.isHidden || isHidden(name, attributes) });
      if (name === "p") content = "";
      else if (content === null || stack.at(-1)!.isHidden) return;
      else if (name === "br") content += "<br>";
      else if (name === "span" && attributes.has("begin") && interval.from !== null)
        content += stampOf(interval.from);
    },
    close() {
      const element = stack.pop()!;
      if (content === null) return;
      if (element.name === "p") endParagraph(element);
      else if (element.name === "span" && element.to !== null && element.to !== stack.at(-1)!.to)
        content += stampOf(element.to);
    },
    text(text) {
      if (content === null || stack.at(-1)!.isHidden) return;
      content += text.replace(/\s+/g, " ").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    },
  });
  try {
    scanner.write(source);
    scanner.end();
  } catch (error) {
    if (error instanceof XmlFault) return null;
    throw error;
  }
  return { lines, broken, isUnordered: true };
}
