import { escapeXml } from "#core/xml/scan-xml.ts";
import { type Exchange, needsLook } from "./exchange.ts";
import { type Part, splitBlocks, splitInline } from "./inline.ts";
import type { Unit, UnitFile, UnitGroup } from "./units.ts";

/** Encodes a name as an XLIFF id, which allows few characters. The mapping is injective. */
export const xliffId = (name: string): string =>
  name.replace(/[^A-Za-z0-9.-]/g, (char) => `_${char.codePointAt(0)!.toString(16)}_`);

const NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0";
/** Namespace of the glossary module. */
const GLOSSARY = "urn:oasis:names:tc:xliff:glossary:2.0";

/**
 * Writes an exchange as XLIFF 2.0: a `<file>` for each English file, codes as `<ph>` and `<pc>`,
 * terms by the glossary module. The style of the language is a note of the first file.
 */
export function writeXliff({ sourceLanguage, language, style, files }: Exchange): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="${NAMESPACE}" xmlns:gls="${GLOSSARY}" version="2.0" srcLang="${escapeXml(sourceLanguage)}" trgLang="${escapeXml(language)}" xml:space="preserve">
${files.map((file, at) => fileOf(file, at === 0 ? style : [])).join("")}</xliff>
`;
}

function fileOf({ id, original, groups }: UnitFile, style: readonly string[]): string {
  const notes = style
    .map((line) => `   <note category="style">${escapeXml(line)}</note>\n`)
    .join("");
  return ` <file id="${xliffId(id)}" original="${escapeXml(original)}">\n${
    notes && `  <notes>\n${notes}  </notes>\n`
  }${groups.map(groupOf).join("")} </file>\n`;
}

function groupOf({ id, kind, units }: UnitGroup): string {
  if (kind === "message" || (kind === "section" && units.length === 1)) return unitOf(units[0]!);
  const type = kind === "plural" ? "toolkit:plural" : "toolkit:section";
  return `  <group id="g-${xliffId(id)}" name="${escapeXml(id)}" type="${type}">\n${units.map(unitOf).join("")}  </group>\n`;
}

/**
 * State of a segment: a translation that needs review counts as unfinished, and retains its text.
 */
function stateOf({ state }: Unit): string {
  if (state === "missing") return ' state="initial"';
  return needsLook(state) ? ` state="initial" subState="toolkit:${state}"` : ' state="translated"';
}

function unitOf(unit: Unit): string {
  const codes = createCodes();
  const [sources, targets] = segmentsOf(unit);
  // Ids of codes are unique within a unit.
  const rows = sources.map((source, at) => {
    const target = targets?.[at];
    const element = at % 2 === 0 ? "segment" : "ignorable";
    const attributes = at % 2 === 0 ? stateOf(unit) : "";
    return `   <${element}${attributes}>\n    <source>${codes.source(splitInline(source, unit.format))}</source>\n${
      target === undefined
        ? ""
        : `    <target>${codes.target(splitInline(target, unit.format))}</target>\n`
    }   </${element}>\n`;
  });
  const was =
    unit.was === undefined
      ? ""
      : `    <note category="earlier-source">The English was: ${escapeXml(unit.was)}</note>\n`;
  const notes = was + unit.notes.map((note) => `    <note>${escapeXml(note)}</note>\n`).join("");
  return `  <unit id="${xliffId(unit.id)}" name="${escapeXml(unit.id)}">
${glossaryOf(unit)}${notes && `   <notes>\n${notes}   </notes>\n`}${codes.data()}${rows.join("")}  </unit>
`;
}

function glossaryOf({ terms }: Unit): string {
  if (terms.length === 0) return "";
  const entries = terms.map(
    ({ english, translation, definition }) =>
      `    <gls:glossEntry>\n     <gls:term>${escapeXml(english)}</gls:term>\n     <gls:translation>${escapeXml(translation)}</gls:translation>\n     <gls:definition>${escapeXml(definition)}</gls:definition>\n    </gls:glossEntry>\n`,
  );
  return `   <gls:glossary>\n${entries.join("")}   </gls:glossary>\n`;
}

/**
 * Splits a Markdown text into paragraphs if source and translation have the same number; otherwise
 * one segment.
 */
function segmentsOf({ source, target, format }: Unit): [string[], string[] | undefined] {
  const whole: [string[], string[] | undefined] = [[source], target === "" ? undefined : [target]];
  if (format !== "markdown") return whole;
  const sources = [...splitBlocks(source)];
  if (target === "") return [sources, undefined];
  const targets = [...splitBlocks(target)];
  return sources.length === targets.length ? [sources, targets] : whole;
}

interface Codes {
  source(parts: readonly Part[]): string;
  target(parts: readonly Part[]): string;
  /** `<originalData>` of all written codes. */
  data(): string;
}

/**
 * Writes the codes of a unit: those of a translation get the ids of the corresponding English ones.
 */
function createCodes(): Codes {
  const data = new Map<string, string>();
  const refOf = (code: string): string => {
    let id = data.get(code);
    if (id === undefined) data.set(code, (id = `d${data.size + 1}`));
    return id;
  };
  const ids: { readonly key: string; readonly id: number; used: boolean }[] = [];
  let next = 1;
  const keyOf = (part: Exclude<Part, { kind: "text" }>): string =>
    part.kind === "ph" ? part.code : `${part.start}…${part.end}`;
  const write = (parts: readonly Part[], idOf: (key: string) => number): string =>
    parts
      .map((part) => {
        if (part.kind === "text") return escapeText(part.text);
        const id = idOf(keyOf(part));
        if (part.kind === "ph")
          return `<ph id="${id}" equiv="${escapeXml(part.name)}" disp="${escapeXml(part.code)}" dataRef="${refOf(part.code)}"/>`;
        const refs = `dataRefStart="${refOf(part.start)}" dataRefEnd="${refOf(part.end)}"`;
        return `<pc id="${id}" ${refs}>${write(part.parts, idOf)}</pc>`;
      })
      .join("");
  return {
    source: (parts) =>
      write(parts, (key) => {
        ids.push({ key, id: next, used: false });
        return next++;
      }),
    target: (parts) =>
      write(parts, (key) => {
        const match = ids.find((each) => !each.used && each.key === key);
        if (!match) return next++;
        match.used = true;
        return match.id;
      }),
    data() {
      const rows = [...data].map(
        ([code, id]) => `    <data id="${id}">${escapeText(code)}</data>\n`,
      );
      return rows.length > 0 ? `   <originalData>\n${rows.join("")}   </originalData>\n` : "";
    },
  };
}

/** Escapes a text; characters that XML cannot represent become XLIFF's code points. */
const escapeText = (text: string): string =>
  escapeXml(text).replace(
    /(?![\t\n\r\x7f-\x9f])\p{Cc}|[\p{Cs}\ufffe\uffff]/gu,
    (char) => `<cp hex="${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}"/>`,
  );
