import fs from "node:fs";
import path from "node:path";
import { type Location, type Problem, problem } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import type { Messages } from "#core/page/render.ts";
import { flatten } from "../../build/load/messages.ts";
import { listFiles } from "../../files/files.ts";
import { positionOf } from "../locate-findings.ts";
import { nestedKeys, splitPlural } from "./messages-forms.ts";

/** A complete quoted key: `"common:save"`. Comments are ignored. */
const KEY = /\/\/.*|\/\*[^]*?(?:\*\/|$)|(["'`])([\w-]+:[\w-]+(?:\.[\w-]+)*)\1/g;

interface Lookup {
  readonly key: string;
  readonly location: Location;
}

/** Quoted keys in code, with their locations. @param root base folder of the reported paths */
function lookupsIn(folder: string, root: string): Lookup[] {
  return listFiles(folder)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|[\\/])\.tsc[\\/]/.test(file))
    .flatMap((name) => {
      const file = path.join(folder, name);
      const text = fs.readFileSync(file, "utf8");
      return Array.from(text.matchAll(KEY), ({ 2: key, index }): Lookup[] => {
        if (key === undefined) return [];
        const shown = path.relative(root, file).split(path.sep).join("/");
        return [{ key, location: { file: shown, ...positionOf(text, index + 1) } }];
      }).flat();
    });
}

/** Keys, groups of keys, and messages with plural forms, by the name of their set. */
const knownOf = (messages: Messages): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    Object.entries(messages).map(([name, tree]) => [
      name,
      new Set(
        Array.from(flatten(tree), ([key]) => key).flatMap((key) => [
          ...key.split(".").map((_, at, parts) => parts.slice(0, at + 1).join(".")),
          splitPlural(key)?.base ?? key,
        ]),
      ),
    ]),
  );

function absence(
  key: string,
  known: ReadonlyMap<string, ReadonlySet<string>>,
  location?: Location,
) {
  const all = [...known].flatMap(([name, keys]) => Array.from(keys, (each) => `${name}:${each}`));
  return problem("MESSAGE_ABSENT", { key, similar: findSimilar(key, all) }, location);
}

function isKnown(key: string, known: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const at = key.indexOf(":");
  return known.get(key.slice(0, at))?.has(key.slice(at + 1)) ?? false;
}

function isAbsent(key: string, known: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const at = key.indexOf(":");
  const keys = known.get(key.slice(0, at));
  return keys !== undefined && !keys.has(key.slice(at + 1));
}

/**
 * Messages that code uses and English does not have (LOC-7).
 * @param folder of the code; it need not exist
 */
export function checkAbsent(english: Messages, folder: string, root: string): Problem[] {
  const known = knownOf(english);
  return lookupsIn(folder, root)
    .filter(({ key }) => isAbsent(key, known))
    .map(({ key, location }) => absence(key, known, location));
}

/**
 * Finds keys that a text nests with `$t(…)` and that English does not have. A key without a
 * namespace is looked up in the text's own file and in `common`, as in i18next.
 */
export function createNestingCheck(
  english: Messages,
): (name: string, text: string, location: () => Location) => Problem[] {
  const known = knownOf(english);
  return (name, text, location) =>
    nestedKeys(text)
      .map((key) => (key.includes(":") ? [key] : [name, "common"].map((set) => `${set}:${key}`)))
      .filter((keys) => !keys.some((key) => isKnown(key, known)))
      .map(([key]) => absence(key!, known, location()));
}

/** Missing keys that were looked up during rendering and that occur in the code. */
export function absentMessages(
  used: Iterable<string>,
  messages: Messages,
  { folder, root }: { readonly folder: string; readonly root: string },
): Problem[] {
  const known = knownOf(messages);
  const absent = [...used].filter((key) => isAbsent(key, known));
  if (absent.length === 0) return [];
  const locations = new Map(lookupsIn(folder, root).map(({ key, location }) => [key, location]));
  return absent.map((key) => absence(key, known, locations.get(key)));
}
