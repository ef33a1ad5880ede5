/** A part of a document of XML. */
export type MarkupPart =
  | {
      readonly kind: "open" | "close";
      /** As it is written, with its prefix. */
      readonly name: string;
      readonly tag: string;
    }
  | { readonly kind: "text"; readonly text: string; readonly isLiteral: boolean };

/** Neither tags nor values have a `<`: what is not closed ends at the next tag. */
const TAG = /<(\/?)([a-z_][\w.:-]*)(?=[\s/>])(?:(?:[^<>"']|"[^"<]*"|'[^'<]*')*|[^<>]*)>/iy;

/** How comments and the like begin and end. */
const SECTIONS = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

/**
 * The tags and texts of a document of XML that may be damaged, in its order; comments, instructions and
 * document types are passed over. A `<` that begins nothing is text. Takes time in proportion to the length.
 */
export function* scanMarkup(xml: string): Generator<MarkupPart> {
  /** Ends that nothing has any more. */
  const missing = new Set<string>();
  const endOf = (end: string, from: number): number => {
    const at = missing.has(end) ? -1 : xml.indexOf(end, from);
    if (at < 0) missing.add(end);
    return at;
  };
  /** What begins there besides tags: where it ends, or null. */
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
