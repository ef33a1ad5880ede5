import type { LyricWord } from "./lyrics.ts";

/** A timestamp inside a text: the start of the words after it. */
export interface WordStamp {
  /** Offset in characters. */
  readonly at: number;
  /** Seconds. */
  readonly time: number;
}

/**
 * Seconds from the parts of a timestamp; NaN for anything but numbers, and above 60 seconds, which
 * programs write that round 59.999.
 */
export function secondsOf(hours = "0", minutes = "0", seconds = "0", fraction = "0"): number {
  const whole = 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds);
  return Number(seconds) <= 60 ? Number(`${whole}.${fraction}`) : NaN;
}

/** `<00:00:01.500>`, a word timestamp of WebVTT. */
export function stampOf(seconds: number): string {
  const all = Math.round(seconds * 1000);
  const two = (value: number): string => String(Math.floor(value) % 60).padStart(2, "0");
  const hours = Math.floor(all / 3_600_000);
  return `<${hours}:${two(all / 60_000)}:${two(all / 1000)}.${String(all % 1000).padStart(3, "0")}>`;
}

/**
 * Joins the parts of a row between tags, with a single space where both sides of a tag have one.
 * Never searches the whole text, which would copy it each time.
 */
export function createRow() {
  let text = "";
  let endsInSpace = true;
  return {
    add(part: string): void {
      const more = endsInSpace ? part.trimStart() : part;
      text += more;
      if (more !== "") endsInSpace = /\s/.test(more.at(-1)!);
    },
    /** Characters. */
    length: (): number => text.length,
    isEmpty: (): boolean => text.length === 0,
    text: (): string => text,
  };
}

/** The trimmed text, and its parts between timestamps as words. */
export function splitAtStamps(
  raw: string,
  stamps: readonly WordStamp[],
): { readonly text: string; readonly words: LyricWord[] } {
  const lead = raw.length - raw.trimStart().length;
  const words = stamps.flatMap(({ at, time }, index): LyricWord[] => {
    const part = raw.slice(at, stamps[index + 1]?.at ?? raw.length);
    const own = part.trim();
    if (own === "") return [];
    const start = at + part.length - part.trimStart().length - lead;
    const to = Math.max(time, stamps[index + 1]?.time ?? time);
    return [{ start, end: start + own.length, from: time, to }];
  });
  return { text: raw.trim(), words };
}
