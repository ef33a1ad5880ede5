import { resolveReferences } from "./character-references.ts";

/** A token of an XML or HTML document. */
export type MarkupPart =
  | {
      readonly kind: "open" | "close";
      /** The name as written, including its prefix. */
      readonly name: string;
      readonly tag: string;
    }
  | { readonly kind: "text"; readonly text: string; readonly isLiteral: boolean };

interface ScanOptions {
  /**
   * Reads the document as HTML, with the lowercase names of the elements whose content is skipped up
   * to their end tag. An unclosed comment then hides the rest of the document, as in browsers.
   */
  readonly rawHtmlElements?: ReadonlySet<string> | undefined;
}

/** Neither tags nor attribute values may contain `<`, so an unclosed tag ends at the next tag. */
const TAG = /<(\/?)([a-z_][\w.:-]*)(?=[\s/>])(?:(?:[^<>"']|"[^"<]*"|'[^'<]*')*|[^<>]*)>/iy;

/** Delimiters of comments, CDATA sections and instructions. */
const SECTIONS = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;
const HTML_SECTIONS = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<!", ">"],
  ["<?", ">"],
] as const;

/** A part of a document at an offset. */
interface Section {
  readonly end: number;
  readonly text: string;
}

/**
 * Creates a search for delimiters at offsets that do not decrease. Where a delimiter was found last
 * is remembered, so that all searches together read the document once for each delimiter.
 */
function createSearch(text: string) {
  const found = new Map<string, number>();
  return (delimiter: string, from: number): number => {
    const last = found.get(delimiter) ?? 0;
    if (found.has(delimiter) && (last < 0 || last >= from)) return last;
    const at = text.indexOf(delimiter, from);
    found.set(delimiter, at);
    return at;
  };
}

/** Creates a function which finds the comment or similar section at an offset, or null. */
function createSections(
  text: string,
  find: (delimiter: string, from: number) => number,
  isHtml: boolean,
) {
  return (at: number): Section | null => {
    for (const [begin, end] of isHtml ? HTML_SECTIONS : SECTIONS) {
      if (!text.startsWith(begin, at)) continue;
      const from = at + begin.length;
      const found = find(end, from);
      if (found < 0 && !isHtml) return null;
      const to = found < 0 ? text.length : found;
      const content = begin === "<![CDATA[" ? text.slice(from, to) : "";
      return { end: found < 0 ? to : to + end.length, text: content };
    }
    if (!/^<!doctype[\s[]/i.test(text.slice(at, at + 10))) return null;
    const close = find(">", at);
    const subset = text.slice(at, Math.max(at, close)).includes("[") ? find("]>", at) : -1;
    return close < 0 ? null : { end: subset < 0 ? close + 1 : subset + 2, text: "" };
  };
}

/** Offset of the end tag of an element, or the length of the document without one. */
function endTagOf(text: string, name: string, from: number): number {
  const close = new RegExp(`</${name}(?=[\\s/>])`, "gi");
  close.lastIndex = from;
  return close.exec(text)?.index ?? text.length;
}

/**
 * Tokenizes an XML or HTML document that may be damaged into tags and texts, in document order.
 * Comments, instructions and document types are skipped. A `<` that begins no tag is text. Runs in
 * linear time.
 */
export function* scanMarkup(
  text: string,
  { rawHtmlElements }: ScanOptions = {},
): Generator<MarkupPart> {
  const find = createSearch(text);
  const sectionAt = createSections(text, find, rawHtmlElements !== undefined);
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf("<", at);
    const end = start < 0 ? text.length : start;
    if (end > at) yield { kind: "text", text: text.slice(at, end), isLiteral: false };
    if (start < 0) return;
    TAG.lastIndex = start;
    const section = sectionAt(start);
    const [tag, slash, name] = (!section && TAG.exec(text)) || [];
    at = section?.end ?? start + (tag?.length ?? 1);
    if (section?.text) yield { kind: "text", text: section.text, isLiteral: true };
    else if (tag !== undefined) {
      const isClosed = slash !== "" || tag.endsWith("/>");
      if (slash === "") yield { kind: "open", name: name!, tag };
      if (isClosed) yield { kind: "close", name: name!, tag };
      else if (rawHtmlElements?.has(name!.toLowerCase())) at = endTagOf(text, name!, at);
    } else if (!section) {
      // HTML drops a tag that the end of the document cuts off.
      if (rawHtmlElements && /[a-z/]/i.test(text.charAt(start + 1)) && find(">", start) < 0) return;
      yield { kind: "text", text: "<", isLiteral: true };
    }
  }
}

/**
 * Attributes of a tag by lowercase name, with references resolved. Attributes without a value have
 * the empty string; of several with one name, the first counts, as in HTML.
 */
export function attributesOf(tag: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  const inside = tag.replace(/^<\/?[^\s/>]*/, "").replace(/\/?>$/, "");
  const found = inside.matchAll(/([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?/g);
  for (const [, written, value = ""] of found) {
    const name = written!.toLowerCase();
    const isQuoted = value.startsWith('"') || value.startsWith("'");
    attributes[name] ??= resolveReferences(isQuoted ? value.slice(1, -1) : value);
  }
  return attributes;
}
