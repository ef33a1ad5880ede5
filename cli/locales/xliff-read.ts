import { createXmlScanner, readAttributes, XmlFault } from "#core/xml/scan-xml.ts";
import { type Returned, type ReturnedFile, ExchangeFault } from "./exchange.ts";

/** Namespaces of XLIFF 2.0 and 2.1, and of 2.2, whose core is the same. */
const NAMESPACE = /^urn:oasis:names:tc:xliff:document:2\.[02]$/;

const OF_XLIFF_1 = /^(body|trans-unit|bin-unit|seg-source|alt-trans)$/;

/** Finds a unit by the ids of its `<file>` and its `<unit>`. */
export type FindUnit = (language: string, file: string, unit: string) => string | undefined;

type Attributes = Readonly<Record<string, string>>;

interface OpenUnit {
  readonly id: string;
  readonly line: number;
  readonly data: Map<string, string>;
  /** References to the data of each code of the source, by its id, for its start and end. */
  readonly codes: Map<string, Pair>;
  readonly segments: Segment[];
}
type Pair = readonly [start: string | undefined, end: string | undefined];
interface Segment {
  readonly isSegment: boolean;
  readonly state: Returned["state"];
  /** 1-based position of the target among those of the unit. */
  order: number;
  source: string[];
  target: string[] | undefined;
}

interface ReadFault {
  readonly line: number;
  readonly detail: string;
}

/** Marks a reference to original data in a text, which is resolved at the end of the unit. */
const REFERENCE = "\u0000";

/** Segments in the order of their targets; undefined if two share a position. */
function inOrder(segments: readonly Segment[]): readonly Segment[] | undefined {
  const sorted = [...segments].sort((a, b) => a.order - b.order);
  return sorted.every(({ order }, at) => order === at + 1) ? sorted : undefined;
}

/**
 * Completes a unit and reports its problems. A partially translated unit counts as untranslated.
 */
function closeUnit(
  { line, data, segments }: OpenUnit,
  known: string,
  faults: ReadFault[],
): Returned | undefined {
  const resolve = (parts: readonly string[]): string =>
    parts
      .map((piece) => {
        if (!piece.startsWith(REFERENCE)) return piece;
        const found = data.get(piece.slice(1));
        if (found === undefined)
          faults.push({ line, detail: `${known}: there is no data "${piece.slice(1)}"` });
        return found ?? "";
      })
      .join("");
  const translated = segments.filter(
    ({ isSegment, target }) => isSegment && target !== undefined && target.length > 0,
  );
  const all = segments.filter(({ isSegment }) => isSegment);
  const ordered = inOrder(segments);
  if (all.length === 0 || !ordered) {
    const detail = all.length === 0 ? "it has no <segment>" : 'the values of "order" contradict';
    faults.push({ line, detail: `${known}: ${detail}` });
    return undefined;
  }
  if (translated.length > 0 && translated.length < all.length) {
    faults.push({
      line,
      detail: `${known}: ${all.length - translated.length} of ${all.length} segments have no translation`,
    });
    return undefined;
  }
  return {
    id: known,
    line,
    source: segments.map(({ source }) => resolve(source)).join(""),
    target:
      translated.length === 0
        ? ""
        : ordered.map(({ source, target }) => resolve(target ?? source)).join(""),
    state:
      translated.length === 0
        ? "missing"
        : (all.find(({ state }) => state !== "translated")?.state ?? "translated"),
  };
}

const segmentOf = (name: string, attributes: Attributes, order: number): Segment => ({
  isSegment: name === "segment",
  state: stateOf(attributes),
  order,
  source: [],
  target: undefined,
});

/**
 * References of a code to its data. Tools may omit them in a target if the code is in the source,
 * or is a copy of one there.
 */
function referencesOf(
  name: string,
  attributes: Attributes,
  { codes }: OpenUnit,
  isTarget: boolean,
): Pair {
  const { dataRef, dataRefStart = dataRef, dataRefEnd = dataRef } = attributes;
  const id = attributes["copyOf"] ?? attributes["startRef"] ?? attributes["id"] ?? "";
  const known = codes.get(id);
  if (isTarget) return [dataRefStart ?? known?.[0], dataRefEnd ?? known?.[1]];
  // The codes at both ends of a span have different references.
  codes.set(id, [
    name === "ec" ? known?.[0] : dataRefStart,
    name === "sc" ? undefined : dataRefEnd,
  ]);
  return [dataRefStart, dataRefEnd];
}

