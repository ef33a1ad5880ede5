import type { Section } from "#core/page/content.ts";
import { findSimilar } from "#core/errors/similar.ts";
import { sectionText } from "../build/load/to-entry.ts";
import { hiddenIn } from "../build/load/text-characters.ts";
import { shortDigest } from "../files/hash.ts";
import {
  holdsPlaceholders,
  placeholdersOf,
  showPlaceholders,
  splitPlural,
} from "../check/messages/messages-forms.ts";
import type { Returned, ReturnedFile } from "./exchange.ts";
import { type UnitFile, type UnitGroup, splitWords } from "./units.ts";

/** A problem of a returned unit. */
export interface ImportFault {
  /** Line of the file. */
  readonly line: number;
  readonly unit: string;
  readonly detail: string;
  readonly severity: "error" | "warning";
}

/** Changes of an import. */
export interface ImportPlan {
  readonly faults: readonly ImportFault[];
  /** Texts by key, by the name of a message set. */
  readonly messages: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Hashes of the English of messages that are now up to date, by `common:nav.home`. */
  readonly messageStamps: ReadonlyMap<string, string>;
  /** By the id of a page. */
  readonly pages: ReadonlyMap<string, PageChange>;
  /** Number of units whose text changes. */
  readonly changed: number;
  /**
   * Number of units that are unchanged, untranslated, or skipped because their English has changed.
   */
  readonly same: number;
  readonly untranslated: number;
  readonly skipped: number;
  /**
   * Number of units skipped because the file marks them, or another text of their section, as
   * unfinished.
   */
  readonly unreviewed: number;
}
export interface PageChange {
  readonly sections: Readonly<Partial<Record<Section, unknown>>>;
  /** Hashes of the English that sections now translate. */
  readonly stamps: Readonly<Partial<Record<Section, string>>>;
}

/** Handling of units whose English has changed since the export. */
export type WhenChanged = "refuse" | "skip" | "take";

export interface ImportRules {
  readonly whenChanged: WhenChanged;
  /** Accepts texts that the file marks as fuzzy, initial or in need of review. */
  readonly asReviewed: boolean;
}

/** Compares returned units with the site. Writes nothing. */
export function planImport(
  files: readonly UnitFile[],
  returned: ReturnedFile,
  rules: ImportRules,
): ImportPlan {
  const faults: ImportFault[] = returned.faults.map(({ line, detail }) => ({
    line,
    unit: "",
    detail,
    severity: "error",
  }));
  const byId = new Map<string, Returned>();
  for (const unit of returned.units)
    if (byId.has(unit.id)) faults.push(faultOf(unit, "it is in the file twice"));
    else byId.set(unit.id, unit);
  const groups = files.flatMap((file) => file.groups);
  const known = new Set(groups.flatMap(({ units }) => units.map(({ id }) => id)));
  if (byId.size === 0 && faults.length === 0)
    faults.push({ line: 1, unit: "", detail: "there is no text in the file", severity: "error" });
  const totals = { ...NOTHING };
  for (const unit of byId.values()) {
    if (known.has(unit.id)) continue;
    if (rules.whenChanged === "refuse") faults.push(faultOf(unit, unknownUnit(unit, known)));
    else totals.skipped++;
  }
  const messages = new Map<string, Map<string, string>>();
  const messageStamps = new Map<string, string>();
  const pages = new Map<
    string,
    { sections: Record<string, unknown>; stamps: Record<string, string> }
  >();
  for (const group of groups) {
    const result = readGroup(group, byId, rules);
    faults.push(...result.faults);
    for (const key of COUNTS) totals[key] += result[key];
    if (!result.take) continue;
    const at = group.id.indexOf(group.kind === "section" ? "#" : ":");
    const [owner, name] = [group.id.slice(0, at), group.id.slice(at + 1)];
    if (group.kind !== "section") {
      for (const [id, stamp] of result.messageStamps ?? []) messageStamps.set(id, stamp);
      const texts = messages.get(owner) ?? new Map<string, string>();
      messages.set(owner, texts);
      for (const [id, text] of result.texts) texts.set(id.slice(at + 1), text);
      continue;
    }
    const page = pages.get(owner) ?? { sections: {}, stamps: {} };
    pages.set(owner, page);
    if (result.changed > 0) page.sections[name] = buildSection(group.id, result.texts);
    if (result.stamp !== undefined) page.stamps[name] = result.stamp;
  }
  return { faults, messages, messageStamps, pages, ...totals };
}

const faultOf = (
  { line, id }: Returned,
  detail: string,
  severity: ImportFault["severity"] = "error",
): ImportFault => ({ line, unit: id, detail, severity });

function unknownUnit({ id }: Returned, known: ReadonlySet<string>): string {
  const similar = findSimilar(id, known);
  return `English no longer has this text.${similar ? ` Was it renamed to ${similar}?` : ""}`;
}

interface GroupResult {
  /** Whether anything is to be written. */
  readonly take: boolean;
  /** New texts by the unit's id. */
  readonly texts: ReadonlyMap<string, string>;
  readonly stamp?: string;
  readonly messageStamps?: ReadonlyMap<string, string>;
  readonly faults: readonly ImportFault[];
  readonly changed: number;
  readonly same: number;
  readonly untranslated: number;
  readonly skipped: number;
  readonly unreviewed: number;
}

const NOTHING = { changed: 0, same: 0, untranslated: 0, skipped: 0, unreviewed: 0 };
const COUNTS = Object.keys(NOTHING) as (keyof typeof NOTHING)[];

