import fs from "node:fs";
import path from "node:path";
import { type Section, type SectionFields, SECTIONS } from "#core/page/content.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import type { Entry } from "../build/load/entry.ts";
import { parseEntry } from "../build/load/read-entry.ts";
import { withIo } from "../files/files.ts";
import { flatten } from "../build/load/messages.ts";
import type { LoadedSite } from "../check/load-site.ts";
import { type MessageSet, messageSets } from "../check/messages/message-sets.ts";
import {
  isStaleMessage,
  readMessageStamps,
  stampOfMessage,
} from "../check/messages/message-stamps.ts";
import { pluralFormsOf, pluralOf } from "../check/messages/messages-forms.ts";
import { splitStale } from "../check/translations.ts";
import { createFindNotes } from "../glossary/find-notes.ts";
import { type FoundTerm, createFindTerms } from "../glossary/find-terms.ts";
import { loadGlossary } from "../glossary/load.ts";
import type { TextFormat } from "./inline.ts";

export type UnitState = "missing" | "stale" | "unstamped" | "translated";

/** A text with its translation. */
export interface Unit {
  /** `tools/audio-trimmer#steps.1.title` or `common:nav.home`. */
  readonly id: string;
  readonly source: string;
  /** The English at the time of translation, if it differs and is known. */
  readonly was?: string;
  /** `""` if there is none. */
  readonly target: string;
  readonly state: UnitState;
  readonly format: TextFormat;
  /** Notes for translators. */
  readonly notes: readonly string[];
  /** Glossary terms in the English text. */
  readonly terms: readonly FoundTerm[];
}

/**
 * Units that are translated together or not at all: a section of a page, or a message with its
 * plural forms.
 */
export interface UnitGroup {
  /** `tools/audio-trimmer#steps`, `common:files`. */
  readonly id: string;
  readonly kind: "section" | "message" | "plural";
  readonly units: readonly Unit[];
}

/** The units of one English file. */
export interface UnitFile {
  /** `tools/audio-trimmer`, `common`, `panel-editor`. */
  readonly id: string;
  /** Path of the English file below the site's root, or the program's. */
  readonly original: string;
  readonly groups: readonly UnitGroup[];
}

/** Reads all units of a locale, in the order of the site. */
export function unitFiles(site: LoadedSite, locale: string): UnitFile[] {
  const { language } = site.config.locales.find(({ code }) => code === locale)!;
  const shown = new Set(
    site.plan.pages.flatMap((page) => (page.locale === locale && page.entry ? page.entry.id : [])),
  );
  const pages = [...site.plan.entries.values()].filter(({ id }) => shown.has(id));
  const { glossary, notes } = loadGlossary(site.root);
  const findTerms = glossary ? createFindTerms(glossary, locale) : () => [];
  const target = { locale, language, findNotes: createFindNotes(notes), findTerms };
  return [
    ...messageSets(site)
      .sets.filter((set) => set.isFor(locale))
      .map((set) => messageFile(site, set, target)),
    ...pages.map((entry) => pageFile(site, entry, target)),
  ].filter(({ groups }) => groups.length > 0);
}

/**
 * Separator of a list that translators see as one text: a language may need a different number of
 * words.
 */
const WORD_SEPARATOR = ", ";

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** Splits such a text at the commas of any language. */
export const splitWords = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，、،;]/)
      .map((word) => word.trim())
      .filter((word) => word !== ""),
  ),
];

/** The texts of a section, by path below its name. */
export function sectionTexts(value: unknown): [path: string, text: string][] {
  if (typeof value === "string") return [["", value]];
  if (isWords(value)) return [["", value.join(WORD_SEPARATOR)]];
  return (value as readonly Readonly<Record<string, string>>[]).flatMap((item, at) =>
    Object.entries(item).map(([key, text]): [string, string] => [`.${at + 1}.${key}`, text]),
  );
}

/** Reads the values of a content file's sections. @throws if it is invalid */
export function readSections(
  root: string,
  entry: Entry,
): Readonly<Partial<Record<Section, unknown>>> {
  const text = withIo(entry.file, () => fs.readFileSync(path.join(root, entry.file), "utf8"));
  const parsed = parseEntry(text, entry);
  if (Array.isArray(parsed))
    throw new ToolkitError("PROBLEMS", { errors: parsed.length }, { problems: parsed });
  const { data, body } = parsed;
  const values: SectionFields & { readonly body?: string } = {
    ...data,
    ...(body !== "" && { body }),
  };
  return Object.fromEntries(
    SECTIONS.filter((section) => values[section] !== undefined).map((section) => [
      section,
      values[section],
    ]),
  );
}

