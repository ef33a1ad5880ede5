import { createXmlScanner, readAttributes, XmlFault } from "../../core/xml/scan-xml.ts";
import type { Returned, ReturnedFile } from "./exchange.ts";
import { ExchangeFault } from "./exchange.ts";
import type { UnitState } from "./units.ts";

const NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0";

/** Finds a unit by the ids of its `<file>` and its `<unit>`. */
export type FindUnit = (language: string, file: string, unit: string) => string | undefined;

type Attributes = Readonly<Record<string, string>>;

interface OpenUnit {
  readonly id: string;
  readonly line: number;
  readonly data: Map<string, string>;
  readonly segments: Segment[];
}
interface Segment {
  readonly isSegment: boolean;
  readonly state: UnitState;
  source: string[];
  target: string[] | undefined;
}

interface ReadFault {
  readonly line: number;
  readonly detail: string;
}

/** In texts, a reference to original data; resolved when the unit ends. */
const REFERENCE = "\u0000";

/** A unit that was read whole. Its faults are told, and a unit that is only translated in part is none. */
function closeUnit(
  { line, data, segments }: OpenUnit,
  known: string,
  faults: ReadFault[],
): Returned | undefined {
  const resolve = (pieces: readonly string[]): string =>
    pieces
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
        : segments.map(({ source, target }) => resolve(target ?? source)).join(""),
    state:
      all.find(({ state }) => state === "stale" || state === "unstamped")?.state ??
      (translated.length === 0 ? "missing" : "translated"),
  };
}

/** Reads what is in files and units: told of their elements and texts, without a prefix. */
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

  const open = (name: string, attributes: Attributes): void => {
    switch (name) {
      case "file":
        file = attributes["id"] ?? "";
        break;
      case "unit":
        unit = { id: attributes["id"] ?? "", line: lineOf(), data: new Map(), segments: [] };
        break;
      case "segment":
      case "ignorable":
        segment = {
          isSegment: name === "segment",
          state: stateOf(attributes),
          source: [],
          target: undefined,
        };
        unit?.segments.push(segment);
        break;
      case "source":
        if (segment) sink = segment.source = [];
        break;
      case "target":
        if (segment) sink = segment.target = [];
        break;
      case "data":
        dataId = attributes["id"];
        sink = [];
        break;
      case "cp":
        sink?.push(String.fromCodePoint(Number.parseInt(attributes["hex"] ?? "", 16) || 0xfffd));
        break;
      case "pc":
        code(attributes["dataRefStart"], name);
        ends.push(attributes["dataRefEnd"]);
        break;
      case "ph":
      case "sc":
      case "ec":
        code(attributes["dataRef"], name);
        break;
      default:
    }
  };
  const code = (reference: string | undefined, name: string): void => {
    if (!sink) return;
    if (reference === undefined)
      faults.push({
        line: lineOf(),
        detail: `<${name}> without the data that it stands for`,
      });
    else sink.push(REFERENCE + reference);
  };
  const close = (name: string): void => {
    switch (name) {
      case "pc":
        code(ends.pop(), name);
        break;
      case "source":
      case "target":
        sink = undefined;
        break;
      case "data":
        if (unit && dataId !== undefined) unit.data.set(dataId, sink!.join(""));
        sink = undefined;
        break;
      case "unit":
        if (unit) finish(unit);
        unit = undefined;
        segment = undefined;
        break;
      default:
    }
  };

  const finish = (done: OpenUnit): void => {
    const known = idOf(language, file, done.id);
    if (known === undefined)
      faults.push({ line: done.line, detail: `the site has no unit "${done.id}" in "${file}"` });
    const read = known === undefined ? undefined : closeUnit(done, known, faults);
    if (read) units.push(read);
  };

  return {
    open,
    close,
    text: (piece: string): void => void sink?.push(piece),
    begin: (target: string): void => void (language = target),
    result: (): ReturnedFile => ({ language, units, faults }),
  };
}

/**
 * Reads XLIFF 2.0 and 2.1, as tools return it: their own modules and extensions are passed over,
 * annotations are taken off, codes become what they stand for.
 * @param idOf the unit that ids mean in a translation into a language; undefined when there is none
 * @throws ExchangeFault for a file that is not XLIFF 2
 */
export function readXliff(text: string, idOf: FindUnit): ReturnedFile {
  const stack: string[] = [];
  let prefix = "";
  /** Depth of an element of another namespace, whose content is not read. */
  let foreign = 0;
  const reader = createUnitReader(idOf, () => scanner.place().line);

  const scanner = createXmlScanner({
    open(name, raw) {
      const attributes = readAttributes(raw, scanner.fault);
      if (stack.length === 0) {
        prefix = name.includes(":") ? name.slice(0, name.indexOf(":") + 1) : "";
        const namespace = attributes[prefix === "" ? "xmlns" : `xmlns:${prefix.slice(0, -1)}`];
        if (name !== `${prefix}xliff` || namespace !== NAMESPACE)
          throw scanner.fault(
            `it is not XLIFF 2: the first element is <${name}>${namespace === undefined ? "" : ` of ${namespace}`}`,
          );
        reader.begin(attributes["trgLang"] ?? "");
      }
      stack.push(name);
      if (foreign > 0 || !isOwn(name, attributes)) foreign++;
      else reader.open(name.slice(prefix.length), attributes);
    },
    text(piece) {
      if (foreign === 0) reader.text(piece);
    },
    close(name) {
      stack.pop();
      if (foreign > 0) foreign--;
      else reader.close(name.slice(prefix.length));
    },
  });
  const isOwn = (name: string, attributes: Attributes): boolean =>
    (prefix === "" ? !name.includes(":") : name.startsWith(prefix)) &&
    (prefix !== "" || attributes["xmlns"] === undefined || attributes["xmlns"] === NAMESPACE);

  try {
    scanner.write(text);
    scanner.end();
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    throw new ExchangeFault(error.message, error.line, error.column);
  }
  return reader.result();
}

function stateOf({ state, subState }: Attributes): UnitState {
  // A state that a translator set tells that the translation was looked at.
  if (state !== undefined && state !== "initial") return "translated";
  return subState === "toolkit:stale"
    ? "stale"
    : subState === "toolkit:unstamped"
      ? "unstamped"
      : "translated";
}
