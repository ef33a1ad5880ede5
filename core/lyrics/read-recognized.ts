import type { LyricLine } from "./lyrics.ts";

type Unknown = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Unknown => typeof value === "object" && value !== null;
const isTime = (value: unknown): value is number => typeof value === "number" && value >= 0;

/**
 * Lines of a speech recognizer's JSON, including this site's: `segments` with text, start and end
 * in seconds; or a single `text`. Other JSON has no lines.
 * @returns null when the text is not JSON
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
    const text = part["text"].replace(/\s+/g, " ").trim();
    const { start, end } = part;
    const isRight = isTime(start) && isTime(end) && end >= start;
    if (text === "") return [];
    if (!isRight && (start !== undefined || end !== undefined)) broken++;
    const [from, to] = isRight ? [start, end] : [null, null];
    return [{ text, from, to, words: [] }];
  });
  return { lines, broken };
}
