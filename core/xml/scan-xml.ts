/** A parse error. Line and column start at 1. */
export class XmlFault extends Error {
  readonly line: number;
  readonly column: number;
  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

export interface XmlEvents {
  /** A start tag; `attributes` is the raw text after the name, for `readAttributes`. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** Text with resolved references. One text may be split into several calls. */
  text(text: string): void;
  /**
   * Parses a whole element at once if it has the usual form; called for every start tag before
   * `open`. @returns end of the element; undefined to scan it tag by tag
   */
  whole?(text: string, start: number, depth: number): number | undefined;
}

export interface XmlScanner {
  /** @throws {XmlFault} */
  readonly write: (chunk: string) => void;
  /** Ends the document. @throws XmlFault if the document is incomplete */
  readonly end: () => void;
  /** Location of the current tag or text. */
  readonly position: () => { readonly line: number; readonly column: number };
  /** Creates an error at the current location. */
  readonly fault: (detail: string) => XmlFault;
}

const MAX_DEPTH = 64;
/** Maximum number of characters of a tag, comment or instruction. */
const MAX_MARKUP = 1 << 16;
/**
 * Maximum number of characters of a CDATA section that spans several chunks, because each chunk is
 * searched for its end.
 */
const MAX_CDATA = 1 << 20;

const NAME = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/.source;
const ATTRIBUTE = `\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`;
/** Sticky, so that names are not searched for at each character. */
const EACH_ATTRIBUTE = new RegExp(`\\s+(${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, "gy");
const OPEN = new RegExp(`<(${NAME})((?:${ATTRIBUTE})*)\\s*(/?)>`, "y");
const CLOSE = new RegExp(`</(${NAME})\\s*>`, "y");
/** Characters that XML 1.0 forbids: control characters, lone surrogates, and two noncharacters. */
const NOT_XML = /(?![\t\n\r\x7f-\x9f])\p{Cc}|[\p{Cs}\ufffe\uffff]/u;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/**
 * A strict streaming scanner for XML 1.0. It rejects constructs with which an untrusted file could
 * do harm: document types (and therefore custom entities), unbounded nesting, unbounded tags.
 */
export function createXmlScanner(events: XmlEvents): XmlScanner {
  let rest = "";
  let at = 0;
  const positions = createPositions();

  const position = (offset = 0): { readonly line: number; readonly column: number } =>
    positions.positionAt(rest, at, offset);
  const fault = (detail: string, offset = 0): XmlFault => {
    const { line, column } = position(offset);
    return new XmlFault(detail, line, column);
  };
  const drop = (): void => {
    positions.drop(rest, at);
    rest = rest.slice(at);
    at = 0;
  };
  const elements = createElements(events, fault);
  const emit = (end: number): void => {
    const text = rest.slice(at, end);
    if (elements.isInside()) events.text(readText(text, fault));
    else if (/[^\s\ufeff]/.test(text)) throw fault("text outside of the root element");
    at = end;
  };

  /** Skips markup up to its end. @returns false if the end has not arrived yet */
  const pass = (start: string, end: string, found?: (text: string) => void): boolean => {
    const to = rest.indexOf(end, at + start.length);
    if (to < 0) return false;
    found?.(rest.slice(at + start.length, to));
    at = to + end.length;
    return true;
  };
  /** Scans the markup at `at`. @returns false if it is incomplete */
  const markup = (): boolean => {
    if (rest.startsWith("<!--", at)) return pass("<!--", "-->");
    if (rest.startsWith("<![CDATA[", at)) {
      if (!elements.isInside()) throw fault("text outside of the root element");
      return pass("<![CDATA[", "]]>", (text) => {
        if (NOT_XML.test(text)) throw fault("a character that XML cannot hold");
        events.text(text.replace(/\r\n?/g, "\n"));
      });
    }
    if (rest.startsWith("<?", at))
      return pass("<?", "?>", (text) => {
        const encoding = foreignEncoding(text);
        if (encoding !== undefined)
          throw fault(`its encoding is ${encoding.slice(0, 40)}, and only UTF-8 is read`);
      });
    if (rest.startsWith("<!", at)) {
      if (rest.length - at < 9) return false;
      throw fault("a document type or a declaration, which is never read");
    }
    const depth = elements.depth();
    const end = events.whole?.(rest, at, depth);
    if (end !== undefined) {
      at = end;
      return true;
    }
    const pattern = rest[at + 1] === "/" ? CLOSE : OPEN;
    pattern.lastIndex = at;
    const found = pattern.exec(rest);
    if (!found) {
      if (!hasTagEnd(rest, at)) return false;
      throw fault("a tag that is not well-formed");
    }
    const [whole, name, attributes, empty] = found;
    if (pattern === CLOSE) elements.close(name!);
    else elements.open(name!, attributes!, empty !== "");
    at += whole.length;
    return true;
  };

  const scan = (last: boolean): void => {
    while (at < rest.length) {
      if (rest[at] === "<") {
        if (markup()) continue;
        if (last) throw fault("the file ends in the middle of a tag");
        const limit = rest.startsWith("<![CDATA[", at) ? MAX_CDATA : MAX_MARKUP;
        if (rest.length - at > limit) throw fault(`a tag of more than ${limit} characters`);
        break;
      }
      const next = rest.indexOf("<", at);
      if (next >= 0 || last) emit(next < 0 ? rest.length : next);
      else {
        emit(rest.length - cutOff(rest.slice(Math.max(at, rest.length - 34))));
        break;
      }
    }
    drop();
  };

  return {
    position: () => position(),
    fault,
    write(chunk) {
      rest += chunk;
      if (rest.length > 1 << 26) throw fault("more than 64 MB in one piece");
      scan(false);
    },
    end() {
      scan(true);
      elements.end();
    },
  };
}

/** The stack of open elements. */
function createElements(events: XmlEvents, fault: XmlScanner["fault"]) {
  const stack: string[] = [];
  let started = false;
  let ended = false;

  const close = (name: string): void => {
    const open = stack.at(-1);
    if (open !== name)
      throw fault(`</${name}> where ${open === undefined ? "nothing is open" : `<${open}> is`}`);
    stack.pop();
    if (stack.length === 0) ended = true;
    events.close(name);
  };
  return {
    isInside: (): boolean => stack.length > 0,
    depth: (): number => stack.length,
    open(name: string, attributes: string, isEmpty: boolean): void {
      if (stack.length === 0 && ended) throw fault("a second root element");
      if (stack.length === MAX_DEPTH) throw fault(`more than ${MAX_DEPTH} elements in one another`);
      started = true;
      stack.push(name);
      events.open(name, attributes);
      if (isEmpty) close(name);
    },
    close,
    end(): void {
      if (!started) throw fault("there is no element in it");
      if (stack.length > 0) throw fault(`the file ends before </${stack.at(-1)}>`);
    },
  };
}

/** Resolves references and normalizes line breaks. */
function readText(text: string, fault: (detail: string, offset?: number) => Error): string {
  const unix = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  if (NOT_XML.test(unix)) throw fault("a character that XML cannot hold");
  return unix.includes("&") ? decodeReferences(unix, fault) : unix;
}

/**
 * Tracks lines and columns. Each character is counted once, however often the position is
 * requested.
 */
function createPositions() {
  let line = 1;
  /**
   * Start of the current line, and the offset up to which lines have been counted, in the buffered
   * text.
   */
  let start = 0;
  let counted = 0;
  const count = (text: string, to: number): void => {
    for (
      let end = text.indexOf("\n", counted);
      end >= 0 && end < to;
      end = text.indexOf("\n", end + 1)
    ) {
      line++;
      start = end + 1;
    }
    counted = to;
  };
  return {
    /** @param at current offset. @param offset distance of the requested position from `at` */
    positionAt(text: string, at: number, offset: number) {
      count(text, at);
      const after = text.slice(at, at + offset).split("\n");
      const column = after.length > 1 ? after.at(-1)!.length + 1 : at + offset - start + 1;
      return { line: line + after.length - 1, column };
    },
    /** Removes the beginning of the buffered text. */
    drop(text: string, length: number): void {
      count(text, length);
      start -= length;
      counted = 0;
    },
  };
}

/** The declared encoding if it is unsupported. */
function foreignEncoding(instruction: string): string | undefined {
  const encoding = /^xml\s[^]*encoding\s*=\s*["']([^"']*)/.exec(instruction)?.[1];
  return encoding === undefined || /^(utf-?8|us-ascii)$/i.test(encoding) ? undefined : encoding;
}

/**
 * Length of an incomplete sequence at the end of a chunk: a reference, a line break or a surrogate
 * pair.
 */
const cutOff = (end: string): number =>
  /(?:&[^;&]{0,32}|\r|[\ud800-\udbff])$/.exec(end)?.[0].length ?? 0;

/** Whether the tag at an offset has a closing `>` outside of quotes. */
function hasTagEnd(text: string, start: number): boolean {
  let quote = "";
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]!;
    if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === ">" || char === "<") return true;
  }
  return false;
}

function decodeReferences(text: string, fault: (detail: string, offset?: number) => Error): string {
  return text.replace(/&([^;&\s]{0,32};)?/g, (whole, name: string | undefined, offset: number) => {
    const known = name && ENTITIES[name.slice(0, -1)];
    if (known) return known;
    const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}));$/i.exec(name ?? "") ?? [];
    const code = hex === undefined ? Number(decimal ?? NaN) : Number.parseInt(hex, 16);
    if (code > 0 && code <= 0x10_ffff) {
      const char = String.fromCodePoint(code);
      if (!NOT_XML.test(char)) return char;
    }
    throw fault(
      name === undefined
        ? "a & that stands alone; it is written &amp;"
        : `${whole} is no reference that XML knows by itself`,
      offset,
    );
  });
}

/** Attributes of a start tag, by name as written. @throws XmlFault by `fault` for a duplicate */
export function readAttributes(
  raw: string,
  fault: (detail: string) => Error,
): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [, name, double, single] of raw.matchAll(EACH_ATTRIBUTE)) {
    if (name! in attributes) throw fault(`${name} is there twice`);
    const value = (double ?? single!).replace(/\r\n|[\r\n\t]/g, " ");
    if (NOT_XML.test(value)) throw fault("a character that XML cannot hold");
    attributes[name!] = value.includes("&")
      ? decodeReferences(value, (detail) => fault(detail))
      : value;
  }
  return attributes;
}

/** Escapes text for elements and attributes. */
export const escapeXml = (text: string): string =>
  text.replace(
    /[&<>"\r]/g,
    (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" })[char]!,
  );
