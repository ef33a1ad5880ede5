import fs from "node:fs";
import path from "node:path";
import { listFiles } from "../../files/files.ts";
import { splitPlural } from "./messages-forms.ts";

/** Texts in quotes that may be a key or a part of one, and whether a value follows: `menu.${id}`. */
const LITERAL = /["'`}]((?:[\w-]+:)?[\w.-]*)(["'`]|\$\{)/g;

/** What the code of a site says in quotes. */
export interface CodeWords {
  readonly whole: ReadonlySet<string>;
  /** Beginnings of keys that are put together. */
  readonly begun: readonly string[];
}

/** Reads the program's and the site's code. @param folders those that exist count */
export function readCodeWords(folders: readonly string[]): CodeWords {
  const whole = new Set<string>();
  const begun = new Set<string>();
  for (const folder of new Set(folders))
    for (const file of listFiles(folder)) {
      if (!/\.(ts|tsx|mjs|js)$/.test(file) || /\.test\.tsx?$|(^|\/)\.tsc\//.test(file)) continue;
      const code = fs.readFileSync(path.join(folder, file), "utf8");
      for (const [, word, end] of code.matchAll(LITERAL))
        if (end !== "${") whole.add(word!);
        else if (/[.:]/.test(word!)) begun.add(word!);
    }
  return { whole, begun: [...begun] };
}

/**
 * Keys of a set that no code can ask for: neither the key, nor a group above it, nor its last word
 * stands in quotes, and no beginning of it is completed. What is put together otherwise counts as
 * used, so that what is told is certain.
 */
export function unusedKeys(
  name: string,
  keys: Iterable<string>,
  { whole, begun }: CodeWords,
): string[] {
  const isUsed = (key: string): boolean => {
    const parts = key.split(".");
    const above = parts.map((_, at) => parts.slice(0, at + 1).join("."));
    return (
      whole.has(parts.at(-1)!) ||
      above.some((each) => whole.has(each) || whole.has(`${name}:${each}`)) ||
      begun.some((each) => key.startsWith(each) || `${name}:${key}`.startsWith(each))
    );
  };
  const bases = new Map(Array.from(keys, (key) => [key, splitPlural(key)?.base ?? key]));
  return [...bases].filter(([key, base]) => !isUsed(key) && !isUsed(base)).map(([key]) => key);
}
