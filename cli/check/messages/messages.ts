import path from "node:path";
import { type Location, type Problem, problem } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import { exists } from "../../files/files.ts";
import { flatten } from "../../build/load/messages.ts";
import type { Messages } from "#core/page/render.ts";
import { jsonDuplicates } from "../../files/json-locations.ts";
import { readUtf8 } from "../../files/read-utf8.ts";
import { hiddenIn } from "../../build/load/text-characters.ts";
import { createLocator } from "./locate-message.ts";
import { type MessageSet, type MessageSite, messageSets } from "./message-sets.ts";
import {
  type MessageStamps,
  isStaleMessage,
  readMessageStamps,
  stampOfMessage,
} from "./message-stamps.ts";
import {
  categoriesOf,
  holdsPlaceholders,
  placeholdersOf,
  pluralOf,
  showPlaceholders as show,
  splitPlural,
} from "./messages-forms.ts";
import { checkAbsent, createNestingCheck } from "./messages-absent.ts";
import { overflowOf } from "./messages-length.ts";
import { readCodeWords, unusedKeys } from "./messages-unused.ts";

interface Reporter {
  readonly locale: string;
  readonly name: string;
  readonly stamps: MessageStamps | undefined;
  add(
    code:
      | "MESSAGE_MISSING"
      | "MESSAGE_UNKNOWN"
      | "MESSAGE_PLACEHOLDERS"
      | "MESSAGE_PLURAL"
      | "MESSAGE_STALE"
      | "MESSAGE_LONG",
    params: object,
    key: string,
    severity: "error" | "warning",
  ): void;
}

/**
 * Messages that a locale lacks or that are superfluous, and those with wrong placeholders or plural
 * forms.
 */
export function checkMessages(site: MessageSite): {
  problems: Problem[];
  counts: ReadonlyMap<string, { messages: number; missing: number }>;
} {
  const { config, root } = site;
  const { sets, problems } = messageSets(site);
  const counts = new Map<string, { messages: number; missing: number }>();
  const locate = createLocator(root);
  const checkNesting = createNestingCheck(englishOf(site, sets));
  for (const { code, language } of config.locales) {
    const count = { messages: 0, missing: 0 };
    const stamps = readMessageStamps(root, code);
    for (const set of sets) {
      if (!set.isFor(code)) continue;
      const source = new Map(flatten(set.treeOf(config.defaultLocale)));
      const own = new Map(flatten(set.treeOf(code)));
      problems.push(...duplicatesIn(root, set, code));
      for (const [key, text] of own) {
        const locationOf = (): Location => locate(set.filesOf(code), key);
        problems.push(...checkNesting(set.name, text, locationOf));
        for (const { characters, severity } of hiddenIn(text)) {
          const params = { what: `"${set.name}:${key}"`, characters };
          problems.push(problem("TEXT_CHARACTERS", params, locationOf(), severity));
        }
      }
      const result = compare(source, own, language, {
        locale: code,
        name: set.name,
        stamps,
        add: (kind, params, key, severity) =>
          problems.push(problem(kind, params as never, locate(set.filesOf(code), key), severity)),
      });
      count.messages += result.messages;
      count.missing += result.missing;
    }
    counts.set(code, count);
  }
  return { problems, counts };
}

/** Duplicate keys in a file of the site: the parser uses the last one, and ignores the first. */
const duplicatesIn = (root: string, set: MessageSet, code: string): Problem[] =>
  set.filesOf(code).flatMap((target) => {
    const file = path.relative(root, target).split(path.sep).join("/");
    const found = file.startsWith("..") ? undefined : readUtf8(root, file);
    // An unreadable file is a separate problem.
    if (!found || "problem" in found || !isJson(found.text)) return [];
    return jsonDuplicates(found.text).map(({ path: at, position, earlier }) =>
      problem(
        "MESSAGE_DUPLICATE",
        { key: `${set.name}:${at}`, line: earlier.line },
        { file, ...position },
        "warning",
      ),
    );
  });

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Messages that the site's own code uses and that do not exist. */
export function checkLookups(site: MessageSite): Problem[] {
  const { root } = site;
  const english = englishOf(site, messageSets(site).sets);
  return checkAbsent(english, path.join(root, "runtime"), root);
}

