import { createXmlScanner, escapeXml, readAttributes } from "../xml/scan-xml.ts";
import {
  type Segment,
  type ImportedTexts,
  inMilliseconds,
  MAX_SEGMENTS,
  oneRow,
  importTexts,
} from "./segment.ts";

const NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0";
/** Metadata module, which holds the times. */
const METADATA = "urn:oasis:names:tc:xliff:metadata:2.0";
const TIMES = "time";

export interface SegmentExchange {
  /** BCP 47 */
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  /** Name of the recording. */
  readonly name: string;
  readonly segments: readonly Segment[];
}

/** `1:02.5` */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(3).padStart(6, "0")}`;

/** Removes characters that XML does not allow. */
const plain = (text: string): string =>
  text.replace(/(?![\t\n\r\x7f-\x9f])\p{Cc}|[\p{Cs}\ufffe\uffff]/gu, "");
const escaped = (text: string): string => escapeXml(plain(text));

/**
 * Segments as XLIFF 2.1 for translation tools: one unit each, with its time as a note and as
 * metadata.
 */
export function writeSegmentXliff({
  sourceLanguage,
  targetLanguage,
  name,
  segments,
}: SegmentExchange): string {
  const units = segments.map(({ from, to, source, target }, at) => {
    const state = target.trim() === "" ? "initial" : "translated";
    const translation =
      target === "" ? "" : `\n     <target xml:space="preserve">${escaped(target)}</target>`;
    return `  <unit id="s${at + 1}">
   <mda:metadata><mda:metaGroup category="${TIMES}"><mda:meta type="from">${from}</mda:meta><mda:meta type="to">${to}</mda:meta></mda:metaGroup></mda:metadata>
   <notes><note category="${TIMES}">${clock(from)} – ${clock(to)}</note></notes>
   <segment state="${state}">
     <source xml:space="preserve">${escaped(source)}</source>${translation}
   </segment>
  </unit>
`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="${NAMESPACE}" xmlns:mda="${METADATA}" version="2.1" srcLang="${escaped(sourceLanguage)}" trgLang="${escaped(targetLanguage)}">
 <file id="f1" original="${escaped(name)}">
${units.join("")} </file>
</xliff>
`;
}

/** A unit of an imported file. Times are null when it has none. */
export interface ReadUnit {
  readonly id: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly source: string;
  readonly target: string;
}

export interface ReadSegments {
  readonly sourceLanguage: string;
  /** Empty when the file does not name one. */
  readonly targetLanguage: string;
  readonly units: readonly ReadUnit[];
}

type Attributes = Readonly<Record<string, string>>;
type Open = { -readonly [Key in keyof ReadUnit]: ReadUnit[Key] };

/** Reads the unit elements, whatever their namespace prefix. */
function createUnits() {
  const units: ReadUnit[] = [];
  let unit: Open | null = null;
  let segment: { source: string; target: string | null } | null = null;
  let into: "source" | "target" | "from" | "to" | null = null;
  let value = "";
  return {
    units,
    open(name: string, attributes: Attributes): void {
      if (name === "unit")
        unit = { id: attributes["id"] ?? "", from: null, to: null, source: "", target: "" };
      else if (name === "segment" || name === "ignorable") segment = { source: "", target: null };
      else if (segment && (name === "source" || name === "target")) [into, value] = [name, ""];
      else if (name === "meta" && (attributes["type"] === "from" || attributes["type"] === "to"))
        [into, value] = [attributes["type"], ""];
      else if (name === "cp" && into)
        value += String.fromCodePoint(Number.parseInt(attributes["hex"] ?? "", 16) || 0xfffd);
    },
    text(text: string): void {
      if (into) value += text;
    },
    close(name: string): void {
      if (name === "source" || name === "target") {
        if (segment) segment[name] = value;
        into = null;
      } else if (name === "meta" && unit && (into === "from" || into === "to")) {
        const seconds = Number(value);
        unit[into] = value.trim() !== "" && seconds >= 0 ? inMilliseconds(seconds) : null;
        into = null;
      } else if (unit && segment && (name === "segment" || name === "ignorable")) {
        unit.source += segment.source;
        // Text between two sentences falls back to the source when it has no translation.
        unit.target += segment.target ?? (name === "ignorable" ? segment.source : "");
        segment = null;
      } else if (name === "unit" && unit) {
        units.push({ ...unit, source: oneRow(unit.source), target: oneRow(unit.target) });
        unit = null;
      }
    },
  };
}

/**
 * Reads XLIFF 2 as translation tools return it: the sentences of a unit are joined, inline codes
 * and annotations removed.
 * @returns null for anything else and for damaged files
 */
export function readSegmentXliff(xml: string): ReadSegments | null {
  const reader = createUnits();
  let languages: Attributes | null = null;
  const bare = (name: string): string => name.slice(name.indexOf(":") + 1);
  const scanner = createXmlScanner({
    open(name, raw) {
      const attributes = readAttributes(raw, scanner.fault);
      if (!languages) {
        const isXliff = bare(name) === "xliff" && Object.values(attributes).includes(NAMESPACE);
        if (!isXliff) throw scanner.fault("it is not XLIFF 2");
        languages = attributes;
      }
      reader.open(bare(name), attributes);
    },
    text: (text) => reader.text(text),
    close: (name) => reader.close(bare(name)),
  });
  try {
    scanner.write(xml);
    scanner.end();
  } catch {
    return null;
  }
  const { srcLang = "", trgLang = "" } = languages ?? ({} as Attributes);
  return {
    sourceLanguage: srcLang,
    targetLanguage: trgLang,
    units: reader.units.filter(({ source }) => source !== "").slice(0, MAX_SEGMENTS),
  };
}

/** Segments of a file with times; empty when it has none. */
export const segmentsOfXliff = ({ units }: ReadSegments): Segment[] =>
  units
    .flatMap(({ from, to, source, target }): Segment[] =>
      from === null || to === null || to <= from
        ? []
        : [{ from, to, source, target, by: target === "" ? null : "import" }],
    )
    .toSorted((a, b) => a.from - b.from);

/** Assigns the translations of a file to segments: by times and texts, or else by number. */
export function importXliff(segments: readonly Segment[], { units }: ReadSegments): ImportedTexts {
  const indexes = new Map<string, number[]>();
  const keyOf = (from: number, source: string): string => `${from} ${source}`;
  for (const [at, { from, source }] of segments.entries()) {
    const key = keyOf(from, source);
    indexes.set(key, [...(indexes.get(key) ?? []), at]);
  }
  const found: string[] = segments.map(() => "");
  let lost = 0;
  for (const { id, from, source, target } of units) {
    if (target === "") continue;
    const numbered = Number(/^s(\d+)$/.exec(id)?.[1]) - 1;
    const index =
      (from === null ? undefined : indexes.get(keyOf(from, source))?.shift()) ??
      (segments[numbered]?.source === source ? numbered : undefined);
    if (index === undefined) lost++;
    else found[index] = target;
  }
  return importTexts(segments, found, lost);
}
