import type { LyricLine, LyricWord } from "./lyrics.ts";

/** Maximum number of characters between two words of a segment. */
const MAX_BETWEEN = 200;
const UNTIMED = { from: null, to: null, words: [] };

type Unknown = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Unknown => typeof value === "object" && value !== null;
const isTime = (value: unknown): value is number => typeof value === "number" && value >= 0;

/** The text of a segment or word, by the names that recognizers and players use. */
const textOf = ({ text, word, body, transcript }: Unknown): unknown =>
  text ?? word ?? body ?? transcript;

/** The times of a segment or word in seconds. @returns null when it has none or invalid ones */
function timesOf(part: Unknown): { readonly from: number; readonly to: number } | null {
  const [start, end] = [part["start"] ?? part["startTime"], part["end"] ?? part["endTime"]];
  return isTime(start) && isTime(end) && end >= start ? { from: start, to: end } : null;
}

const hasTimes = (part: Unknown): boolean =>
  ["start", "end", "startTime", "endTime"].some((name) => part[name] !== undefined);

/** Words with their places in the text. */
function wordsIn(text: string, words: unknown): LyricWord[] {
  if (!Array.isArray(words)) return [];
  let at = 0;
  return (words as unknown[]).flatMap((part): LyricWord[] => {
    const own = isObject(part) ? textOf(part) : null;
    const times = isObject(part) ? timesOf(part) : null;
    if (typeof own !== "string" || !times) return [];
    const word = own.trim();
    // The text between two words is short; searching all of it would take quadratic time.
    const found = text.slice(at, at + word.length + MAX_BETWEEN).indexOf(word);
    if (found < 0 || word === "") return [];
    const start = at + found;
    at = start + word.length;
    return [{ start, end: at, ...times }];
  });
}

/** The segments of JSON: of Whisper and this site, Deepgram, or a list. */
function segmentsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  if (!isObject(value)) return [];
  const { segments, utterances, results } = value;
  const found = segments ?? utterances ?? (isObject(results) ? results["utterances"] : undefined);
  return Array.isArray(found) ? (found as unknown[]) : [{ text: value["text"] }];
}

/**
 * Lines of a speech recognizer's JSON, including this site's, and of a podcast's transcript:
 * segments with text, start and end in seconds, and words where they have their own times; or a
 * single `text`. Other JSON has no lines.
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
  let broken = 0;
  const lines = segmentsOf(value).flatMap((part): LyricLine[] => {
    if (!isObject(part)) return [];
    const raw = textOf(part);
    const text = typeof raw === "string" ? raw.replace(/\s+/g, " ").trim() : "";
    if (text === "") return [];
    const times = timesOf(part);
    if (!times && hasTimes(part)) broken++;
    const { speaker } = part;
    const voice = typeof speaker === "string" && speaker.trim() !== "" ? { voice: speaker } : {};
    const timed = times ? { ...times, words: wordsIn(text, part["words"]) } : UNTIMED;
    return [{ text, ...timed, ...voice }];
  });
  return { lines, broken };
}
