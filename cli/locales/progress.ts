import { ToolkitError } from "#core/errors/errors.ts";
import type { UnitFile, UnitState } from "./units.ts";

/**
 * Numbers of English words by the state of their translation. Unstamped translations count as
 * stale.
 */
export interface WordCounts {
  readonly fresh: number;
  readonly stale: number;
  readonly missing: number;
}

/** Progress of a locale, in English words. */
export interface Progress extends WordCounts {
  readonly words: number;
  /** Percentage of words that are up to date, rounded down to a tenth: 100 means all. */
  readonly percent: number;
  /** Progress by section of pages; `messages` includes everything else. */
  readonly sections: Readonly<Record<string, WordCounts>>;
}

const KINDS: Readonly<Record<UnitState, keyof WordCounts>> = {
  translated: "fresh",
  stale: "stale",
  unstamped: "stale",
  missing: "missing",
};

/** Counts the words of an English text, without placeholders and URLs. */
export const countWords = (text: string): number =>
  text
    .replace(/\{\{[^{}]*\}\}|\]\([^()]*\)/g, " ")
    .match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu)?.length ?? 0;

export function progressOf(files: readonly UnitFile[]): Progress {
  const sections: Record<string, { fresh: number; stale: number; missing: number }> = {};
  const total = { fresh: 0, stale: 0, missing: 0 };
  for (const { groups } of files)
    for (const { id, kind, units } of groups) {
      const section = kind === "section" ? id.slice(id.indexOf("#") + 1) : "messages";
      const counts = (sections[section] ??= { fresh: 0, stale: 0, missing: 0 });
      for (const { source, state } of units) {
        const words = countWords(source);
        counts[KINDS[state]] += words;
        total[KINDS[state]] += words;
      }
    }
  const words = total.fresh + total.stale + total.missing;
  const percent = words === 0 ? 100 : Math.floor((total.fresh / words) * 1000) / 10;
  return { ...total, words, percent, sections };
}

/**
 * Parses `--budget`: `de=95` for a language, `90` for all others.
 * @returns the minimum percentage of a locale; undefined if there is none
 * @throws USAGE
 */
export function parseBudgets(
  values: readonly string[],
  codes: readonly string[],
): (code: string) => number | undefined {
  const budgets = new Map<string, number>();
  for (const value of values.flatMap((each) => each.split(","))) {
    const [, code = "", number = ""] = /^(?:([\w-]+)=)?(\d+(?:\.\d+)?)$/.exec(value.trim()) ?? [];
    if (number === "" || Number(number) > 100)
      throw new ToolkitError("USAGE", {
        detail: `--budget takes a percentage, such as de=95 or 90; found "${value}".`,
      });
    if (code !== "" && !codes.includes(code))
      throw new ToolkitError("USAGE", {
        detail: `--budget: "${code}" is not one of ${codes.join(", ")}.`,
      });
    budgets.set(code, Number(number));
  }
  return (code) => budgets.get(code) ?? budgets.get("");
}