/** All messages of the default locale, by the names of their sets. */
const englishOf = ({ config, messages }: MessageSite, sets: readonly MessageSet[]): Messages => ({
  ...messages.get(config.defaultLocale)?.merged,
  ...Object.fromEntries(sets.map((set) => [set.name, set.treeOf(config.defaultLocale)])),
});

/** Messages that code does not use, if the code is the site's own. */
export function checkUnused(site: MessageSite): Problem[] {
  if (!hasOwnCode(site)) return [];
  const { defaultLocale } = site.config;
  const locate = createLocator(site.root);
  const words = readCodeWords(codeFolders(site));
  return messageSets(site).sets.flatMap((set) => {
    const english = new Map(flatten(set.treeOf(defaultLocale)));
    return unusedKeys(set.name, english.keys(), words).map((key) => {
      const location = locate(set.filesOf(defaultLocale), key);
      return problem("MESSAGE_UNUSED", { key: `${set.name}:${key}` }, location, "warning");
    });
  });
}

/**
 * Whether the code that uses the messages is the site's: its own runtime, or the program itself.
 */
const hasOwnCode = ({ root, home }: MessageSite): boolean =>
  root === home || exists(path.join(root, "runtime/entry-server.tsx"));
const codeFolders = ({ root, home }: MessageSite): string[] => [
  path.join(root, "runtime"),
  ...["server", "core", "cli"].map((name) => path.join(home, name)),
];

function compare(
  source: ReadonlyMap<string, string>,
  own: ReadonlyMap<string, string>,
  language: string,
  report: Reporter,
): { messages: number; missing: number } {
  const { locale, name, stamps } = report;
  const has = (key: string): boolean => (own.get(key) ?? "").trim() !== "";
  const plurals = new Map<string, readonly string[]>();
  let messages = 0;
  let missing = 0;
  const miss = (key: string): void => {
    missing++;
    report.add("MESSAGE_MISSING", { key: `${name}:${key}`, locale }, key, "warning");
  };
  const hold = (key: string, expected: readonly string[], form?: string): void => {
    const text = own.get(key)!;
    const english = source.get(key);
    if (isStaleMessage(stamps, `${name}:${key}`, stampOfMessage(source, key)))
      report.add("MESSAGE_STALE", { key: `${name}:${key}`, locale }, key, "warning");
    const overflow = english === undefined ? undefined : overflowOf(english, text);
    if (overflow) {
      const params = { key: `${name}:${key}`, locale, ...overflow };
      report.add("MESSAGE_LONG", params, key, "warning");
    }
    if (holdsPlaceholders(text, expected, form)) return;
    const found = show(placeholdersOf(text));
    const params = { key: `${name}:${key}`, expected: show(expected), found };
    report.add("MESSAGE_PLACEHOLDERS", params, key, "error");
  };

  for (const [key, text] of source) {
    const base = pluralOf(key, source);
    if (base === undefined) {
      messages++;
      if (!has(key)) miss(key);
      else hold(key, placeholdersOf(text));
      continue;
    }
    if (plurals.has(base)) continue;
    messages++;
    const pluralCategories = categoriesOf(base, language);
    plurals.set(base, pluralCategories);
    const absent = pluralCategories.filter((form) => !has(`${base}_${form}`));
    if (absent.length === pluralCategories.length) miss(base);
    else if (absent.length > 0) {
      const key = `${base}_${pluralCategories.find((form) => !absent.includes(form))}`;
      const params = { key: `${name}:${base}`, locale, forms: absent.join(", ") };
      report.add("MESSAGE_PLURAL", params, key, "warning");
    }
    const expected = placeholdersOf(source.get(`${base}_other`)!);
    for (const form of ["zero", ...pluralCategories.filter((each) => each !== "zero")])
      if (has(`${base}_${form}`)) hold(`${base}_${form}`, expected, form);
  }

  for (const key of own.keys()) {
    if (source.has(key)) continue;
    const { base, form } = splitPlural(key) ?? {};
    const needed = base === undefined ? undefined : plurals.get(base);
    // A form for zero is allowed in every language.
    if (needed?.includes(form!) || (needed && form === "zero")) continue;
    const similar = needed ? undefined : findSimilar(key, source.keys());
    report.add(
      "MESSAGE_UNKNOWN",
      { key: `${name}:${key}`, similar },
      key,
      // A plural form that the language does not use is superfluous, not wrong.
      needed ? "warning" : "error",
    );
  }
  return { messages, missing };
}