/** Reads files and units from elements and texts, without namespace prefixes. */
function createUnitReader(idOf: FindUnit, lineOf: () => number) {
  const units: Returned[] = [];
  const faults: ReadFault[] = [];
  let language = "";
  let file = "";
  let unit: OpenUnit | undefined;
  let segment: Segment | undefined;
  let sink: string[] | undefined;
  let dataId: string | undefined;
  const ends: (string | undefined)[] = [];
  const fault = (detail: string): void => void faults.push({ line: lineOf(), detail });

  const open = (name: string, attributes: Attributes): void => {
    switch (name) {
      case "file":
        file = attributes["id"] ?? "";
        break;
      case "unit":
        unit = {
          id: attributes["id"] ?? "",
          line: lineOf(),
          data: new Map(),
          codes: new Map(),
          segments: [],
        };
        break;
      case "segment":
      case "ignorable":
        segment = segmentOf(name, attributes, (unit?.segments.length ?? 0) + 1);
        unit?.segments.push(segment);
        break;
      case "source":
      case "target":
        if (segment) sink = segment[name] = [];
        else fault(`<${name}> outside of a <segment>`);
        if (segment && name === "target")
          segment.order = Number(attributes["order"] ?? segment.order);
        break;
      case "data":
        dataId = attributes["id"];
        sink = [];
        break;
      case "cp":
        sink?.push(String.fromCodePoint(Number.parseInt(attributes["hex"] ?? "", 16) || 0xfffd));
        break;
      case "pc":
      case "ph":
      case "sc":
      case "ec": {
        if (!sink || !unit) break;
        const [start, end] = referencesOf(name, attributes, unit, sink === segment?.target);
        code(name === "ec" ? end : start, name);
        if (name === "pc") ends.push(end);
        break;
      }
      default:
    }
  };
  const code = (reference: string | undefined, name: string): void => {
    if (reference === undefined) fault(`<${name}> without the data that it stands for`);
    else sink?.push(REFERENCE + reference);
  };
  const close = (name: string): void => {
    switch (name) {
      case "pc":
        if (sink) code(ends.pop(), name);
        break;
      case "source":
      case "target":
        sink = undefined;
        break;
      case "data":
        if (unit && dataId !== undefined) unit.data.set(dataId, sink!.join(""));
        sink = undefined;
        break;
      case "segment":
      case "ignorable":
        segment = undefined;
        break;
      case "unit":
        if (unit) finish(unit);
        unit = undefined;
        break;
      default:
    }
  };

  const finish = (done: OpenUnit): void => {
    const known = idOf(language, file, done.id);
    const read = known === undefined ? undefined : closeUnit(done, known, faults);
    if (read) units.push(read);
    if (known === undefined)
      faults.push({ line: done.line, detail: `the site has no unit "${done.id}" in "${file}"` });
  };

  return {
    open,
    close,
    text: (chunk: string): void => void sink?.push(chunk),
    begin: (target: string): void => void (language = target),
    result: (): ReturnedFile => ({ language, units, faults }),
  };
}

/**
 * Reads XLIFF 2.0, 2.1 and 2.2 as returned by tools: foreign modules and extensions are skipped,
 * annotations are removed, and codes are replaced by their data.
 * @param idOf the unit with the given ids in a translation into a language; undefined if there is
 *   none
 * @throws ExchangeFault for a file that is not XLIFF 2
 */
export function readXliff(text: string, idOf: FindUnit): ReturnedFile {
  const stack: string[] = [];
  let prefix = "";
  /** Depth within a foreign element, whose content is skipped. */
  let foreign = 0;
  const reader = createUnitReader(idOf, () => scanner.position().line);

  const scanner = createXmlScanner({
    open(name, raw) {
      const attributes = readAttributes(raw, scanner.fault);
      if (stack.length === 0) {
        prefix = name.includes(":") ? name.slice(0, name.indexOf(":") + 1) : "";
        const namespace = attributes[prefix === "" ? "xmlns" : `xmlns:${prefix.slice(0, -1)}`];
        if (name !== `${prefix}xliff` || !NAMESPACE.test(namespace ?? ""))
          throw scanner.fault(
            `it is not XLIFF 2.0, 2.1 or 2.2: the first element is <${name}>${namespace === undefined ? "" : ` of ${namespace}`}`,
          );
        reader.begin(attributes["trgLang"] ?? "");
      }
      stack.push(name);
      if (foreign === 0 && OF_XLIFF_1.test(name))
        throw scanner.fault(`<${name}> is of XLIFF 1.2, in a file that says XLIFF 2`);
      if (foreign > 0 || !isOwn(name, attributes)) foreign++;
      else reader.open(name.slice(prefix.length), attributes);
    },
    text(chunk) {
      if (foreign === 0) reader.text(chunk);
    },
    close(name) {
      stack.pop();
      if (foreign > 0) foreign--;
      else reader.close(name.slice(prefix.length));
    },
  });
  const isOwn = (name: string, attributes: Attributes): boolean =>
    (prefix === "" ? !name.includes(":") : name.startsWith(prefix)) &&
    (prefix !== "" || attributes["xmlns"] === undefined || NAMESPACE.test(attributes["xmlns"]));

  try {
    scanner.write(text);
    scanner.end();
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    throw new ExchangeFault(error.message, error.line, error.column);
  }
  return reader.result();
}

/** States of unfinished translations, as `subState` carries them over from XLIFF 1.2 and tools. */
const UNFINISHED =
  /^[^:]*:(?:needs[-_]|(?:new|initial|unreviewed|unapproved|rejected)$)|(?:fuzzy|[:-]mt)$/i;

/** A segment without a state is "initial" by the specification. */
function stateOf({ state = "initial", subState = "" }: Attributes): Returned["state"] {
  if (/^(translated|reviewed|final)$/.test(state))
    return UNFINISHED.test(subState) ? "unreviewed" : "translated";
  if (subState === "toolkit:stale") return "stale";
  return subState === "toolkit:unstamped" ? "unstamped" : "unreviewed";
}
