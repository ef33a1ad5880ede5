import type { LyricLine } from "./lyrics.ts";

type Unknown = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Unknown => typeof value === "object" && value !== null;
const isTime = (value: unknown): value is number => typeof value === "number" && value >= 0;

/**
 * Lines of JSON as recognizers write it, this site's among them: `segments` with a text and, in seconds, a
 * start and an end; or a `text` alone. Other JSON has no lines.
 * @returns null for what is no JSON
 */
export function readRecognized(
  source: string,
): { readonly lines: LyricLine[]; readonly broken: number } | null {
  if (!/^\s*[[{]\s*["{\]}]/.test(source)) return null;
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return null;
  }
  const { segments, text } = isObject(value) ? (value as Unknown) : {};
  const parts = Array.isArray(segments) ? (segments as unknown[]) : [{ text }];
  let broken = 0;
  const lines = parts.flatMap((part): LyricLine[] => {
    if (!isObject(part) || typeof part["text"] !== "string") return [];
    const said = part["text"].replace(/\s+/g, " ").trim();
    const { start, end } = part;
    const isRight = isTime(start) && isTime(end) && end >= start;
    if (said === "") return [];
    if (!isRight && (start !== undefined || end !== undefined)) broken++;
    const [from, to] = isRight ? [start, end] : [null, null];
    return [{ text: said, from, to, words: [] }];
  });
  return { lines, broken };
}
