/** A start tag. */
export interface Tag {
  /** In lower case. */
  readonly name: string;
  /** Position of its `<`. */
  readonly at: number;
  /**
   * Values with decoded entities; empty for an attribute without a value. The first attribute of a
   * name wins.
   */
  readonly attributes: Readonly<Record<string, string>>;
  /** Raw content of a script, style, title or textarea. */
  readonly text: string;
}

const NAME = /[a-zA-Z][^\s/>]*/y;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const RAW_TEXT = new Set(["script", "style", "title", "textarea"]);
const NONE: Readonly<Record<string, string>> = {};

/**
 * Calls `visit` for every start tag of an HTML or XML text. As tolerant as browsers; does not track
 * nesting.
 */
export function scanTags(html: string, visit: (tag: Tag) => void): void {
  let at = html.indexOf("<");
  while (at >= 0) {
    if (html.startsWith("<!--", at)) {
      const end = html.indexOf("-->", at + 4);
      if (end < 0) return;
      at = html.indexOf("<", end + 3);
      continue;
    }
    NAME.lastIndex = at + 1;
    const name = NAME.exec(html)?.[0].toLowerCase();
    if (name === undefined) {
      at = html.indexOf("<", at + 1);
      continue;
    }
    const start = at + 1 + name.length;
    const end = endOfTag(html, start);
    if (end < 0) return;
    const attributes = end > start ? readAttributes(html.slice(start, end)) : NONE;
    let next = end + 1;
    let text = "";
    if (RAW_TEXT.has(name)) {
      const close = closingTag(html, name, next);
      text = html.slice(next, close);
      next = close;
    }
    visit({ name, at, attributes, text });
    at = html.indexOf("<", next);
  }
}

/** Position of the `>` of a tag outside of quotes; -1 if there is none. */
function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code === 62) return at;
    // Quotes are significant only after "=".
    if ((code === 34 || code === 39) && html[at - 1] === "=") {
      const close = html.indexOf(code === 34 ? '"' : "'", at + 1);
      if (close < 0) return html.indexOf(">", at);
      at = close;
    }
  }
  return -1;
}

function closingTag(html: string, name: string, from: number): number {
  for (let at = html.indexOf("</", from); at >= 0; at = html.indexOf("</", at + 2))
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at;
  return html.length;
}

function readAttributes(source: string): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = {};
  for (const [, name, double, single, bare] of source.matchAll(ATTRIBUTE)) {
    const key = name!.toLowerCase();
    if (!Object.hasOwn(attributes, key))
      attributes[key] = decodeEntities(double ?? single ?? bare ?? "");
  }
  return attributes;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** Text of an attribute or of an element without children. */
export const decodeEntities = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:#(\d+)|#[xX]([\da-fA-F]+)|([a-z]+));/g, (all, decimal, hex, name) => {
        const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex as string, 16) : -1;
        if (code >= 0) return code <= 0x10ffff ? String.fromCodePoint(code) : all;
        return ENTITIES[name as string] ?? all;
      })
    : text;
