import { type LyricLine, isTimed } from "./lyrics.ts";

/** `01:02.34` */
function stamp(seconds: number): string {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(Math.floor(hundredths / 6000))}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
}

/** A line with a timestamp before each word (enhanced LRC). */
function formatWords({ text, words }: LyricLine): string {
  let out = "";
  let at = 0;
  for (const { start, end, from } of words) {
    out += `${text.slice(at, start)}<${stamp(from)}>${text.slice(start, end)}`;
    at = end;
  }
  return `${out}${text.slice(at)}${words.length > 0 ? ` <${stamp(words.at(-1)!.to)}>` : ""}`;
}

/** Removes what would be read as a timestamp: LRC has no escapes. */
const withoutStamps = (text: string): string =>
  text.replace(/[[<](\s?-?(?:\d+:)?\d+:\d{1,2}(?:[.,:]\d{1,9})?\s?)[\]>]/g, "($1)");

/** Minimum gap in seconds after which players clear the line. */
const REST = 3;

/**
 * Lyrics as LRC, without untimed lines.
 * @param byWord whether to write word timestamps
 */
export function writeLrc(
  lines: readonly LyricLine[],
  { title, byWord }: { readonly title?: string; readonly byWord: boolean },
): string {
  const timed = lines.filter(isTimed);
  const rows = title ? [`[ti:${title.replace(/[\]\r\n]/g, " ")}]`] : [];
  for (const [at, line] of timed.entries()) {
    const own = { ...line, text: withoutStamps(line.text) };
    rows.push(`[${stamp(line.from)}]${byWord ? formatWords(own) : own.text}`);
    const next = timed[at + 1];
    if (line.to !== null && next && next.from - line.to > REST) rows.push(`[${stamp(line.to)}]`);
  }
  return `${rows.join("\n")}\n`;
}
