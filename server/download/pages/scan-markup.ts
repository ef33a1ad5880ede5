/** A token of an XML document. */
export type MarkupPart =
  | {
      readonly kind: "open" | "close";
      /** The name as written, including its prefix. */
      readonly name: string;
      readonly tag: string;
    }
  | { readonly kind: "text"; readonly text: string; readonly isLiteral: boolean };

/** Neither tags nor attribute values may contain `<`, so an unclosed tag ends at the next tag. */
const TAG = /<(\/?)([a-z_][\w.:-]*)(?=[\s/>])(?:(?:[^<>"']|"[^"<]*"|'[^'<]*')*|[^<>]*)>/iy;

/** Delimiters of comments, CDATA sections and instructions. */
const SECTIONS = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

/**
 * Tokenizes an XML document that may be damaged into tags and texts, in document order. Comments,
 * instructions and document types are skipped. A `<` that begins no tag is text. Runs in linear
 * time.
 */
export function* scanMarkup(xml: string): Generator<MarkupPart> {
  /** End delimiters that do not occur in the rest of the document. */
  const missing = new Set<string>();
  const endOf = (end: string, from: number): number => {
    const at = missing.has(end) ? -1 : xml.indexOf(end, from);
    if (at < 0) missing.add(end);
    return at;
  };
  /** End of a comment or similar section at an offset, or null. */
  const sectionAt = (at: number): { readonly end: number; readonly text: string } | null => {
    for (const [begin, end] of SECTIONS) {
      if (!xml.startsWith(begin, at)) continue;
      const to = endOf(end, at + begin.length);
      if (to < 0) return null;
      const text = begin === "<![CDATA[" ? xml.slice(at + begin.length, to) : "";
      return { end: to + end.length, text };
    }
    if (!/^<!doctype[\s[]/i.test(xml.slice(at, at + 10))) return null;
    const close = endOf(">", at);
    const subset = xml.slice(at, Math.max(at, close)).includes("[") ? endOf("]>", at) : -1;
    return close < 0 ? null : { end: subset < 0 ? close + 1 : subset + 2, text: "" };
  };

  let at = 0;
  while (at < xml.length) {
    const start = xml.indexOf("<", at);
    const end = start < 0 ? xml.length : start;
    if (end > at) yield { kind: "text", text: xml.slice(at, end), isLiteral: false };
    if (start < 0) return;
    TAG.lastIndex = start;
    const section = sectionAt(start);
    const [tag, slash, name] = (!section && TAG.exec(xml)) || [];
    if (section?.text) yield { kind: "text", text: section.text, isLiteral: true };
    else if (tag !== undefined) {
      if (slash === "") yield { kind: "open", name: name!, tag };
      if (slash !== "" || tag.endsWith("/>")) yield { kind: "close", name: name!, tag };
    } else if (!section) yield { kind: "text", text: "<", isLiteral: true };
    at = section?.end ?? start + (tag?.length ?? 1);
  }
}
