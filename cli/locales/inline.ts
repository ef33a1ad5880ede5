/** A part of a text: words, or a code that translators move but do not change. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  /** A standalone code: `{{count, number}}`, `` `--out` ``. */
  | { readonly kind: "ph"; readonly code: string; readonly name: string }
  /** Text with an opening and a closing code: `[` … `](/pricing)`. */
  | {
      readonly kind: "pc";
      readonly start: string;
      readonly end: string;
      readonly parts: readonly Part[];
    };

/** Syntax of a text, which determines its codes. */
export type TextFormat = "message" | "plain" | "markdown";

const MESSAGE = /\{\{[^{}]*\}\}|\$t\([^()]*\)|<\/?\d+\s*\/?>/g;
const MARKDOWN = /`[^`\n]+`|!?\[([^[\]`]*)\]\([^()\s]*(?:\s"[^"]*")?\)/g;

/** Splits a text into words and codes. Joining the parts restores the text. */
export function splitInline(text: string, format: TextFormat): readonly Part[] {
  if (format === "plain") return text === "" ? [] : [{ kind: "text", text }];
  const parts: Part[] = [];
  let from = 0;
  const words = (to: number): void => {
    if (to > from) parts.push({ kind: "text", text: text.slice(from, to) });
  };
  for (const match of text.matchAll(format === "message" ? MESSAGE : MARKDOWN)) {
    const [code, inner] = match;
    words(match.index);
    from = match.index + code.length;
    if (inner === undefined) parts.push({ kind: "ph", code, name: nameOf(code) });
    else {
      const at = code.indexOf("[") + 1;
      parts.push({
        kind: "pc",
        start: code.slice(0, at),
        end: code.slice(at + inner.length),
        parts: inner === "" ? [] : [{ kind: "text", text: inner }],
      });
    }
  }
  words(text.length);
  return parts;
}

/** Joins parts into a text. */
export const joinInline = (parts: readonly Part[]): string =>
  parts
    .map((part) =>
      part.kind === "text"
        ? part.text
        : part.kind === "ph"
          ? part.code
          : part.start + joinInline(part.parts) + part.end,
    )
    .join("");

/** Label of a code for translators: `count` for `{{count, number}}`. */
const nameOf = (code: string): string => /^\{\{-?\s*([^\s,{}]+)/.exec(code)?.[1] ?? code;

/** Splits Markdown at empty lines outside of code blocks. */
export function splitBlocks(text: string): readonly string[] {
  if (/^[ \t]*(```|~~~)/m.test(text)) return [text];
  const blocks = text.split(/(\n{2,})/);
  return blocks.includes("") ? [text] : blocks;
}