const NOTES: Partial<Record<Section, string>> = {
  name: "Name in menus: 30 characters at most, 15 wide ones.",
  title: "Title for search engines: 60 characters at most, 30 wide ones.",
  description: "Text for search engines: 110 to 160 characters, 55 to 80 wide ones.",
  titleWithoutEngine: "Title where the site lacks the engine: 60 characters at most, 30 wide ones.",
  descriptionWithoutEngine:
    "Text where the site lacks the engine: 110 to 160 characters, 55 to 80 wide ones.",
  keywords:
    "Words that people type who look for this tool, with commas between: what is typed in your language, not a translation word by word. 12 at least.",
  body: "Markdown. Links keep their addresses; the words between brackets are translated.",
};

function pageFile(site: LoadedSite, entry: Entry, { locale, findTerms }: UnitTarget): UnitFile {
  const translation = site.plan.translations.get(locale)?.get(entry.id);
  const english = readSections(site.root, entry);
  const own = translation ? readSections(site.root, translation) : {};
  const { stale, unstamped } = translation
    ? splitStale(entry, translation)
    : { stale: [], unstamped: [] };
  const groups = (Object.keys(english) as Section[]).map((section): UnitGroup => {
    const id = `${entry.id}#${section}`;
    const targets = new Map(own[section] === undefined ? [] : sectionTexts(own[section]));
    const state: UnitState =
      own[section] === undefined
        ? "missing"
        : stale.includes(section)
          ? "stale"
          : unstamped.includes(section)
            ? "unstamped"
            : "translated";
    const note = NOTES[section];
    const units = sectionTexts(english[section]).map(([below, source]): Unit => {
      const target = targets.get(below) ?? "";
      return {
        id: id + below,
        source,
        target,
        state: target === "" ? "missing" : state,
        format: section === "body" ? "markdown" : "plain",
        notes: note === undefined ? [] : [note],
        terms: findTerms(source),
      };
    });
    return { id, kind: "section", units };
  });
  return { id: entry.id, original: entry.file, groups };
}

interface UnitTarget {
  readonly locale: string;
  readonly language: string;
  /** Notes for translators, by a key such as `common:files`. */
  readonly findNotes: (key: string) => readonly string[];
  readonly findTerms: (english: string) => readonly FoundTerm[];
}

function messageFile(
  { root, home, config }: LoadedSite,
  set: MessageSet,
  { locale, language, findNotes, findTerms }: UnitTarget,
): UnitFile {
  const source = new Map(flatten(set.treeOf(config.defaultLocale)));
  const own = new Map(flatten(set.treeOf(locale)));
  const stamps = readMessageStamps(root, locale);
  const stateOf = (key: string): UnitState => {
    if (!own.get(key)) return "missing";
    const isStale = isStaleMessage(stamps, `${set.name}:${key}`, stampOfMessage(source, key));
    return isStale ? "stale" : "translated";
  };
  const unit = (key: string, text: string, notes: readonly string[]): Unit => ({
    id: `${set.name}:${key}`,
    source: text,
    target: own.get(key) ?? "",
    state: stateOf(key),
    format: "message",
    notes,
    terms: findTerms(text),
  });
  const groups = new Map<string, UnitGroup>();
  for (const [key, text] of source) {
    if (text.trim() === "") continue;
    const base = pluralOf(key, source);
    const id = `${set.name}:${base ?? key}`;
    if (groups.has(id)) continue;
    const ownNotes = findNotes(id);
    if (base === undefined) {
      groups.set(id, { id, kind: "message", units: [unit(key, text, ownNotes)] });
      continue;
    }
    const units = pluralFormsOf(base, language, (form) =>
      [source, own].some((texts) => texts.has(`${base}_${form}`)),
    ).map(({ form, examples }) =>
      unit(`${base}_${form}`, source.get(`${base}_${form}`) ?? source.get(`${base}_other`)!, [
        ...ownNotes,
        `Plural form "${form}": ${examples}.`,
      ]),
    );
    groups.set(id, { id, kind: "plural", units });
  }
  const files = set.filesOf(config.defaultLocale);
  const file = files.find((each) => fs.existsSync(each)) ?? files[0]!;
  const below = file.startsWith(root + path.sep) ? root : home;
  const original = path.relative(below, file).split(path.sep).join("/");
  return { id: set.name, original, groups: [...groups.values()] };
}
