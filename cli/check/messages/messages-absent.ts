import fs from "node:fs";
import path from "node:path";
import { type Location, type Problem, problem } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import type { Messages } from "#core/page/render.ts";
import { flatten } from "../../build/load/messages.ts";
import { listFiles } from "../../files/files.ts";
import { positionOf } from "../place.ts";
import { nestedKeys, splitPlural } from "./messages-forms.ts";

/** A whole key in quotes: `"common:save"`. Remarks may name what they like. */
const KEY = /\/\/.*|\/\*[^]*?(?:\*\/|$)|(["'`])([\w-]+:[\w-]+(?:\.[\w-]+)*)\1/g;

interface Lookup {
  readonly key: string;
  readonly place: Location;
}

/** Keys that some code has in quotes, each where it stands. @param root folder that files are told from */
function lookupsIn(folder: string, root: string): Lookup[] {
  return listFiles(folder)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|[\\/])\.tsc[\\/]/.test(file))
    .flatMap((name) => {
      const file = path.join(folder, name);
      const text = fs.readFileSync(file, "utf8");
      return Array.from(text.matchAll(KEY), ({ 2: key, index }): Lookup[] => {
        if (key === undefined) return [];
        const shown = path.relative(root, file).split(path.sep).join("/");
        return [{ key, place: { file: shown, ...positionOf(text, index + 1) } }];
      }).flat();
    });
}

/** By the name of a set: its keys, groups of keys, and messages that have plural forms. */
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

function absence(key: string, known: ReadonlyMap<string, ReadonlySet<string>>, place?: Location) {
  const all = [...known].flatMap(([name, keys]) => Array.from(keys, (each) => `${name}:${each}`));
  return problem("MESSAGE_ABSENT", { key, similar: findSimilar(key, all) }, place);
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
 * Messages that code names and English does not have (LOC-7).
 * @param folder of the code; one that is not there has none
 */
export function checkAbsent(english: Messages, folder: string, root: string): Problem[] {
  const known = knownOf(english);
  return lookupsIn(folder, root)
    .filter(({ key }) => isAbsent(key, known))
    .map(({ key, place }) => absence(key, known, place));
}

/**
 * Finds keys that a text nests with `$t(…)` and that English does not have. A key without a file's name
 * is looked for in the text's own file and in `common`, as i18next does.
 */
export function createNestingCheck(
  english: Messages,
): (name: string, text: string, place: () => Location) => Problem[] {
  const known = knownOf(english);
  return (name, text, place) =>
    nestedKeys(text)
      .map((key) => (key.includes(":") ? [key] : [name, "common"].map((set) => `${set}:${key}`)))
      .filter((keys) => !keys.some((key) => isKnown(key, known)))
      .map(([key]) => absence(key!, known, place()));
}

/** The same of keys that a rendering has looked up, where their words stand in the code. */
export function absentMessages(
  used: Iterable<string>,
  messages: Messages,
  { folder, root }: { readonly folder: string; readonly root: string },
): Problem[] {
  const known = knownOf(messages);
  const absent = [...used].filter((key) => isAbsent(key, known));
  if (absent.length === 0) return [];
  const places = new Map(lookupsIn(folder, root).map(({ key, place }) => [key, place]));
  return absent.map((key) => absence(key, known, places.get(key)));
}
