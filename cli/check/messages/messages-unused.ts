import fs from "node:fs";
import path from "node:path";
import { listFiles } from "../../files/files.ts";
import { splitPlural } from "./messages-forms.ts";

/**
 * Quoted texts that may be a key or a part of one, and whether an interpolation follows:
 * `menu.${id}`.
 */
const LITERAL = /["'`}]((?:[\w-]+:)?[\w.-]*)(["'`]|\$\{)/g;

/** Quoted texts in the code of a site. */
export interface CodeWords {
  readonly whole: ReadonlySet<string>;
  /** Prefixes of interpolated keys. */
  readonly begun: readonly string[];
}

/** Reads the program's and the site's code. @param folders missing ones are ignored */
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
 * Keys of a set that code cannot use: neither the key, nor a group that contains it, nor its last
 * word is quoted, and no prefix of it is interpolated. Keys composed in other ways count as used,
 * so that reports are certain.
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
