import path from "node:path";
import { type Problem, problem } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import { readText } from "../../files/files.ts";
import { flatten } from "../../build/load/messages.ts";
import {
  type FindAvoided,
  type PagePosition,
  createFindAvoided,
  replacementOf,
} from "../../glossary/find-avoided.ts";
import { GROUP } from "../../glossary/find-notes.ts";
import { findPunctuation } from "../../glossary/find-punctuation.ts";
import { findTypography } from "../../glossary/find-typography.ts";
import { loadGlossary, NOTES_FILE } from "../../glossary/load.ts";
import type { Style } from "../../glossary/schema.ts";
import {
  type Segment,
  isInHeading,
  messageSegments,
  pageSegments,
} from "../../glossary/segments.ts";
import { jsonLocations } from "../../files/json-locations.ts";
import type { LoadedSite } from "../load-site.ts";
import { messageSets } from "./message-sets.ts";
import { pluralOf, splitPlural } from "./messages-forms.ts";
import { positionOf } from "../locate-findings.ts";

interface Rules {
  readonly find: FindAvoided;
  readonly style: Style | undefined;
}

/** A file to be checked against the glossary, with its source. */
interface TextFile {
  readonly file: string;
  readonly locale: string;
  /** Undefined for English files. */
  readonly english: string | undefined;
  readonly segments: (text: string) => Segment[];
}

/**
 * Checks messages and pages against the site's glossary, and that notes for translators refer to
 * existing messages (LOC-10).
 */
export function checkGlossary(site: LoadedSite): Problem[] {
  const { glossary, problems } = loadGlossary(site.root);
  if (!glossary) return [...problems, ...checkNotes(site)];
  const rules = new Map(
    site.config.locales.map(({ code }): [string, Rules] => [
      code,
      { find: createFindAvoided(glossary, code), style: glossary.styles[code] },
    ]),
  );
  const read = createReader(site.root);
  return [
    ...problems,
    ...checkNotes(site),
    ...filesOf(site).flatMap((file) => checkFile(file, rules.get(file.locale)!, read)),
  ];
}

function filesOf(site: LoadedSite): TextFile[] {
  const { root, config, texts, faulty } = site;
  const messages = messageSets(site).sets.flatMap((set) => {
    const fileOf = (code: string): string | undefined =>
      set
        .filesOf(code)
        .map((each) => path.relative(root, each).split(path.sep).join("/"))
        .find((each) => !each.startsWith("../") && readText(path.join(root, each)) !== undefined);
    const english = fileOf(config.defaultLocale);
    return config.locales.flatMap(({ code }): TextFile[] => {
      const file = fileOf(code);
      return file === undefined ? [] : [{ file, locale: code, english, segments: messageSegments }];
    });
  });
  const pages = [...texts, ...faulty].map(({ entry: { file, locale, id, source } }): TextFile => ({
    file,
    locale,
    english: source ? undefined : `content/${id}.md`,
    segments: pageSegments,
  }));
  return [...messages, ...pages];
}

type Reader = (file: string, segments: TextFile["segments"]) => { text: string; parts: Segment[] };

function createReader(root: string): Reader {
  const known = new Map<string, { text: string; parts: Segment[] }>();
  return (file, segments) => {
    let found = known.get(file);
    if (!found) {
      const text = (readText(path.join(root, file)) ?? "").replaceAll("\r\n", "\n");
      try {
        found = { text, parts: segments(text) };
      } catch {
        // An unreadable file is reported by another check.
        found = { text, parts: [] };
      }
      known.set(file, found);
    }
    return found;
  };
}

function checkFile(file: TextFile, { find, style }: Rules, read: Reader): Problem[] {
  const { text, parts } = read(file.file, file.segments);
  const english = new Map<string, string>();
  const source = file.english === undefined ? undefined : read(file.english, file.segments);
  for (const { key, text: words } of source?.parts ?? [])
    english.set(key, `${english.get(key) ?? ""} ${words}`);
  const englishOf = (key: string): string | undefined =>
    english.get(key) ?? english.get(`${splitPlural(key)?.base ?? key}_other`);
  const at = (offset: number) => ({ file: file.file, ...positionOf(text, offset) });
  return parts.flatMap((part) => [
    ...find(
      part.text,
      englishOf(part.key),
      file.segments === pageSegments ? pagePosition(text, part) : undefined,
    ).map((found) => {
      const { use, reason } = found.rule;
      const params = { found: found.words, use, reason, now: replacementOf(found) };
      return problem("TERM_AVOIDED", params, at(part.start + found.start));
    }),
    ...(style
      ? [
          ...findTypography(part.text, style, part.key === "title"),
          ...findPunctuation(part.text, style),
        ]
      : []
    ).map(({ start: from, marks, rule, now }) =>
      problem("TYPOGRAPHY", { found: marks, rule, now }, at(part.start + from)),
    ),
  ]);
}

const pagePosition = (text: string, part: Segment): PagePosition => ({
  isOutside: (condition, offset) => {
    const before = text.slice(0, part.start + offset);
    return before.lastIndexOf(`{{#${condition}}}`) <= before.lastIndexOf(`{{/${condition}}}`);
  },
  isInHeading: (offset) => isInHeading(part, offset),
});

/** Notes for messages that do not exist. */
function checkNotes(site: LoadedSite): Problem[] {
  const { notes } = loadGlossary(site.root);
  const { defaultLocale } = site.config;
  const keys = new Set(
    messageSets(site).sets.flatMap((set) => {
      const english = new Map(flatten(set.treeOf(defaultLocale)));
      return Array.from(english.keys(), (key) => `${set.name}:${pluralOf(key, english) ?? key}`);
    }),
  );
  const isKnown = (key: string): boolean =>
    key.endsWith(GROUP)
      ? Array.from(keys).some((each) => each.startsWith(key.slice(0, -1)))
      : keys.has(key);
  const unknown = Object.keys(notes).filter((key) => !isKnown(key));
  if (unknown.length === 0) return [];
  const locations = jsonLocations(readText(path.join(site.root, NOTES_FILE)) ?? "{}");
  return unknown.map((key) =>
    problem(
      "MESSAGE_UNKNOWN",
      { key, similar: findSimilar(key, keys) },
      { file: NOTES_FILE, ...locations.get(key) },
    ),
  );
}