function readGroup(
  group: UnitGroup,
  byId: ReadonlyMap<string, Returned>,
  { whenChanged, asReviewed }: ImportRules,
): GroupResult {
  const given = group.units.flatMap((unit) => {
    const found = byId.get(unit.id);
    if (!found) return [];
    const state = asReviewed && found.target !== "" ? "translated" : found.state;
    return [{ unit, found: { ...found, state } }];
  });
  const texts = new Map<string, string>();
  const none = { take: false, texts, faults: [] };
  if (given.length === 0) return { ...none, ...NOTHING };

  const outdated = changesOf(group, given);
  if (outdated.length > 0) {
    const translated = given.some(({ found }) => found.target !== "");
    if (!translated) return { ...none, ...NOTHING, untranslated: given.length };
    if (whenChanged === "skip") return { ...none, ...NOTHING, skipped: given.length };
    const canTake = whenChanged === "take" && given.length === group.units.length;
    if (!canTake) return { ...none, ...NOTHING, faults: outdated };
  }
  const faults: ImportFault[] = [];
  const empty = given.filter(({ found }) => found.target.trim() === "");
  if (empty.length === given.length) return { ...none, ...NOTHING, untranslated: given.length };
  for (const { unit, found } of empty)
    if (unit.target === "")
      faults.push(
        faultOf(
          found,
          group.kind === "plural"
            ? "this plural form has no translation, others have one"
            : "it has no translation, other texts of its section have one",
        ),
      );
  const unfinished = given.filter(
    ({ unit, found }) =>
      found.state !== "translated" &&
      found.target.trim() !== "" &&
      found.target.trim() !== unit.target.trim(),
  );
  if (unfinished.length > 0)
    return {
      ...none,
      ...NOTHING,
      unreviewed: given.length,
      faults: unfinished.map(({ found }) =>
        faultOf(
          found,
          "it is marked as fuzzy, initial or in need of review, and was left out",
          "warning",
        ),
      ),
    };
  let changed = 0;
  for (const { unit, found } of given) {
    const isTrimmed = unit.source === unit.source.trim();
    const text = found.target === unit.target || !isTrimmed ? found.target : found.target.trim();
    if (text === "" || text === unit.target) {
      texts.set(unit.id, unit.target);
      continue;
    }
    changed++;
    texts.set(unit.id, text);
    for (const { characters, severity } of hiddenIn(text))
      faults.push(faultOf(found, `it contains ${characters}`, severity));
    faults.push(...faultsOfText(unit.source, text, { group, found }));
  }
  const looked = given.every(
    ({ unit, found }) => found.state === "translated" || texts.get(unit.id) !== unit.target,
  );
  const needs = group.units.some(({ state }) => state !== "translated");
  const isFresh = (changed > 0 || (needs && looked)) && looked;
  const stamp = !isFresh
    ? {}
    : group.kind === "section"
      ? { stamp: stampOf(group, given) }
      : {
          messageStamps: new Map(
            given.map(({ unit, found }) => [unit.id, shortDigest(found.source)]),
          ),
        };
  const failed = faults.some(({ severity }) => severity === "error");
  return {
    take: !failed && (changed > 0 || isFresh),
    texts,
    ...stamp,
    faults,
    changed,
    same: given.length - changed - empty.length,
    untranslated: empty.length,
    skipped: 0,
    unreviewed: 0,
  };
}

interface Given {
  readonly unit: UnitGroup["units"][number];
  readonly found: Returned;
}

/** Units of a group whose English differs from the file. */
function changesOf(group: UnitGroup, given: readonly Given[]): ImportFault[] {
  const faults = given
    .filter(({ unit, found }) => found.source !== unit.source)
    .map(({ found }) => faultOf(found, "its English has changed since it was exported"));
  if (group.kind === "section" && given.length < group.units.length)
    faults.push(
      faultOf(
        given[0]!.found,
        `English has ${group.units.length - given.length} more texts in this section than the file`,
      ),
    );
  return faults;
}

/** Hash of the English section in the file, from which it was translated. */
const stampOf = (group: UnitGroup, given: readonly Given[]): string =>
  shortDigest(
    sectionText(
      buildSection(group.id, new Map(given.map(({ unit, found }) => [unit.id, found.source]))),
    ),
  );

/** Builds the value of a section from its texts by id. */
function buildSection(group: string, texts: ReadonlyMap<string, string>): unknown {
  const whole = texts.get(group);
  if (whole !== undefined) return group.endsWith("#keywords") ? splitWords(whole) : whole;
  const items: Record<string, string>[] = [];
  for (const [id, text] of texts) {
    const [number, key] = id.slice(group.length + 1).split(".") as [string, string];
    (items[Number(number) - 1] ??= {})[key] = text;
  }
  return items;
}

const addresses = (text: string): string =>
  Array.from(text.matchAll(/\]\(([^)\s]+)/g), ([, href]) => href!.replace(/#.*/, ""))
    .sort()
    .join(" ");

function faultsOfText(
  source: string,
  text: string,
  { group, found }: { readonly group: UnitGroup; readonly found: Returned },
): ImportFault[] {
  if (group.kind === "section") {
    if (!group.id.endsWith("#body"))
      return text.includes("\n") ? [faultOf(found, "it must be one line")] : [];
    return addresses(source) === addresses(text)
      ? []
      : [faultOf(found, "its links lead elsewhere than the English ones", "warning")];
  }
  const expected = placeholdersOf(source);
  const form = group.kind === "plural" ? splitPlural(found.id)?.form : undefined;
  if (holdsPlaceholders(text, expected, form)) return [];
  return [
    faultOf(
      found,
      `it must hold ${showPlaceholders(expected) || "no placeholder"}; it holds ${showPlaceholders(placeholdersOf(text)) || "none"}`,
    ),
  ];
}
